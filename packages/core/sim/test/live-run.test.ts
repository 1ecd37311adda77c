import { LiveRun, runExperiment } from "@fabriclab/sim";
import {
  JOURNAL_BYTES,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
} from "@fabriclab/spec";
import { queuePair } from "@fabriclab/hca-queue-pair";
import type { EndportIx } from "@fabriclab/units";
import { ring } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { scripted, type Sent } from "./scripted.ts";
import { clockwise, upDown } from "./up-down.ts";

/** Everybody sends five packets most of the way round a ring of five. */
const mostWay: Sent[] = [0, 1, 2, 3, 4].flatMap((from) =>
  [0, 1, 2, 3, 4].map(() => ({ from, to: (from + 3) % 5, bytes: 1024, at: 0 })),
);
const lab = (routing: typeof clockwise) =>
  experiment({ fabric: ring(5), routing, traffic: [use(scripted(mostWay))] });

/** The host that stands so many places after another. */
function hostAfter(run: LiveRun, source: number, by: number): EndportIx {
  const { hosts } = run.composition;
  return hosts[(hosts.indexOf(source as EndportIx) + by) % hosts.length]!;
}

describe("a run that its caller moves forward", () => {
  it("delivers the same packets at the same moments as a whole run, whatever the stretches", async () => {
    const whole = await runExperiment(lab(upDown));
    expect(whole.status).toBe("finished");
    for (const packets of [0, 0.3, 1, 7, 1000]) {
      const run = new LiveRun(lab(upDown));
      let seen = 0;
      while (!run.idle)
        await run.advance(
          run.nowPs + packets * run.packetPs,
          ({ records, count }) => {
            for (let k = 0; k < count; k++)
              if (
                records[k * JOURNAL_STRIDE + JOURNAL_KIND] ===
                JournalKind.delivered
              )
                seen += 1;
          },
        );
      expect(seen).toBe(mostWay.length);
      expect(run.counts).toMatchObject({
        injected: 25,
        delivered: 25,
        inFlight: 0,
      });
      expect(run.results()["latency"]).toEqual({
        ...whole.metrics["latency"],
        ci95: undefined,
      });
      expect(run.deadlock()).toBeUndefined();
      expect(run.waits()).toEqual([]);
    }
  });

  it("hands out what channels carried, stretch by stretch", async () => {
    const run = new LiveRun(lab(upDown));
    const { fabric, hosts } = {
      fabric: run.composition.experiment.fabric,
      hosts: run.composition.hosts,
    };
    const sent = hosts.map(() => 0);
    while (!run.idle) {
      await run.advance(run.nowPs + 2 * run.packetPs);
      const { packets } = run.takeChannelCounters();
      hosts.forEach((host, k) => {
        sent[k]! += packets[fabric.endportPort[host]!]!;
      });
    }
    expect(sent).toEqual([5, 5, 5, 5, 5]);
  });

  it("shows every packet on every channel it crosses, when it is looked at once in a shortest hop", async () => {
    // Hosts that are slower than their links, so that packets stand in front of them.
    const slow = {
      ...lab(upDown),
      hca: use(queuePair, {
        receiveBuffer: "2 packets",
        receiveRate: "0.5Gb/s",
      }),
    };
    for (const one of [lab(upDown), lab(clockwise), slow]) {
      const run = new LiveRun(one);
      const { fabric } = run.composition.experiment;
      const { tickPs } = run.composition;
      const sends: number[][] = Array.from(
        { length: fabric.portCount },
        () => [],
      );
      const see = (channel: number, sent: number, length: number): void => {
        // A link carries one packet after another.
        const before = sends[channel]!.at(-1) ?? -length;
        expect(sent).toBeGreaterThanOrEqual(before + length);
        sends[channel]!.push(sent);
      };
      let last = -1;
      for (let k = 0; k < 1200 && !run.idle; k++) {
        const delivered: [number, number, number][] = [];
        await run.advance(
          run.nowPs + run.shortestHop * tickPs,
          ({ records, count, baseTick }) => {
            for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
              delivered.push([
                records[at + JOURNAL_PLACE]!,
                records[at + JOURNAL_BYTES]!,
                baseTick + records[at + JOURNAL_TIME]!,
              ]);
          },
        );
        const inside = run.packets();
        expect(inside).toHaveLength(run.counts.inFlight);
        for (const { channel, sent, length, source, dlid } of inside) {
          expect(dlid).toBe(
            run.composition.tables.pathLid(
              source as EndportIx,
              hostAfter(run, source, 3),
            ),
          );
          if (sent > last) see(channel, sent, length);
        }
        for (const [endport, bytes, time] of delivered) {
          const link = run.lastLink(endport, bytes, time);
          expect(link === undefined).toBe(one === slow);
          if (link === undefined) continue;
          see(
            fabric.portPeer[fabric.endportPort[endport]!]!,
            link.sent,
            link.length,
          );
        }
        last = run.nowPs / tickPs - 1;
      }
      expect(sends.map(({ length }) => length)).toEqual([
        ...run.takeChannelCounters().packets,
      ]);
    }
  });

  it("says who waits for whom, and when they wait in a cycle", async () => {
    const run = new LiveRun(lab(clockwise));
    expect(run.waits()).toEqual([]);
    expect(run.deadlock()).toBeUndefined();
    let found = run.deadlock();
    for (let k = 0; k < 100 && found === undefined; k++) {
      await run.advance(run.nowPs + run.packetPs);
      found = run.deadlock();
    }
    const { cycle = [], named = [] } = found ?? {};
    expect(cycle.length).toBeGreaterThanOrEqual(5);
    expect(named).toHaveLength(cycle.length);
    cycle.forEach((one, k) => {
      const { node, stage, port, lane } = cycle[(k + 1) % cycle.length]!;
      expect(one.waitsFor).toEqual({ node, stage, port, lane });
    });
    const places = run
      .waits()
      .map(({ node, stage, port, lane }) => `${node} ${stage} ${port} ${lane}`);
    for (const { node, stage, port, lane } of cycle)
      expect(places).toContain(`${node} ${stage} ${port} ${lane}`);
  });
});
