import { FabricBuilder } from "@fabriclab/fabric";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import type { Lid, Sl } from "@fabriclab/units";

/** A three-level fat tree of switches with `ports` ports, full bisection, and d-mod-k tables: ports³/4 hosts. */
export function threeLevels(ports: number): {
  fabric: Fabric;
  tables: ForwardingTables;
} {
  const half = ports / 2;
  const builder = new FabricBuilder(`${ports}-port three-level tree`);
  const add = (kind: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      builder.addSwitch(`${kind}${i}`, ports),
    );
  const leaves = add("leaf", ports * half);
  const middle = add("middle", ports * half);
  const tops = add("top", half * half);
  for (const [i, leaf] of leaves.entries()) {
    const pod = Math.floor(i / half);
    for (let port = 1; port <= half; port++)
      builder.connect(
        builder.addHost(`H${i * half + port - 1}`),
        1,
        leaf,
        port,
      );
    for (let up = 0; up < half; up++) {
      const above = middle[pod * half + up];
      if (above !== undefined)
        builder.connect(leaf, half + 1 + up, above, (i % half) + 1);
    }
  }
  for (const [i, below] of middle.entries()) {
    const pod = Math.floor(i / half);
    for (let up = 0; up < half; up++) {
      const above = tops[(i % half) * half + up];
      if (above !== undefined)
        builder.connect(below, half + 1 + up, above, pod + 1);
    }
  }
  const fabric = builder.build();
  const { switchCount, endportCount } = fabric;
  const lids = lidTable(
    Uint16Array.from({ length: endportCount }, (_, endport) => endport + 1),
    new Uint8Array(endportCount),
  );
  const lft = Array.from({ length: switchCount }, (_, sw) => {
    const table = new Uint8Array(endportCount + 1).fill(255);
    table[sw + 1] = 0;
    for (let host = 0; host < endportCount - switchCount; host++) {
      const leaf = Math.floor(host / half);
      const pod = Math.floor(leaf / half);
      const up = half + 1;
      let port: number;
      if (sw < leaves.length)
        port = sw === leaf ? (host % half) + 1 : up + (host % half);
      else if (sw < leaves.length + middle.length)
        port =
          Math.floor((sw - leaves.length) / half) === pod
            ? (leaf % half) + 1
            : up + (leaf % half);
      else port = pod + 1;
      table[switchCount + host + 1] = port;
    }
    return table;
  });
  return {
    fabric,
    tables: {
      lids,
      lft,
      lanes: 1,
      engine: "d-mod-k",
      pathLid: (_, destination) => (lids.baseLid[destination] ?? 0) as Lid,
      pathSl: () => 0 as Sl,
    },
  };
}
