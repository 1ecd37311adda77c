// Two hosts on a switch, one packet, tick by tick: 4 ns a byte, two flights of 20 ns, 100 ns in the switch.
import { FabricBuilder } from "@fabriclab/fabric";
import { chooseTick, createNetwork, delaysOf } from "@fabriclab/network";
import {
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  lidTable,
  type ForwardingTables,
  type Traffic,
} from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { bytes, ps, type EndportIx, type Lid, type Sl } from "@fabriclab/units";

const builder = new FabricBuilder("pair");
const hub = builder.addSwitch("hub", 2);
builder.connect(hub, 1, builder.addHost("A"), 1);
builder.connect(hub, 2, builder.addHost("B"), 1);
const fabric = builder.build();

// LIDs 1 (the switch), 2 (A), 3 (B).
const tables: ForwardingTables = {
  lids: lidTable(Uint16Array.of(1, 2, 3), new Uint8Array(3)),
  lft: [Uint8Array.of(255, 0, 1, 2)],
  lanes: 1,
  engine: "by hand",
  pathLid: (_, destination) => (destination + 1) as Lid,
  pathSl: () => 0 as Sl,
};
const model = relay.build(relay.params.parse({}), {
  arbiter: roundRobin.build({}),
  laneScheduler: roundRobinLanes.build({}),
  replication: asynchronous.build({}),
});
const hca = { name: "plain", sendDelay: ps(0), receiveDelay: ps(0) };
let sent = 0;
const traffic: Traffic = {
  streams: [
    {
      source: 1 as EndportIx,
      serviceLevels: [0],
      next(draft) {
        Object.assign(draft, { birth: 0, dlid: 3, bytes: 256, sl: 0, tag: 0 });
        return sent++ === 0;
      },
    },
  ],
  finite: true,
  maxPacketBytes: bytes(256),
  minPacketBytes: bytes(256),
};

const link = { byteTimePs: 4000, flightPs: 20_000 };
const tickPs = chooseTick(
  delaysOf({ fabric, switchModels: [model], hca, link }),
);
const network = createNetwork({
  fabric,
  tables,
  switchModels: [model],
  hca,
  traffic: [traffic],
  tickPs,
  link,
  checked: true,
});
const kinds = Object.keys(JournalKind);
while (!network.idle()) {
  network.run(network.now + 1000); // returns early when the journal must be read
  const { records, count, baseTick } = network.journal;
  for (let i = 0; i < count; i++) {
    const at = i * JOURNAL_STRIDE;
    const what = kinds[records[at + JOURNAL_KIND] ?? -1];
    const tick = baseTick + (records[at + JOURNAL_TIME] ?? 0);
    console.log(`${what} at ${(tick * tickPs) / 1000} ns`);
  }
  network.clearJournal();
}
console.log(`closed form: ${4 * 256 + 2 * 20 + 100} ns`);
