// Four hosts send a control packet to H1 every 33.3 ms, each in its own time; H1 itself to a host drawn each time.
import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import { lidTable, parseOptions, type PacketDraft } from "@fabriclab/spec";
import { control } from "@fabriclab/traffic-control";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";

const builder = new FabricBuilder("one switch");
const hub = builder.addSwitch("hub", 4);
for (const port of [1, 2, 3, 4])
  builder.connect(hub, port, builder.addHost(`H${port}`), 1);

const { streams } = control.create(
  {
    fabric: builder.build(),
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
  parseOptions(control, { manager: "H1" }),
  {},
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
for (const stream of streams) {
  const said: string[] = [];
  for (let packet = 0; packet < 3 && stream.next(draft); packet++)
    said.push(
      `${((draft.birth * 4) / 1e6).toFixed(2)} ms to LID ${draft.dlid}`,
    );
  console.log(`H${stream.source}: ${said.join(", ")}`);
}
