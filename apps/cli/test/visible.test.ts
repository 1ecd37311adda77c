import { describe, expect, it } from "vitest";
import { visible } from "@fabriclab/spec";
import { paint } from "../src/io.ts";
import { visibleReport } from "../src/visible.ts";
import { fabriclab, scenario, workFolder } from "./command.ts";

const folder = workFolder();
const out = (): void => undefined;

/** Paints as we do, renames the window, clears the screen (twice, the second in one character), turns what follows, and marks directions. */
const hostile =
  "a\u001b[31m\u001b]0;x\u0007\u001b[2J\u009b2J\u202e\u200f\u061cb";
const harmless =
  "a\\x1b[31m\\x1b]0;x\\x07\\x1b[2J\\x9b2J\\u202e\\u200f\\u061cb";

/** Characters that steer a terminal, all but tab and line feed. */
const steering = (text: string): string[] =>
  [...text].filter((letter) => {
    const code = letter.charCodeAt(0);
    return (
      (code < 32 && code !== 9 && code !== 10) ||
      (code > 126 && code < 160) ||
      [0x61c, 0x200f, 0x2028, 0x202e].includes(code)
    );
  });

describe("names in somebody else's files", () => {
  it("lose what would steer a terminal", () => {
    expect(visible(hostile)).toBe(harmless);
    expect(visible("a\tb\nc é 漢")).toBe("a\tb\nc é 漢");
  });

  it("keep none of our own colours either, which a report has beside them", () => {
    const painted = "\u001b[31mclean\u001b[39m\u001b[22m";
    for (const color of [true, false]) {
      const io = { out, err: out, interactive: true, color, columns: 80 };
      const bold = color ? ["\u001b[1m", "\u001b[22m"] : ["", ""];
      expect(
        visibleReport(io, (to) => `${paint(to, "bold", painted)}: ${hostile}`),
      ).toBe(
        `${bold[0]}\\x1b[31mclean\\x1b[39m\\x1b[22m${bold[1]}: ${harmless}`,
      );
    }
  });

  it("are shown so by run, audit and diff, in what they print and note", async () => {
    const mesh = ["topology", "mesh", "--columns", "2", "--rows", "2"];
    const { out: plain } = await fabriclab(...mesh);
    const file = folder.write(
      "hostile.topo",
      plain.replaceAll("N(1,1)", hostile),
    );
    const good = folder.write("good.topo", plain);
    const run = folder.write(
      "hostile.yaml",
      `${scenario}name: "a\\e[31m\\e]0;x\\ab"\n`,
    );
    for (const argv of [
      ["audit", "--fabric", file, "--routing", "minhop"],
      ["diff", file, good],
      ["run", run, "--set", "maxTime=20us"],
      ["run", run, "--explain"],
      [
        "route",
        "--fabric",
        file,
        "--routing",
        "minhop",
        "-o",
        folder.at("t"),
        "--show",
        "N(0,0)",
      ],
    ]) {
      const { code, out, err } = await fabriclab(...argv);
      expect(code).toBeLessThan(2);
      expect(steering(out + err)).toEqual([]);
      expect(out).toMatch(/\S/);
    }
  });

  it("of megabytes are cut in a refusal", async () => {
    const long = folder.write(
      "long.yaml",
      `${scenario}${"k".repeat(1_000_000)}: 1\n`,
    );
    const { code, err } = await fabriclab("run", long);
    expect(code).toBe(2);
    expect(err).toContain("E_SCENARIO_SYNTAX");
    expect(err.length).toBeLessThan(10_000);
  });

  it("are cut by the length that they have when shown", async () => {
    const zeros = folder.write("zeros", "\0".repeat(100_000));
    for (const argv of [
      ["audit", "--fabric", zeros, "--routing", "minhop"],
      ["run", zeros],
    ]) {
      const { code, err } = await fabriclab(...argv);
      expect(code).toBe(2);
      expect(steering(err)).toEqual([]);
      expect(err).toMatch(/(\\x00){15}…/);
      for (const line of err.split("\n"))
        expect(line.length).toBeLessThan(1100);
    }
  });
});
