// The first packets of two hosts of a chain: each has the next packet ready when the last has left, and B starts half a packet later.
import { pairs } from "@fabriclab/traffic-patterns";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { randomStream } from "@fabriclab/kernel";
import { parseOptions, type TrafficTablesContext } from "@fabriclab/spec";
import { chain } from "@fabriclab/testing-fabrics";
import { sl, type EndportIx, type Lid } from "@fabriclab/units";

const fabric = chain(3);
const hosts = [3, 4, 5] as EndportIx[];
const context = {
  fabric,
  hosts,
  tickPs: 1000,
  bytePs: () => 4000,
  random: (name: string) => randomStream(1, name),
  tables: {
    pathLid: (_: EndportIx, to: EndportIx) => (to + 10) as Lid,
    pathSl: () => sl(0),
  },
} as unknown as TrafficTablesContext;

const traffic = constantRate.create(
  context,
  parseOptions(constantRate, { load: 1, size: "256B", start: { B: "512ns" } }),
  {
    pattern: pairs.create(
      3,
      { pairs: { A: ["B", "C"], B: "C" } },
      randomStream(1, "pattern"),
      ["A", "B", "C"],
    ),
  },
);
const draft = {
  birth: 0,
  dlid: 0,
  bytes: 0,
  sl: 0,
  tag: 0,
  flags: 0,
  retryAt: -1,
};
for (const stream of traffic.streams) {
  for (let k = 0; k < 3; k++) {
    stream.next(draft);
    console.log(
      `endport ${stream.source}: ${draft.bytes} B to LID ${draft.dlid} at ${draft.birth} ns`,
    );
  }
}
