import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { latency } from "@fabriclab/metrics-latency";
import { roundRobin } from "@fabriclab/switch-arbiters";
import { star } from "@fabriclab/testing-fabrics";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import {
  cabledHosts,
  compose,
  composeTables,
  type Experiment,
  type TableSource,
} from "@fabriclab/sim";
import { expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const load = use(poisson, { load: 0.1 });
const good = experiment({
  fabric: star(3),
  routing: upDown,
  traffic: [{ ...load, pattern: use(uniform) }],
});
/** The experiment of a program without types. */
const untyped = (parts: object): Experiment => ({ ...good, ...parts });
const parts = good.switchModel;

it.each([
  ["measure", "nothing", { measure: undefined }],
  ["link", "nothing", { link: undefined }],
  ["fabric", "nothing", { fabric: undefined }],
  ["tables", "nothing", { tables: undefined }],
  ["metrics", "metric latency", { metrics: use(latency) }],
  ["metrics[0]", "metric latency, without options", { metrics: [latency] }],
  ["metrics[0]", "pattern uniform", { metrics: [use(uniform)] }],
  ["hca", "injector", { hca: "injector" }],
  ["hca", "an object that holds no plugin", { hca: { kind: 3 } }],
  ["traffic[0]", "pattern uniform", { traffic: [use(uniform)] }],
  [
    "traffic[0].pattern",
    "pattern uniform, without options",
    { traffic: [{ ...load, pattern: uniform }] },
  ],
  [
    "switchModel.arbiter",
    "replication asynchronous",
    { switchModel: { ...parts, arbiter: parts.replication } },
  ],
  [
    "switchModel.laneScheduler",
    "nothing",
    { switchModel: { ...parts, laneScheduler: undefined } },
  ],
  [
    "switchModel.drop",
    "arbiter round-robin",
    { switchModel: { ...parts, drop: use(roundRobin) } },
  ],
])("nothing runs with this as its %s: %s", (path, got, wrong) => {
  expect(() => compose(untyped(wrong))).toThrow(
    expect.objectContaining({ code: "E_SIM_EXPERIMENT", where: { path }, got }),
  );
});

it.each([
  [
    "tables.routing",
    "routing test-up-down, without options",
    { routing: upDown },
  ],
  ["tables.unicast", "nothing", { unicast: undefined }],
  [
    "tables.unicast",
    "multicast tables multicast-union",
    { unicast: use(multicastUnion) },
  ],
  ["tables.multicast", "unicast tables linear", { multicast: use(linear) }],
  ["tables.given", "nothing", { given: undefined }],
])("no tables come from this as %s: %s", (path, got, wrong) => {
  const source = { ...good.tables, ...wrong } as TableSource;
  const hosts = cabledHosts(good.fabric);
  expect(() => composeTables(good.fabric, source, [], hosts)).toThrow(
    expect.objectContaining({ code: "E_SIM_EXPERIMENT", where: { path }, got }),
  );
});
