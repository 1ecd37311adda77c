import { singleLid } from "@fabriclab/routing-single-lid";
import {
  compose,
  runExperiment,
  type Experiment,
  type Use,
} from "@fabriclab/sim";
import {
  defineTraffic,
  parseOptions,
  type Stream,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { hpp } from "@fabriclab/switch-hpp";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { bytes, endportIx, ps, type EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { recorder } from "./scripted.ts";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));

/** One packet from `source` to the LID of `destination`; `told` hears the context. */
const one = (
  source: number,
  destination: number,
  size: number,
  told: (latency: number) => void,
) =>
  defineTraffic({
    name: "one-packet",
    summary: "One packet.",
    cites: [],
    params: z.object({}),
    claims: { loop: "open", finite: true },
    groups: () => [],
    create(context: TrafficTablesContext) {
      const dlid = context.tables.lids.baseLid[destination] ?? 0;
      told(
        context.idleLatency?.(source as EndportIx, dlid, size) ?? Number.NaN,
      );
      let sent = false;
      const stream: Stream = {
        source: source as EndportIx,
        serviceLevels: [0],
        next(draft) {
          if (sent) return false;
          sent = true;
          Object.assign(draft, {
            birth: 0,
            dlid,
            bytes: size,
            sl: 0,
            tag: 0,
            flags: 0,
          });
          return true;
        },
      };
      return {
        streams: [stream],
        finite: true,
        switchEndports: true,
        maxPacketBytes: bytes(size),
        minPacketBytes: bytes(size),
      };
    },
  });

const setting = (
  plugin: ReturnType<typeof one>,
  metrics: Use[],
): Experiment => {
  const plain = experiment({
    fabric,
    routing: singleLid,
    traffic: [use(plugin)],
    metrics,
  });
  return {
    ...plain,
    switchModel: { ...plain.switchModel, use: use(hpp, { showAhead: false }) },
    link: { byteTime: ps(1600), flight: ps(40_000) },
  };
};

describe("the latency that a traffic is told of an idle network", () => {
  // Switches are endports 0 … 5, hosts 6 … 13.
  const leaf = fabric.attachment(endportIx(6))?.sw ?? -1;
  it.each([
    ["host to host", 6, 13, 64],
    ["host to its switch", 6, leaf, 10],
    ["host to host behind one switch", 6, 7, 1024],
    ["switch to switch", 0, 5, 10],
    ["switch to host", 2, 6, 10],
  ])("is what a packet takes: %s", async (_, source, destination, size) => {
    let latency = 0;
    const { plugin, seen } = recorder();
    await runExperiment(
      setting(
        one(source, destination, size, (told) => {
          latency = told;
        }),
        [use(plugin)],
      ),
    );
    expect(seen.map(({ birth, time }) => time - birth)).toEqual([latency]);
  });

  it("is endless where nobody owns the LID", () => {
    let latency = 0;
    const plugin = one(6, 7, 64, () => undefined);
    compose(
      setting(
        {
          ...plugin,
          create(context, options, parts) {
            latency = context.idleLatency?.(endportIx(6), 4000, 64) ?? 0;
            return plugin.create(context, options, parts);
          },
        },
        [],
      ),
    );
    expect(latency).toBe(Infinity);
  });
});
