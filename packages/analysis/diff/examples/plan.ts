// A plan and what was cabled: two hosts were swapped, and a cable is missing.
import { diffFabrics } from "@fabriclab/analysis-diff";
import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

function fabric(hosts: readonly string[], cables: number): Fabric {
  const builder = new FabricBuilder("two switches");
  const [a, b] = ["A", "B"].map((name) => builder.addSwitch(name, 8));
  // In a fixed order, so that both fabrics give them the same GUIDs.
  const made = new Map(
    ["n1", "n2"].map((name) => [name, builder.addHost(name)]),
  );
  builder.connect(a!, 1, made.get(hosts[0] ?? "")!, 1);
  builder.connect(b!, 1, made.get(hosts[1] ?? "")!, 1);
  for (let k = 0; k < cables; k++) builder.connect(a!, 5 + k, b!, 5 + k);
  return builder.build();
}

const diff = diffFabrics(fabric(["n1", "n2"], 3), fabric(["n2", "n1"], 2));
console.log(`matched by ${diff.by}; missing: ${diff.missingCables.join()}`);
for (const { port, before, after } of diff.recabled)
  console.log(`${port} leads to ${after}, not to ${before}`);
