import { tablesKit, type TablesCase } from "@fabriclab/testing-conformance";
import {
  chain,
  complete,
  irregularFabric,
  kimFigure4a,
  parallel,
  ring,
  star,
  twoPlanes,
} from "@fabriclab/testing-fabrics";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { pathBitTable } from "../src/index.ts";
import { made, type MadeOptions } from "./made.ts";

const given = (fabric: Fabric, options: MadeOptions = {}): TablesCase => ({
  context: made(fabric, options).context,
  ...(options.tables === undefined ? {} : { options: options.tables }),
});
const irregular = (seed: number): Fabric =>
  irregularFabric({ switches: 8, ports: 6, extraLinks: 4, seed });
const specific = { tables: { lookup: "specific" } };
const grid = mesh.build(
  parseOptions(mesh, { columns: 3, rows: 3, hostsPerSwitch: 2 }),
);

tablesKit(
  pathBitTable,
  [
    given(chain(3)),
    given(star(4)),
    given(twoPlanes()),
    given(ring(5)),
    given(parallel(3)),
    given(kimFigure4a()),
    given(kimFigure4a(), { addressing: { bits: 0 } }),
    // More bits than cycles, and fewer.
    given(kimFigure4a(), { addressing: { bits: 4 } }),
    given(complete(5), { addressing: { bits: 2 } }),
    given(complete(4), specific),
    given(grid),
    given(grid, specific),
    given(irregular(1)),
    given(irregular(2), specific),
    given(irregular(4), { tables: { adaptiveDetour: 0 } }),
    given(irregular(5), { tables: { adaptiveDetour: 1 } }),
    given(irregular(3), { routing: { detour: 1 } }),
  ],
  { describe, it },
);
