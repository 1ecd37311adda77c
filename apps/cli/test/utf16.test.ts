import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** As the shell of Windows writes it: UTF-16 with a byte order mark. */
const written = (name: string, text: string): string => {
  const file = folder.at(name);
  writeFileSync(file, Buffer.from(`\ufeff${text}`, "utf16le"));
  return file;
};

describe("a file of two bytes a character is refused by that name", () => {
  it("as a scenario", async () => {
    const file = written("s.yaml", "topology: { kind: mesh }\n");
    const { code, err } = await fabriclab("run", file);
    expect(code).toBe(2);
    expect(err).toContain("E_READING_ENCODING");
    expect(err).toContain("iconv -f UTF-16 -t UTF-8");
  });

  it("as a dump of tables", async () => {
    const fabric = folder.at("net.topo");
    await fabriclab(
      ...["topology", "mesh", "--columns", "2", "--rows", "2", "-o", fabric],
    );
    mkdirSync(folder.at("tables"));
    written(
      join("tables", "opensm-lfts.dump"),
      "Unicast lids [0-14] of switch Lid 2 guid 0x1\n",
    );
    const { code, err } = await fabriclab(
      ...["audit", "--fabric", fabric, "--tables", folder.at("tables")],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_READING_ENCODING");
  });
});
