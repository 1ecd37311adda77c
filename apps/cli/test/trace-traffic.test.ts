import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** 48 made-up frames at 25 a second, 10,000 bytes on average: 2 Mb/s. */
const film = Array.from({ length: 48 }, (_, i) => {
  const [type, bytes] =
    i % 4 === 0 ? ["I", 22_001] : i % 4 === 1 ? ["P", 9001] : ["B", 4499];
  return `${i + 1} ${type} ${40 * i} ${bytes}\n`;
}).join("");

const run = (name: string, video: string) =>
  fabriclab(
    "run",
    folder.write(
      `${name}.yaml`,
      `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
traffic: { kind: trace-file, load: 0.01, frames: 4, ${video} }
metrics: [deadline]
`,
    ),
    "--json",
  );

describe("frame traces of the user", () => {
  it("are read beside the scenario, packed or not, and play alike", async () => {
    folder.write("film.txt", film);
    writeFileSync(folder.at("film.txt.gz"), gzipSync(film));
    const outcomes = await Promise.all(
      ["film.txt", "film.txt.gz"].map((file) => run(file, `files: [${file}]`)),
    );
    for (const { code, out, err } of outcomes) {
      expect(err).not.toContain("E_");
      expect(code).toBe(0);
      const { metrics } = JSON.parse(out) as {
        metrics: Record<string, { detail: Record<string, number> }>;
      };
      // 0.01 of 2 Gb/s are 20 Mb/s, headers included: nine whole streams of 2 Mb/s and one of the rest at each of 8 hosts.
      expect(metrics["deadline"]!.detail).toMatchObject({
        delivered: 8 * 10 * 4,
        lost: 0,
        incomplete: 0,
      });
    }
  });

  it("that leave their unit open, or are not there, are refused", async () => {
    folder.write("sizes.txt", "1001\n1002\n1003\n");
    const open = await run("open", "files: [sizes.txt], fps: 25, gop: none");
    expect(open.code).toBe(2);
    expect(open.err).toContain("E_VIDEO_TRACE_UNIT");
    expect(open.err).toContain("give unit: bits or unit: bytes");
    const missing = await run("missing", "files: [nowhere.txt]");
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("E_CLI_UNREADABLE_FILE");
  });
});
