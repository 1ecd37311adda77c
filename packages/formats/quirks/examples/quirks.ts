// Two of the quirks on a switch with a host: another fabric, and another text of it.
import { FabricBuilder } from "@fabriclab/fabric";
import { QUIRKS, quirkyFabric, quirkyText } from "@fabriclab/formats-quirks";

const builder = new FabricBuilder("small");
const leaf = builder.addSwitch("leaf", 4);
builder.connect(leaf, 1, builder.addHost("host"), 1);
const odd = quirkyFabric(builder.build(), ["aggregation-nodes"], 1);
console.log(odd.nodeName.join(", "));
console.log(JSON.stringify(quirkyText('[1]\t"H-1"[1]\n', ["lost-tabs"], 1)));
for (const { name, changes } of QUIRKS) console.log(`${name}: ${changes}`);
