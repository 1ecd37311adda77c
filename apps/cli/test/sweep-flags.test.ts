import { describe, expect, it } from "vitest";
import { fabriclab, scenario, workFolder } from "./command.ts";

const { at, write } = workFolder();

describe("a flag of sweep that cannot be taken", () => {
  const file = write("one.yaml", scenario);
  const place = async (
    text: string,
    ...flags: string[]
  ): Promise<string | undefined> => {
    const { code, err } = await fabriclab(
      ...["sweep", write("one.yaml", text), "--vary", "load=0.1,0.2"],
      ...["-o", at("never"), ...flags],
    );
    expect(code, err).toBe(2);
    return /^\s*at\s+(.*)$/m.exec(err)?.[1];
  };

  it.each([
    ["--resolution", "0"],
    ["--precision", "nan"],
    ["--max-seeds", "0"],
    ["--points", "x"],
    ["--design", "foo"],
  ])("is the place of the refusal: %s %s", async (flag, value) => {
    expect(await place(scenario, flag, value)).toBe(`${flag} ${value}`);
  });

  it.each([
    ["--vary", "size=64..1064:1", "traffic[0].size"],
    ["--vary", "size=64,256B", "traffic[0].size"],
    ["--set", "size=64..1064:1", "traffic[0].size"],
    ["--vary", "virtualLanes=0..3", "switch.virtualLanes"],
  ])(
    "is the place where the key takes no such value: %s %s",
    async (flag, value, key) => {
      const typed = `${flag} ${value}`;
      expect(await place(scenario, flag, value)).toBe(`${typed}  ${key}`);
    },
  );

  it.each([
    ["nowhere.topo", "E_CLI_UNREADABLE_FILE", "no such file or directory"],
    [".", "E_CLI_UNREADABLE_FILE", "it is a directory"],
    ["-", "E_CLI_USAGE", "standard input, which can be read once"],
  ])("is a fabric that cannot be read: %s", async (fabric, code, got) => {
    const ran = await fabriclab(
      ...["sweep", write("one.yaml", scenario), "--vary", "load=0.1,0.2"],
      ...["-o", at("never"), "--fabric", fabric],
    );
    expect(ran.code, ran.err).toBe(2);
    expect(ran.err).toContain(`error ${code}: `);
    expect(ran.err).toMatch(/^ +at .*--fabric$/m);
    expect(ran.err).toMatch(new RegExp(`^  got +${got}$`, "m"));
  });

  it("is not where the scenario is wrong", async () => {
    const text = `${scenario}sweep:\n  resolution: 0\n`;
    expect(await place(text)).toBe(`${file}:12:15  sweep.resolution`);
  });
});
