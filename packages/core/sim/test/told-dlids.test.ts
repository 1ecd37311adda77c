import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { cyclic } from "@fabriclab/routing-cyclic";
import { compose, runExperiment } from "@fabriclab/sim";
import {
  defineMetric,
  JOURNAL_CLASS,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  journalDlid,
  parseOptions,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { ps, type EndportIx } from "@fabriclab/units";
import { expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { recorder, scripted } from "./scripted.ts";

/** A metric that keeps source, destination and DLID of every delivery, where it asks for them or not. */
function listener(asks: boolean) {
  const heard: (readonly [number, number, number])[] = [];
  const plugin = defineMetric({
    name: "test-listener",
    summary: "Writes DLIDs down.",
    cites: [],
    params: z.object({}),
    claims: { unit: "packets" },
    ...(asks ? { dlids: () => true } : {}),
    create: () => ({
      observe({ records, count }) {
        for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
          heard.push([
            records[at + JOURNAL_SOURCE]!,
            records[at + JOURNAL_PLACE]!,
            journalDlid(records[at + JOURNAL_CLASS]!),
          ]);
      },
      reset: () => undefined,
      merge: () => undefined,
      result: () => ({}),
    }),
  });
  return { plugin, heard };
}

// Eight hosts with two LIDs each: the DLID depends on the source.
const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));
const HOSTS = 8;
const sent = Array.from({ length: HOSTS * HOSTS }, (_, k) => ({
  from: Math.floor(k / HOSTS),
  to: k % HOSTS,
  bytes: 256,
  at: k * 100,
})).filter(({ from, to }) => from !== to);

it.each(["fast", "general"])(
  "tells a metric the DLIDs that it asks for, and changes nothing else, in the %s loop",
  async (loop) => {
    const run = async (asks: boolean) => {
      const { plugin, heard } = listener(asks);
      const record = recorder();
      const lab = {
        ...experiment({
          fabric,
          tables: {
            addressing: use(multipleLid),
            routing: use(cyclic),
            unicast: use(linear),
          },
          traffic: [use(scripted(sent))],
          metrics: [use(plugin), use(record.plugin)],
        }),
        // Live changes ask for the general loop; this one comes when all is over.
        ...(loop === "general"
          ? { changes: [{ at: ps(1_000_000_000), resweep: true as const }] }
          : {}),
      };
      await runExperiment(lab);
      return { heard, seen: record.seen, tables: compose(lab).tables };
    };
    const asked = await run(true);
    const silent = await run(false);
    expect(asked.heard).toHaveLength(sent.length);
    for (const [source, place, dlid] of asked.heard)
      expect(dlid).toBe(
        asked.tables.pathLid(source as EndportIx, place as EndportIx),
      );
    expect(new Set(asked.heard.map(([, , dlid]) => dlid)).size).toBeGreaterThan(
      HOSTS,
    );
    expect(silent.heard.every(([, , dlid]) => dlid === 0)).toBe(true);
    expect(asked.seen).toEqual(silent.seen);
  },
);
