// Barriers of eight hosts on one HPP switch that lose a tenth of their packets: the timers mend it, and the slow ones show in the percentiles.
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { barrier } from "@fabriclab/metrics-barrier";
import { updown } from "@fabriclab/routing-updown";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { hpp } from "@fabriclab/switch-hpp";
import { bulletinBoard } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { barrierOperation } from "@fabriclab/traffic-barrier-operation";
import { parseTime } from "@fabriclab/units";

const members = [0, 1, 2, 3, 4, 5, 6, 7];
for (const loss of [0, 0.1]) {
  const { metrics } = await runExperiment({
    name: `loss ${loss}`,
    seed: 1,
    fabric: fatTree.build(parseOptions(fatTree, { ports: 16, levels: 1 })),
    tables: {
      addressing: use(sequential),
      routing: use(updown),
      unicast: use(linear),
    },
    switchModel: {
      use: use(hpp),
      arbiter: use(matrix),
      laneScheduler: use(roundRobinLanes),
      replication: use(bulletinBoard),
    },
    hca: use(injector),
    link: { byteTime: parseTime("1.6ns"), flight: parseTime("0ns") },
    traffic: [use(barrierOperation, { members, barriers: 200, loss })],
    metrics: [use(barrier)],
    measure: { ...defaultMeasure, maxTime: parseTime("1s") },
    threads: 1,
    checked: false,
  });
  const { value = NaN, percentiles = {} } = metrics["barrier.total"] ?? {};
  console.log(
    `loss ${loss}`.padEnd(9),
    `mean ${value.toFixed(0)} ns`.padStart(14),
    ...["50", "90", "99"].map((p) =>
      `p${p} ${(percentiles[p] ?? NaN).toFixed(0)} ns`.padStart(14),
    ),
  );
}
