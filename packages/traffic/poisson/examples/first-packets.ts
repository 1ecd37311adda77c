// The first messages of one host at 30 % load on a 4-host switch: a message of 600 bytes becomes three packets.
import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import { lidTable, parseOptions, type PacketDraft } from "@fabriclab/spec";
import { shift } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";

const builder = new FabricBuilder("one switch");
const hub = builder.addSwitch("hub", 4);
for (const port of [1, 2, 3, 4])
  builder.connect(hub, port, builder.addHost(`H${port}`), 1);
const fabric = builder.build();

const traffic = poisson.create(
  {
    fabric,
    hosts: [1, 2, 3, 4] as EndportIx[],
    tickPs: 4000,
    bytePs: () => 4000,
    random: (name) => randomStream(1, name),
    tables: {
      lids: lidTable(Uint16Array.of(0, 1, 2, 3, 4), new Uint8Array(5)),
      lft: [],
      lanes: 1,
      engine: "none",
      pathLid: (_, to) => Number(to) as Lid,
      pathSl: () => 0 as Sl,
    },
  },
  parseOptions(poisson, {
    load: 0.3,
    size: "600B",
    mtu: "256B",
    headers: "ud",
  }),
  { pattern: shift.create(4, { by: 1 }, randomStream(1, "shift")) },
);

const draft: PacketDraft = {
  birth: 0,
  dlid: 0,
  bytes: 0,
  sl: 0,
  tag: 0,
  flags: 0,
  retryAt: -1,
};
const [first] = traffic.streams;
for (let packet = 0; packet < 6 && first?.next(draft); packet++)
  console.log(
    `tick ${draft.birth}: message ${draft.tag}, ${draft.bytes} bytes to LID ${draft.dlid}`,
  );
