// Who sends to whom: three sources among ten hosts, each with a group of its own, and all three with the same group.
import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import { endportName, parseOptions } from "@fabriclab/spec";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import type { EndportIx } from "@fabriclab/units";

const builder = new FabricBuilder("one switch");
const hub = builder.addSwitch("hub", 10);
for (let i = 0; i < 10; i++)
  builder.connect(hub, i + 1, builder.addHost(`H${i}`), 1);
const fabric = builder.build();
const names = (endports: readonly EndportIx[]): string =>
  endports.map((endport) => endportName(fabric, endport)).join(" ");

for (const groups of ["own", "same"]) {
  const context = {
    fabric,
    hosts: Array.from({ length: 10 }, (_, i) => (i + 1) as EndportIx),
    tickPs: 4000,
    bytePs: () => 4000,
    random: (name: string) => randomStream(1, name),
  };
  const options = parseOptions(multicastOperation, {
    sources: 3,
    group: "40%",
    groups,
  });
  for (const group of multicastOperation.groups(context, options))
    console.log(
      `${groups}: ${names(group.sources)} to ${names(group.members)}`,
    );
}
