// A scenario read with two plugins of one's own, an override, and a mistake that is refused at its line.
import {
  parseOverride,
  readScenario,
  type Registry,
} from "@fabriclab/formats-scenario";
import { cyclic } from "@fabriclab/routing-cyclic";
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { FabricError } from "@fabriclab/spec";
import { asynchronous } from "@fabriclab/switch-replication";
import * as arbiters from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";

// Nothing registers itself: a registry is a plain value of the plugins that scenarios may name.
const plugins = Object.values(arbiters);
const registry: Registry = {
  topology: [fatTree],
  addressing: [multipleLid],
  routing: [cyclic],
  tables: [linear, multicastUnion],
  switch: [relay],
  arbiter: plugins.filter(({ kind }) => kind === "arbiter"),
  "lane-scheduler": plugins.filter(({ kind }) => kind === "lane-scheduler"),
  replication: [asynchronous],
  hca: [injector],
  traffic: [poisson],
  pattern: [uniform],
  metric: [latency],
};

const text = `topology: { kind: fat-tree, ports: 8, levels: 3 }
routing: cyclic
traffic: { kind: poisson, load: 0.3, size: 256B }
metrics: latency
`;

const scenario = readScenario(text, {
  file: "net.yaml",
  registry,
  overrides: [parseOverride("load=0.4")],
});
console.log(
  scenario.addressing?.plugin.name,
  scenario.traffic[0]?.options["load"],
);

try {
  readScenario(text.replace("load", "laod"), { file: "net.yaml", registry });
} catch (error) {
  if (!FabricError.is(error)) throw error;
  const { file, line, column } = error.where;
  console.log(`${file}:${line}:${column}: ${error.message}; ${error.hint}`);
}
