import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readVectors, sharedFile } from "@fabriclab/testing-golden";

describe("shared files", () => {
  const before = process.env["FABRICLAB_SHARED"];
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fabriclab-golden-"));
    process.env["FABRICLAB_SHARED"] = folder;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    if (before === undefined) delete process.env["FABRICLAB_SHARED"];
    else process.env["FABRICLAB_SHARED"] = before;
  });

  it("are looked for in the folder named by FABRICLAB_SHARED", () => {
    writeFileSync(join(folder, "vectors.json"), '{"001":{"pid":[["200",8]]}}');
    expect(sharedFile("vectors.json")).toBe(join(folder, "vectors.json"));
    expect(readVectors("001")).toEqual({ pid: [["200", 8]] });
    expect(readVectors("999")).toBeUndefined();
  });

  it("are undefined where they are absent", () => {
    expect(sharedFile("vectors.json")).toBeUndefined();
    expect(readVectors("001")).toBeUndefined();
  });
});
