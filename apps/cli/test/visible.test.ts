import { describe, expect, it } from "vitest";
import { visible } from "@fabriclab/spec";
import { visibleReport } from "../src/visible.ts";
import { fabriclab, scenario, workFolder } from "./command.ts";

const folder = workFolder();

/** Renames the window, clears the screen (twice, the second in one character), turns what follows, and marks directions. */
const hostile = "a\u001b]0;x\u0007\u001b[2J\u009b2J\u202e\u200f\u061cb";
const harmless = "a\\x1b]0;x\\x07\\x1b[2J\\x9b2J\\u202e\\u200f\\u061cb";

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
    expect(visibleReport(`\u001b[1m${hostile}\u001b[22m`)).toBe(
      `\u001b[1m${harmless}\u001b[22m`,
    );
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
      `${scenario}name: "a\\e]0;x\\ab"\n`,
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
