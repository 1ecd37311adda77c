import { lstatSync, symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { lineOfFile } from "../src/line-of-file.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

it("is the line of that number, without its end", () => {
  const file = folder.write("lines", "one\r\ntwo ü\n\nfour");
  expect(
    [1, 2, 3, 4, 5].map((number) => lineOfFile(file, number, 1024)),
  ).toEqual(["one", "two ü", "", "four", undefined]);
});

it("is found behind megabytes, and cut where it is long", () => {
  const far = folder.write(
    "far",
    `${"x".repeat(200_000)}\n`.repeat(5) + "here\n",
  );
  expect(lineOfFile(far, 6, 1024)).toBe("here");
  expect(lineOfFile(far, 3, 1024)).toMatch(/^x{1024}$/);
});

it("is shown around its place, where that lies far to the right", async () => {
  // each of these letters is a pair of surrogates, and four bytes
  const scenario = folder.write(
    "line.yaml",
    `{ name: "${"😀".repeat(100_000)}abc", rooting: xy, topology: { kind: mesh } }\n`,
  );
  const { code, err } = await fabriclab("run", scenario);
  expect(code).toBe(2);
  const lines = err.split("\n");
  const at = lines.findIndex((line) => line.includes("rooting: xy"));
  expect(lines[at]).toMatch(
    /^ {6}1 \| …(😀)+abc", rooting: xy, topology: \{ kind: mesh \} \}$/,
  );
  expect(lines[at + 1]?.indexOf("^")).toBe(lines[at]?.indexOf("rooting"));
});

it.skipIf(process.platform !== "linux")(
  "of a device is not looked for: a refusal of what has no end ends",
  async () => {
    expect(lineOfFile("/dev/zero", 1, 1024)).toBeUndefined();
    const { code, err } = await fabriclab(
      ..."audit --routing xy --fabric /dev/zero".split(" "),
    );
    expect(code).toBe(2);
    expect(err).toContain("/dev/zero");
  },
);

it.each([
  ["diff", "loop", "E_CLI_UNREADABLE_FILE"],
  ["export", "loop", "E_CLI_UNREADABLE_FILE"],
  ["diff", "a".repeat(300), "E_CLI_UNREADABLE_FILE"],
])(
  "%s of a name that the system does not take is refused",
  async (command, name, code) => {
    const file = folder.at(name);
    if (name === "loop" && !lstatSync(file, { throwIfNoEntry: false }))
      symlinkSync(file, file);
    const answer = await fabriclab(
      command,
      file,
      ...(command === "diff" ? [file] : []),
    );
    expect(answer.code).toBe(2);
    expect(answer.err).toContain(code);
    expect(answer.err).toContain(`  at        ${file}`);
  },
);

it("names an empty name so that it is seen", async () => {
  const { code, err } = await fabriclab("run", "");
  expect(code).toBe(2);
  expect(err).toContain('  at        ""');
});

it.skipIf(process.platform !== "linux")(
  "a device is no plugin, and is not read for ever",
  async () => {
    const { code, err } = await fabriclab("--plugin", "/dev/zero", "list");
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_PLUGIN_NOT_FOUND");
  },
);
