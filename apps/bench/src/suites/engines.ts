import { measuredScript } from "../child.ts";
import { opensmTimes } from "../opensm-times.ts";
import type { Row, Suite } from "../suite.ts";

interface Measured {
  readonly switches: number;
  readonly hosts: number;
  readonly lanes: number;
  readonly seconds: number;
  readonly peakMB: number;
}

const script = new URL("../points/engines.ts", import.meta.url);

/** Memory that routing may take, in MB. */
const MEMORY = 4096;
/** Hosts from which on the project holds itself to OpenSM's times: below, starting up a JIT compiler is most of it. */
const LARGE = 3000;

/** OpenSM's engines on fat trees, beside OpenSM's own times. */
export const engines: Suite = {
  name: "engines",
  summary:
    "routing engines on fat trees: CPU seconds of a process of its own (least of the rounds), beside OpenSM 3.3.23's",
  async *run({ quick, rounds }) {
    for (const { seconds: theirs, ports, levels, ...rest } of opensmTimes) {
      if (quick && ports ** levels > 24 ** 3) continue;
      const point = { fabric: { ports, levels }, ...rest };
      const runs: Measured[] = [];
      for (let round = 0; round < (quick ? 1 : rounds); round++)
        runs.push(await measuredScript<Measured>(script, point));
      const [first] = runs;
      if (first === undefined) continue;
      // The least, as OpenSM's: what is above it is the machine's doing.
      const seconds = Math.min(...runs.map((run) => run.seconds));
      const lanes = point.options === undefined ? "" : ` on ${first.lanes}`;
      yield {
        suite: "engines",
        name: `${first.hosts} hosts, ${point.engine}${lanes}`,
        figures: {
          "cpu s": seconds,
          "OpenSM cpu s": theirs,
          "OpenSM / ours": theirs / seconds,
          "peak MB": Math.max(...runs.map((run) => run.peakMB)),
        },
        ...(first.hosts > LARGE
          ? {
              targets: [
                { figure: "OpenSM / ours", atLeast: 1 },
                { figure: "peak MB", atMost: MEMORY },
              ],
            }
          : {}),
      } satisfies Row;
    }
  },
};
