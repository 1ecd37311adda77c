import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { draftOf } from "../src/draft-name.ts";
import { writeText } from "../src/output-file.ts";
import { workFolder } from "./command.ts";

const work = workFolder();

it("is beside the file and new each time", () => {
  const file = work.at("a.json");
  expect(dirname(draftOf(file))).toBe(dirname(file));
  expect(draftOf(file)).not.toBe(draftOf(file));
});

it("is no longer than a file system takes, so that a file of the longest name is written", () => {
  const folder = work.at("long");
  mkdirSync(folder);
  // 255 bytes each, of one byte and of four a letter.
  for (const name of ["n".repeat(255), `${"😀".repeat(63)}abc`]) {
    expect(
      Buffer.byteLength(basename(draftOf(join(folder, name)))),
    ).toBeLessThan(256);
    writeText(join(folder, name), "x");
    expect(readFileSync(join(folder, name), "utf8")).toBe("x");
  }
  expect(readdirSync(folder)).toHaveLength(2);
});

it("is not in the way of what a killed command of the same number left", () => {
  const folder = work.at("killed");
  mkdirSync(folder);
  writeFileSync(join(folder, `.a.json.${process.pid}.part`), "half");
  writeText(join(folder, "a.json"), "whole");
  expect(readFileSync(join(folder, "a.json"), "utf8")).toBe("whole");
});
