import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measuredScript } from "../child.ts";
import { median, type Row, type Suite } from "../suite.ts";

interface Written {
  readonly switches: number;
  readonly hosts: number;
  readonly megabytes: number;
}

interface Measured {
  readonly seconds: number;
  readonly peakMB: number;
}

const files = new URL("../points/audit-files.ts", import.meta.url);
const command = fileURLToPath(
  new URL("../../../cli/src/main.ts", import.meta.url),
);

/** Run before the command in its process: says its peak memory on file descriptor 3. */
const watcher = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
   process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));`,
)}`;

/** One audit in a process of its own, from its start to its end. */
function measure(folder: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(
      process.execPath,
      [
        "--conditions=fabriclab-source",
        ...["--import", watcher, command, "audit", "--quiet", "--json"],
        ...["--fabric", join(folder, "fabric.topo")],
        ...["--tables", join(folder, "tables")],
      ],
      { stdio: ["ignore", "ignore", "inherit", "pipe"] },
    );
    let peak = "";
    child.stdio[3]?.on("data", (chunk: Buffer) => (peak += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0)
        resolve({
          seconds: (performance.now() - start) / 1000,
          peakMB: Number(peak) / 1024,
        });
      else reject(new Error(`the audit ended with ${String(code)}`));
    });
  });
}

/** The whole of `fabriclab audit`, on large fabrics and their dumps in files. */
export const audit: Suite = {
  name: "audit",
  summary:
    "fabriclab audit of large fabrics, from files to the report: wall seconds and peak memory of its process",
  async *run({ quick, rounds, log }) {
    const points = [
      { what: "clos", seconds: 10 },
      ...(quick ? [] : [{ what: "tree", seconds: 20 }]),
    ];
    for (const { what, seconds } of points) {
      const folder = mkdtempSync(join(tmpdir(), "fabriclab-audit-"));
      try {
        log(`audit: writing ${what}`);
        const written = await measuredScript<Written>(files, { what, folder });
        const runs: Measured[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round++)
          runs.push(await measure(folder));
        yield {
          suite: "audit",
          name: `${written.switches} switches, ${written.hosts} hosts`,
          figures: {
            "dump MB": written.megabytes,
            "wall s": median(runs.map((run) => run.seconds)),
            "peak MB": median(runs.map((run) => run.peakMB)),
          },
          targets: [
            { figure: "wall s", atMost: seconds },
            { figure: "peak MB", atMost: 2048 },
          ],
        } satisfies Row;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  },
};
