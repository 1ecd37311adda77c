import { expect, describe, it } from "vitest";
import * as balance from "@fabriclab/analysis-balance";
import * as logp from "@fabriclab/analysis-logp";
import * as fabrics from "@fabriclab/fabric";
import { experimentOf, readScenario } from "@fabriclab/formats-scenario";
import * as goal from "../../../packages/formats/goal/src/index.ts";
import * as kernel from "@fabriclab/kernel";
import * as networks from "@fabriclab/network";
import * as paths from "@fabriclab/paths";
import * as sim from "@fabriclab/sim";
import { FabricError } from "@fabriclab/spec";
import * as spec from "@fabriclab/spec";
import * as arbiters from "@fabriclab/switch-arbiters";
import * as stores from "@fabriclab/experiment-store";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { connection } from "@fabriclab/traffic-connection";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { poisson } from "@fabriclab/traffic-poisson";
import * as units from "@fabriclab/units";
import * as queueing from "../../../packages/analysis/queueing/src/index.ts";
import {
  context,
  fabric,
  networkOf,
  tables,
} from "../../../packages/core/connection/examples/two-paths.part.ts";
import { catalogue } from "../src/errors/catalogue.ts";
import { errorExample } from "../src/errors/example.ts";
import { loadRegistry } from "../src/plugins.ts";
import { scenario, workFolder } from "./command.ts";

const work = workFolder();

const expressions = Object.entries(catalogue).flatMap(([code, { example }]) => {
  const found = errorExample(example);
  return found.kind === "ts" ? [{ code, expression: found.expression }] : [];
});

/** What the names in the examples stand for. */
async function scope(): Promise<Readonly<Record<string, unknown>>> {
  const builder = new fabrics.FabricBuilder("net");
  const [a, b, c] = [..."ABC"].map((name) => builder.addSwitch(name, 8));
  return {
    ...arbiters,
    ...balance,
    ...logp,
    ...fabrics,
    ...goal,
    ...kernel,
    ...networks,
    ...paths,
    ...queueing,
    ...sim,
    ...spec,
    ...units,
    ...{ fatTree, connection, constantRate, poisson },
    ...{ builder, a, b, c, context, fabric, tables },
    options: {},
    config: {
      ...{ fabric, tables, traffic: [], tickPs: 1000 },
      hca: { name: "none", sendDelay: 0, receiveDelay: 0 },
      link: { byteTimePs: 4000, flightPs: 20_000 },
    },
    network: networkOf([], {}, { changes: true }),
    store: stores.fileStore(work.path),
    experiment: experimentOf(
      readScenario(scenario, {
        file: "net.yaml",
        registry: await loadRegistry({}),
      }),
    ),
  };
}

describe("a call that the pages show as an error's example", () => {
  it("is there for many of them", () => {
    expect(expressions.length).toBeGreaterThan(25);
  });

  it.each(expressions)("throws $code: $expression", async (one) => {
    const names = await scope();
    const body = `"use strict"; return (async () => { ${one.expression} })();`;

    // oxlint-disable-next-line typescript/no-implied-eval -- they are code, as documents print it
    const call = new Function(...Object.keys(names), body) as (
      ...values: unknown[]
    ) => Promise<unknown>;
    const thrown: unknown = await call(...Object.values(names)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(FabricError.is(thrown) ? thrown.code : thrown).toBe(one.code);
  });
});
