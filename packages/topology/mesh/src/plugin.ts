import {
  FabricBuilder,
  linkParams,
  MAX_GENERATED_PORTS,
  refuseGeneratedSize,
  type NodeRef,
} from "@fabriclab/fabric";
import {
  defineTopology,
  FabricError,
  flagParam,
  intParam,
  PAPERS,
} from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { hostLabel, switchLabel } from "./label.ts";
import { EAST, HOST, NORTH, SOUTH, WEST } from "./port.ts";
import { sizesFor } from "./sizes.ts";

/**
 * IbaMesh(m,n): switches N(x,y), 0 ≤ x < m columns, 0 ≤ y < n rows, each with its host(s); a torus with `wrap`.
 *
 * Ports 1 = east (+x), 2 = north (+y), 3 = west, 4 = south, from 5 on hosts. Switches and hosts are numbered x·n + y, so that LIDs given in
 * host order are zhou2010's x·n + y + 1.
 *
 * @throws FabricError E_MESH_SIZE, E_MESH_WRAP.
 */
export const mesh = defineTopology({
  name: "mesh",
  summary:
    "The 2-D mesh of switches with a host (or several) at each; a torus when wrapped.",
  cites: [PAPERS.zhou2010],
  params: z.object({
    columns: intParam({ min: 1, max: 99_999, default: 16 }).describe(
      "Switches along x (m).",
    ),
    rows: intParam({ min: 1, max: 99_999, default: 16 }).describe(
      "Switches along y (n).",
    ),
    hostsPerSwitch: intParam({
      min: 1,
      max: MAX_PORTS - SOUTH,
      default: 1,
    }).describe("Hosts at each switch, on ports 5, 6, …"),
    wrap: flagParam(false).describe(
      "Close rows and columns to rings: a torus. Needs at least 3 switches along both.",
    ),
    ...linkParams,
  }),
  claims: {
    switches: ({ columns, rows }) => columns * rows,
    hosts: ({ columns, rows, hostsPerSwitch }) =>
      columns * rows * hostsPerSwitch,
    links: ({ columns, rows, hostsPerSwitch, wrap }) =>
      columns * rows * hostsPerSwitch +
      (wrap ? 2 * columns * rows : (columns - 1) * rows + columns * (rows - 1)),
    diameter: ({ columns, rows, wrap }) =>
      1 +
      (wrap
        ? Math.floor(columns / 2) + Math.floor(rows / 2)
        : columns + rows - 2),
    sizes: sizesFor,
  },
  build({ columns, rows, hostsPerSwitch, wrap, speed, width, flight }) {
    const switches = columns * rows;
    // A switch has four ports to its neighbours, and a host is a port at either end of its cable.
    const portsEach = SOUTH + 2 * hostsPerSwitch;
    refuseGeneratedSize(
      {
        switches,
        hosts: switches * hostsPerSwitch,
        ports: switches * portsEach,
      },
      {
        code: "E_MESH_SIZE",
        path: "columns",
        expected: `columns x rows of at most ${Math.floor(MAX_GENERATED_PORTS / portsEach)}`,
      },
    );
    if (wrap && (columns < 3 || rows < 3)) {
      throw new FabricError({
        code: "E_MESH_WRAP",
        message:
          "a ring needs at least three switches; two would be cabled twice, one to itself",
        where: { path: "wrap" },
        got: `${columns} columns, ${rows} rows`,
        expected: "at least 3 of each",
      });
    }
    const link = { speed, width, flight };
    const builder = new FabricBuilder(
      `${wrap ? "torus" : "mesh"} ${columns} column${columns === 1 ? "" : "s"} ${rows} row${rows === 1 ? "" : "s"}`,
    );
    const grid: NodeRef[][] = [];
    for (let x = 0; x < columns; x++) {
      grid.push(
        Array.from({ length: rows }, (_, y) =>
          builder.addSwitch(switchLabel(x, y), SOUTH + hostsPerSwitch),
        ),
      );
    }
    const at = (x: number, y: number): NodeRef | undefined =>
      grid[wrap ? x % columns : x]?.[wrap ? y % rows : y];
    for (const [x, column] of grid.entries()) {
      for (const [y, node] of column.entries()) {
        for (let slot = 0; slot < hostsPerSwitch; slot++) {
          const host = builder.addHost(
            hostLabel(x, y, hostsPerSwitch === 1 ? undefined : slot),
          );
          builder.connect(node, HOST + slot, host, 1, link);
        }
        const east = at(x + 1, y);
        if (east !== undefined) builder.connect(node, EAST, east, WEST, link);
        const north = at(x, y + 1);
        if (north !== undefined)
          builder.connect(node, NORTH, north, SOUTH, link);
      }
    }
    return builder.build();
  },
});
