import { measuredScript } from "../child.ts";
import { median, type Row, type Suite } from "../suite.ts";

interface Measured {
  readonly hosts: number;
  readonly seconds: number;
  readonly entries: number;
  readonly rssMB: number;
}

const script = new URL("../points/tables.ts", import.meta.url);

/** Building fabrics and tables. The largest is the 36-port 3-tree of 11,664 hosts. */
export const tables: Suite = {
  name: "tables",
  summary:
    "fabrics and tables: CPU seconds and peak memory of a process of its own",
  async *run({ quick, rounds }) {
    const points = [
      { ports: 8, levels: 3, what: "fabric" },
      { ports: 36, levels: 3, what: "fabric" },
      { ports: 8, levels: 3, what: "lft" },
      ...(quick ? [] : [{ ports: 36, levels: 3, what: "lft" } as const]),
      { ports: 8, levels: 3, what: "mft" },
      // Ways between all switches from every switch as root of updown.
      { dragonfly: quick ? 3 : 5, what: "best root" },
    ] as const;
    for (const point of points) {
      const runs: Measured[] = [];
      for (let round = 0; round < (quick ? 1 : rounds); round++)
        runs.push(await measuredScript<Measured>(script, point));
      const seconds = median(runs.map((run) => run.seconds));
      const rssMB = median(runs.map((run) => run.rssMB));
      const largest =
        "ports" in point && point.what === "fabric" && point.ports === 36;
      yield {
        suite: "tables",
        name: `${"ports" in point ? `IBFT(${point.ports},${point.levels})` : `dragonfly of p = ${point.dragonfly}`} ${point.what}`,
        figures: {
          hosts: runs[0]?.hosts ?? NaN,
          "cpu s": seconds,
          "peak MB": rssMB,
          "entries/us": (runs[0]?.entries ?? NaN) / seconds / 1e6,
        },
        ...(largest
          ? {
              targets: [
                { figure: "cpu s", atMost: 2 },
                { figure: "peak MB", atMost: 300 },
              ],
            }
          : {}),
      } satisfies Row;
    }
  },
};
