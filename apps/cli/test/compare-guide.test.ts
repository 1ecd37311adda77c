import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FabricBuilder, withoutLinks } from "@fabriclab/fabric";
import { writeIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import type { Fabric } from "@fabriclab/spec";
import { transcript } from "./transcript.ts";

/** Six leaves of eight nodes and three spines of two cables to each; an Aggregation Node on every switch, a login node, a file server. */
function machine(): Fabric {
  const builder = new FabricBuilder("machine");
  const add = (name: string) => builder.addSwitch(name, 41);
  const leaves = ["leaf1", "leaf2", "leaf3", "leaf4", "leaf5", "leaf6"].map(
    add,
  );
  const spines = ["spine1", "spine2", "spine3"].map(add);
  const link = { speed: "HDR", width: 4 };
  for (const [i, leaf] of leaves.entries()) {
    for (let k = 0; k < 8; k++) {
      const host = builder.addHost(`n${i + 1}${k + 1} mlx5_0`);
      builder.connect(leaf, k + 1, host, 1, link);
    }
    for (const [s, spine] of spines.entries())
      for (let k = 0; k < 2; k++)
        builder.connect(leaf, 21 + 2 * s + k, spine, 2 * i + k + 1, link);
  }
  builder.connect(leaves[0]!, 9, builder.addHost("login1 mlx5_0"), 1, link);
  builder.connect(leaves[5]!, 9, builder.addHost("nfs1 mlx5_0"), 1, link);
  for (const sw of [...leaves, ...spines]) {
    const host = builder.addHost("Mellanox Technologies Aggregation Node");
    builder.connect(sw, 41, host, 1, link);
  }
  return builder.build();
}

transcript("guides/compare.md", (folder) => {
  const plan = machine();
  const leaf = plan.portStart[plan.findNode("leaf3") ?? 0] ?? 0;
  const real = withoutLinks(plan, [plan.portLink[leaf + 21] ?? 0]);
  writeFileSync(join(folder, "plan.topo"), writeIbnetdiscover(plan));
  writeFileSync(join(folder, "real.topo"), writeIbnetdiscover(real));
  writeFileSync(
    join(folder, "job.txt"),
    ["n11", "n21", "n31", "n41", "n51", "n61", "n12", "n22", ""].join("\n"),
  );
});
