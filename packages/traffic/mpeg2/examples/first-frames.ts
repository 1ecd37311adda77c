// The streams of one host at 1.5 % of its link of 2 Gb/s, and the first frames of the first.
import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import { lidTable, parseOptions, type PacketDraft } from "@fabriclab/spec";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";

const builder = new FabricBuilder("one switch");
const hub = builder.addSwitch("hub", 4);
for (const port of [1, 2, 3, 4])
  builder.connect(hub, port, builder.addHost(`H${port}`), 1);

const traffic = mpeg2.create(
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
  parseOptions(mpeg2, { load: 0.015 }),
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
const own = traffic.streams.filter(({ source }) => source === 1);
console.log(`${own.length} streams at H1, ${traffic.streams.length} in all`);
const ms = (tick: number): string => ((tick * 4) / 1e6).toFixed(1);
let frame = -1;
for (let packets = 0; frame < 8 && own[0]?.next(draft); packets++) {
  const next = Math.floor(draft.tag / traffic.streams.length);
  if (next > frame)
    console.log(
      `frame ${next}: ${traffic.frames?.packets(draft.tag)} packets to LID ${draft.dlid} at ${ms(draft.birth)} ms`,
    );
  frame = next;
}
