import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredCommand } from "../measured-command.ts";
import { median, type Row, type Suite } from "../suite.ts";

/** Hosts of the m-port n-tree, 2·(m/2)^n. */
const TREE = { ports: 16, levels: 3, hosts: 1024 } as const;
const LINKS = 3;
/** The fewest that `--draws` takes. */
const FEWEST = 2;

/**
 * Many random failures, each routed and audited again. A run of the fewest draws is taken off, which leaves out the start of the process and of its threads, and the
 * fabric as it is.
 */
export const fail: Suite = {
  name: "fail",
  summary:
    "fabriclab fail --draws: CPU time of a random failure that is routed and audited again, wall seconds and peak memory of the process",
  async *run({ quick, rounds, log }) {
    const folder = mkdtempSync(join(tmpdir(), "fabriclab-fail-"));
    try {
      const file = join(folder, "tree.topo");
      const { ports, levels, hosts } = TREE;
      await measuredCommand([
        ...["topology", "fat-tree", "--quiet", "-o", file],
        ...["--ports", String(ports), "--levels", String(levels)],
      ]);
      const draws = quick ? 20 : 100;
      const run = (routing: string, count: number) =>
        measuredCommand([
          ...["fail", "--quiet", "--json", "--fabric", file],
          ...["--routing", routing, "--random-links", String(LINKS)],
          ...["--draws", String(count), "--jobs", "2"],
        ]);
      for (const routing of ["updn", "minhop,updn"]) {
        log(`fail: ${routing}`);
        const perDraw: number[] = [];
        const runs: Awaited<ReturnType<typeof run>>[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round++) {
          const few = await run(routing, FEWEST);
          const all = await run(routing, draws);
          runs.push(all);
          const cpuSeconds = all.cpuSeconds - few.cpuSeconds;
          perDraw.push((1e3 * cpuSeconds) / (draws - FEWEST));
        }
        yield {
          suite: "fail",
          name: `${routing}, ${hosts} hosts, ${LINKS} cables a draw, two threads`,
          figures: {
            draws,
            "cpu ms/draw": median(perDraw),
            "wall s": median(runs.map(({ seconds }) => seconds)),
            "peak MB": median(runs.map(({ peakMB }) => peakMB)),
          },
        } satisfies Row;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
