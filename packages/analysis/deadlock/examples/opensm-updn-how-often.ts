// How often OpenSM's up/down loops on random irregular fabrics, one host a switch, the root in the middle.
import { sequential } from "@fabriclab/addressing-sequential";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { hopMatrix } from "@fabriclab/paths";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { irregularFabric, opensmUpDown } from "@fabriclab/testing-fabrics";
import type { SwitchIx } from "@fabriclab/units";

const SEEDS = 30;

/** A switch nearest to all others: what one gives OpenSM as its root. */
function centre(fabric: Fabric): SwitchIx {
  const { row } = hopMatrix(fabric);
  const farthest = Array.from({ length: fabric.switchCount }, (_, sw) =>
    Math.max(...row(sw as SwitchIx)),
  );
  return farthest.indexOf(Math.min(...farthest)) as SwitchIx;
}

console.log("switches  ports  extra cables  fabrics that loop");
for (const [switches, ports, extraLinks] of [
  [15, 5, 9],
  [30, 5, 9],
  [30, 6, 40],
  [60, 7, 120],
  [60, 8, 80],
] as const) {
  let looping = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const fabric = irregularFabric({ switches, ports, extraLinks, seed });
    const lids = sequential.assign(fabric, parseOptions(sequential, {}));
    const tables = opensmUpDown(fabric, lids, [centre(fabric)]);
    if (!isDeadlockFree(fabric, tables)) looping += 1;
  }
  console.log(
    `${String(switches).padStart(8)}  ${String(ports).padStart(5)}  ${String(extraLinks).padStart(12)}  ${looping} of ${SEEDS}`,
  );
}
