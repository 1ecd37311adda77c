// Two switches with two cables between them; then one cable is pulled.
import { FabricBuilder, withoutLinks } from "@fabriclab/fabric";
import type { LinkIx } from "@fabriclab/units";

const builder = new FabricBuilder("pair");
const a = builder.addSwitch("a", 36);
const b = builder.addSwitch("b", 36);
builder.connect(a, 35, b, 35, { speed: "EDR", width: 4, flight: "2m" });
builder.connect(a, 36, b, 36, { speed: "EDR", width: 4, flight: "2m" });
builder.connect(builder.addHost("A"), 1, a, 1, { speed: "FDR", width: 4 });
const fabric = builder.build();

console.log(
  `${fabric.switchCount} switches, ${fabric.hostCount} host, ${fabric.linkCount} links, ${fabric.portCount} ports`,
);
console.log(
  `2 KiB need ${fabric.serializationPs(0 as LinkIx, 2048)} ps between the switches, ${fabric.serializationPs(2 as LinkIx, 2048)} ps from the host`,
);
console.log(
  `after a fault: ${withoutLinks(fabric, [1]).linkCount} links; before: ${fabric.linkCount}`,
);
