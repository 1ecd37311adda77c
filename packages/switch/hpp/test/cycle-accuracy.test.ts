import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import { createNetwork } from "@fabriclab/network";
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import {
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  parseOptions,
  type ForwardingTables,
  type Stream,
} from "@fabriclab/spec";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { bytes, type EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { hpp } from "../src/index.ts";
import { runClocked, type Shot } from "./clocked-switch.ts";

const CYCLE = 3200;

/** A switch with a host at every port: host h at port h + 1. */
function single(ports: number) {
  const builder = new FabricBuilder("single");
  const sw = builder.addSwitch("S", ports);
  for (let host = 0; host < ports; host += 1)
    builder.connect(sw, host + 1, builder.addHost(`H${host}`), 1);
  const fabric = builder.build();
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const lft = new Uint8Array(lids.topLid + 1).fill(255);
  for (let host = 0; host < ports; host += 1)
    lft[lids.baseLid[1 + host]!] = host + 1;
  const tables: ForwardingTables = {
    lids,
    lft: [lft],
    lanes: 1,
    engine: "by hand",
    pathLid: (_, to) => lids.baseLid[to] as never,
    pathSl: () => 0 as never,
  };
  return { fabric, tables };
}

interface Drawn {
  readonly ports: number;
  readonly unicastLanes: number;
  readonly barrier: boolean;
  readonly buffer: number;
  readonly credit: number;
  readonly showAhead: boolean;
  readonly flight: number;
  readonly load: number;
  readonly seed: number;
}

/** Random traffic of even sizes for about 100,000 cycles. */
function drawShots(drawn: Drawn, lanes: number): Shot[] {
  const shots: Shot[] = [];
  const sizes = [10, 64, 128, 256, 250];
  for (let source = 0; source < drawn.ports; source += 1) {
    const random = randomStream(drawn.seed, `shots/${source}`);
    // A clock per lane, so that lanes compete.
    for (let lane = 0; lane < lanes; lane += 1) {
      let clock = 0;
      for (;;) {
        const size = sizes[random.below(sizes.length)]!;
        clock += random.exponential() * ((140 * lanes) / 2 / drawn.load);
        if (clock > 100_000) break;
        const other = random.below(drawn.ports - 1);
        shots.push({
          birth: Math.floor(clock),
          source,
          destination: other < source ? other : other + 1,
          lane,
          bytes: size,
        });
      }
    }
  }
  return shots;
}

function runEngine(drawn: Drawn, shots: readonly Shot[]): Int32Array {
  const { fabric, tables } = single(drawn.ports);
  const model = hpp.build(
    parseOptions(hpp, {
      unicastLanes: drawn.unicastLanes,
      mixed: false,
      barrier: drawn.barrier,
      mtu: `${Math.min(1024, drawn.buffer)}B`,
      inputBuffer: `${drawn.buffer}B`,
      creditPacket: drawn.credit,
      showAhead: drawn.showAhead,
    }),
    {
      arbiter: matrix.build({}),
      laneScheduler: roundRobinLanes.build({}),
      replication: asynchronous.build({}),
    },
  );
  const byStream = new Map<number, number[]>();
  shots.forEach(({ source, lane }, shot) => {
    const key = source * model.lanes + lane;
    byStream.set(key, [...(byStream.get(key) ?? []), shot]);
  });
  const streams = [...byStream.values()].map((list): Stream => {
    const first = shots[list[0]!]!;
    let next = 0;
    return {
      source: (1 + first.source) as EndportIx,
      serviceLevels: [first.lane],
      next(draft) {
        const index = list[next++];
        if (index === undefined) return false;
        const shot = shots[index]!;
        draft.birth = shot.birth;
        draft.dlid = tables.lids.baseLid[1 + shot.destination]!;
        draft.bytes = shot.bytes;
        draft.sl = shot.lane;
        draft.tag = index;
        draft.flags = 0;
        return true;
      },
    };
  });
  const network = createNetwork({
    fabric,
    tables,
    switchModels: [model],
    hca: injector.build(parseOptions(injector, {})),
    traffic: [
      {
        streams,
        finite: true,
        maxPacketBytes: bytes(256),
        minPacketBytes: bytes(10),
      },
    ],
    tickPs: CYCLE,
    link: { byteTimePs: CYCLE / 2, flightPs: drawn.flight * CYCLE },
    checked: true,
    injections: false,
  });
  const delivered = new Int32Array(shots.length).fill(-1);
  while (!network.idle()) {
    network.run(network.now + 5000);
    const { records, count, baseTick } = network.journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
      delivered[records[at + JOURNAL_TAG]!] =
        baseTick + records[at + JOURNAL_TIME]!;
    network.clearJournal();
  }
  return delivered;
}

describe("every departure of 100,000 cycles is in the cycle of a clocked model", () => {
  const plain: Drawn = {
    ports: 4,
    unicastLanes: 3,
    barrier: true,
    buffer: 4096,
    credit: 0,
    showAhead: true,
    flight: 0,
    load: 0.6,
    seed: 1,
  };
  const cases: Record<string, Drawn> = {
    "4 ports, 3 lanes and the barrier's": plain,
    "no show-ahead": { ...plain, showAhead: false, seed: 2 },
    "2 ports, 1 lane, wires of 12 cycles": {
      ...plain,
      ports: 2,
      unicastLanes: 1,
      barrier: false,
      flight: 12,
      seed: 3,
    },
    "3 ports, buffers of one packet, overload": {
      ...plain,
      ports: 3,
      unicastLanes: 2,
      buffer: 256,
      load: 1.4,
      seed: 4,
    },
    "credit packets on the wire": {
      ...plain,
      credit: 10,
      load: 0.8,
      buffer: 512,
      flight: 3,
      seed: 5,
    },
  };
  it.each(Object.entries(cases))("%s", (_, drawn) => {
    const lanes = drawn.unicastLanes + (drawn.barrier ? 1 : 0);
    const shots = drawShots(drawn, lanes);
    const wanted = runClocked(
      {
        ports: drawn.ports,
        lanes,
        barrierLane: drawn.barrier ? lanes - 1 : -1,
        stages: 12,
        shownAhead: drawn.showAhead ? 1 : 0,
        blocks: drawn.buffer / 64,
        creditBytes: drawn.credit,
        flight: drawn.flight,
      },
      shots,
    );
    const got = runEngine(drawn, shots);
    const differs = shots
      .map((shot, index) => ({ shot, wanted: wanted[index], got: got[index] }))
      .filter((row) => row.wanted !== row.got);
    expect(shots.length).toBeGreaterThan(1000);
    expect(differs.slice(0, 3)).toEqual([]);
  });
});
