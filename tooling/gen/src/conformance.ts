import { kinds, type Kind } from "./kinds.ts";

/** How a family's kit is called: imports beside the kit, and the lines that give it something to examine. */
interface KitCall {
  readonly kit: string;
  readonly imports: readonly string[];
  readonly cases: string;
  readonly setup: string;
}

const tablesCases = `const on = (fabric: Fabric) => {
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  return {
    context: {
      fabric,
      lids,
      routing: xy.create({ fabric, lids }, {}) as RoutingRule,
      routingName: xy.name,
      groups: [],
    },
  };
};
const cases = [on(mesh.build(parseOptions(mesh, { columns: 3, rows: 4 })))];
`;
const tablesImports = [
  'import { sequential } from "@fabriclab/addressing-sequential";',
  'import { xy } from "@fabriclab/routing-xy";',
  'import { parseOptions, type Fabric, type RoutingRule } from "@fabriclab/spec";',
  'import { mesh } from "@fabriclab/topology-mesh";',
];

const kits: Readonly<Record<string, KitCall>> = {
  topology: {
    kit: "topologyKit",
    imports: [],
    cases: "",
    setup: "{ cases: [{}] }",
  },
  addressing: {
    kit: "addressingKit",
    imports: ['import { chain, star } from "@fabriclab/testing-fabrics";'],
    cases: "const cases = [chain(3), star(4)].map((fabric) => ({ fabric }));\n",
    setup: "{ cases }",
  },
  routing: {
    kit: "routingKit",
    imports: [
      'import { sequential } from "@fabriclab/addressing-sequential";',
      'import { chain, star } from "@fabriclab/testing-fabrics";',
    ],
    cases: `const cases = [chain(3), star(4)].map((fabric) => ({
  fabric,
  addressing: sequential,
}));
`,
    setup: "{ cases }",
  },
  unicast: {
    kit: "tablesKit",
    imports: tablesImports,
    cases: tablesCases,
    setup: "cases",
  },
  switch: {
    kit: "switchKit",
    imports: [
      'import { parseOptions } from "@fabriclab/spec";',
      'import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";',
      'import { asynchronous } from "@fabriclab/switch-replication";',
    ],
    cases: `const parts = {
  arbiter: roundRobin.build(parseOptions(roundRobin, {})),
  laneScheduler: roundRobinLanes.build(parseOptions(roundRobinLanes, {})),
  replication: asynchronous.build(parseOptions(asynchronous, {})),
};
`,
    setup: "[{ parts }]",
  },
  traffic: {
    kit: "trafficKit",
    imports: [],
    cases: "",
    setup: "[{}]",
  },
  pattern: {
    kit: "patternKit",
    imports: [],
    cases: "",
    setup: "[{ hosts: 2 }, { hosts: 13 }]",
  },
  metric: {
    kit: "metricKit",
    imports: [],
    cases: "",
    setup: "[{}]",
  },
  hca: { kit: "hcaKit", imports: [], cases: "", setup: "[{}]" },
  arbiter: { kit: "arbiterKit", imports: [], cases: "", setup: "[{}]" },
  "lane-scheduler": {
    kit: "laneSchedulerKit",
    imports: [],
    cases: "",
    setup: "[{}]",
  },
  replication: { kit: "replicationKit", imports: [], cases: "", setup: "[{}]" },
  select: { kit: "selectKit", imports: [], cases: "", setup: "[{}]" },
  drop: { kit: "dropKit", imports: [], cases: "", setup: "[{}]" },
  lanes: {
    kit: "laneTablesKit",
    imports: tablesImports,
    cases: tablesCases,
    setup: "cases",
  },
  multicast: {
    kit: "multicastTablesKit",
    imports: tablesImports,
    cases: tablesCases,
    setup: "cases",
  },
};

/** The test of a kind that has no kit: that the algorithm runs at all. */
function withoutKit(kind: Kind, exported: string): string {
  const call =
    kind.define === undefined ? exported : `${exported}.${kind.method}`;
  const given = kind.define === undefined ? kind.takes.length : 3;
  return `import { it } from "vitest";
import { ${exported} } from "../src/index.ts";

// No kit examines this family. Once it is written, tests of your own take this one's place: their expected values come from a drawing, a closed form or another program.
it("is written", () => {
  (${call} as (...given: never[]) => unknown)(${Array(given).fill("undefined as never").join(", ")});
});
`;
}

/** Where the test of a new package stands: only what calls a kit is called a conformance test. */
export const testFile = (kindName: string, name: string): string =>
  `test/${name}.${kits[kindName] === undefined ? "" : "conformance."}test.ts`;

/** The test of a new package, which fails until the algorithm is written. */
export function conformance(kindName: string, exported: string): string {
  const call = kits[kindName];
  const kind = kinds[kindName];
  if (kind === undefined) throw new Error(`no kind ${kindName}`);
  if (call === undefined) return withoutKit(kind, exported);
  const imports = [
    ...call.imports,
    `import { ${call.kit} } from "@fabriclab/testing-conformance";`,
  ].sort((a, b) =>
    (a.split(" from ")[1] ?? "") < (b.split(" from ")[1] ?? "") ? -1 : 1,
  );
  return `${imports.join("\n")}
import { describe, it } from "vitest";
import { ${exported} } from "../src/index.ts";

${call.cases}
${call.kit}(${exported}, ${call.setup}, { describe, it });
`;
}
