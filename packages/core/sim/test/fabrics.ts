import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/** One switch with `hosts` hosts. */
export function star(hosts: number): Fabric {
  const builder = new FabricBuilder(`star of ${hosts}`);
  const sw = builder.addSwitch("S", hosts);
  for (let host = 0; host < hosts; host += 1)
    builder.connect(sw, host + 1, builder.addHost(`H${host}`), 1);
  return builder.build();
}

/** Switches in a circle, a host each; port 1 leads on, port 2 back, port 3 to the host. */
export function ring(switches: number): Fabric {
  const builder = new FabricBuilder(`ring of ${switches}`);
  const nodes = Array.from({ length: switches }, (_, i) =>
    builder.addSwitch(`S${i}`, 3),
  );
  for (const [i, sw] of nodes.entries()) {
    builder.connect(sw, 1, nodes[(i + 1) % switches] ?? sw, 2);
    builder.connect(sw, 3, builder.addHost(`H${i}`), 1);
  }
  return builder.build();
}
