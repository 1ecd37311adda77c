// A link on the path of a connection fails after 1 ms. Who mends it: a new sweep of the subnet manager 1 ms later, migration, or both?
import { pathBits } from "@fabriclab/addressing-path-bits";
import { FabricBuilder } from "@fabriclab/fabric";
import { injector } from "@fabriclab/hca-injector";
import { multipath } from "@fabriclab/routing-multipath";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { pathBitTable } from "@fabriclab/tables-path-bit-table";
import { connection } from "@fabriclab/traffic-connection";
import { pairs } from "@fabriclab/traffic-patterns";
import { parseTime, portNum, type NodeIx } from "@fabriclab/units";

// P - A - B - D - Q, and the long way round from A to D: A - C - E - D.
const builder = new FabricBuilder("two paths");
const a = builder.addSwitch("A", 3);
const b = builder.addSwitch("B", 2);
const c = builder.addSwitch("C", 2);
const d = builder.addSwitch("D", 3);
const e = builder.addSwitch("E", 2);
builder.connect(a, 1, b, 1);
builder.connect(b, 2, d, 1);
builder.connect(a, 2, c, 1);
builder.connect(c, 2, e, 1);
builder.connect(e, 2, d, 2);
builder.connect(a, 3, builder.addHost("P"), 1);
builder.connect(d, 3, builder.addHost("Q"), 1);
const fabric = builder.build();
const dead = fabric.portOf(fabric.findNode("B") as NodeIx, portNum(2));

async function outage(
  migration: "armed" | "none",
  sweeps: boolean,
): Promise<string> {
  // Seven retries would be used up before the sweep.
  const messages = use(connection, {
    load: 0.5,
    messages: 500,
    migration,
    retries: "unlimited",
  });
  const { metrics, packets } = await runExperiment({
    name: `migration ${migration}`,
    seed: 1,
    fabric,
    tables: {
      addressing: use(pathBits),
      routing: use(multipath),
      unicast: use(pathBitTable),
    },
    switchModel: {
      use: use(relay, { inputBuffer: "4 packets" }),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: {},
    traffic: [{ ...messages, pattern: use(pairs, { pairs: { P: "Q" } }) }],
    metrics: [],
    changes: [
      { at: parseTime("1ms"), fail: dead },
      ...(sweeps ? [{ at: parseTime("2ms"), resweep: true } as const] : []),
    ],
    measure: defaultMeasure,
    threads: 1,
    checked: false,
  });
  const value = (name: string, width: number): string =>
    (metrics[name]?.value ?? NaN).toFixed(0).padStart(width);
  return [
    value("transport.messages", 8),
    String(packets.dropped).padStart(6),
    value("transport.resent", 8),
    value("transport.recovery", 8),
  ].join(" ");
}

console.log("                  delivered   lost   resent  recovery in ns");
console.log("sweep alone      ", await outage("none", true));
console.log("migration alone  ", await outage("armed", false));
console.log("both             ", await outage("armed", true));
