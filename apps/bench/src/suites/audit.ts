import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredScript } from "../child.ts";
import { measuredCommand, type MeasuredCommand } from "../measured-command.ts";
import { median, type Row, type Suite } from "../suite.ts";

interface Written {
  readonly switches: number;
  readonly hosts: number;
  readonly megabytes: number;
}

const files = new URL("../points/audit-files.ts", import.meta.url);
/** One audit in a process of its own, from its start to its end. */
const measure = (
  folder: string,
  endpoints: string,
  expected: number,
): Promise<MeasuredCommand> =>
  measuredCommand(
    [
      ...["audit", "--quiet", "--json"],
      ...["--fabric", join(folder, "fabric.topo")],
      ...["--tables", join(folder, "tables"), "--endpoints", endpoints],
    ],
    expected,
  );

/** The whole of `fabriclab audit`, on large fabrics and their dumps in files. */
export const audit: Suite = {
  name: "audit",
  summary:
    "fabriclab audit of large fabrics, from files to the report: wall seconds and peak memory of its process",
  async *run({ quick, rounds, log }) {
    const points = [
      { what: "clos", seconds: 10, endpoints: "compute", code: 0 },
      { what: "sharp", seconds: 10, endpoints: "all", code: 1 },
      ...(quick
        ? []
        : [{ what: "tree", seconds: 20, endpoints: "compute", code: 0 }]),
    ];
    for (const { what, seconds, endpoints, code } of points) {
      const folder = mkdtempSync(join(tmpdir(), "fabriclab-audit-"));
      try {
        log(`audit: writing ${what}`);
        const written = await measuredScript<Written>(files, { what, folder });
        const runs: MeasuredCommand[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round++)
          runs.push(await measure(folder, endpoints, code));
        yield {
          suite: "audit",
          name: `${written.switches} switches, ${written.hosts} adapters, ${code === 0 ? "clean" : "with loops"}`,
          figures: {
            "dump MB": written.megabytes,
            "wall s": median(runs.map((run) => run.seconds)),
            "cpu s": median(runs.map((run) => run.cpuSeconds)),
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
