import { measuredScript } from "../child.ts";
import type { NetworkFigures, NetworkPoint } from "../points/network.ts";
import {
  geometricMean,
  median,
  type BenchOptions,
  type Row,
  type Suite,
  type Target,
} from "../suite.ts";
import { runYardstick, type YardstickFigures } from "../yardstick.ts";

const script = new URL("../points/network.ts", import.meta.url);
export const measureNetwork = (point: NetworkPoint): Promise<NetworkFigures> =>
  measuredScript<NetworkFigures>(script, point);

/** Beyond what a 16x16 mesh accepts, 0.21 of a link. */
const SATURATED = 0.3;

/** Bound on events per packet-hop: exact counts, so a bound here is no timing. */
const eventsBound = (V: number, load: number): number =>
  load <= 0.15 ? (V === 1 ? 1.15 : 1.25) : load < SATURATED ? 1.45 : 1.9;

/** Packet-hops per second are asked of Node 22 and later; Node 20 has 0.9 of their speed. */
const ofThisNode = (
  millions: number,
  version = process.versions.node,
): number => (Number.parseInt(version, 10) < 22 ? 0.9 * millions : millions);

/** Millions of packet-hops per second on one core that are asked of a point of the 16x16 mesh, whatever the size of its packets: at load 0.15, 71 % of saturation, and with four lanes at 0.20. */
const speedTargets = (V: number, load: number): Target[] => {
  const least =
    load === 0.15 ? (V === 1 ? 15 : 10) : load === 0.2 && V === 4 ? 8 : null;
  return least === null
    ? []
    : [{ figure: "M hops/s", atLeast: ofThisNode(least) }];
};

/** What every point of the 16x16 mesh is held to. */
export const networkTargets = (V: number, load: number): Target[] => [
  ...speedTargets(V, load),
  { figure: "events/hop", atMost: eventsBound(V, load) },
  { figure: "B/port", atMost: V === 1 ? 200 : 450 },
  { figure: "B/packet", atMost: 32 },
];

interface Paired {
  readonly ours: NetworkFigures;
  readonly theirs: YardstickFigures | undefined;
}

/** Has Node keep the compiled sources before anything is timed; see child.ts. */
const compileSources = (): Promise<NetworkFigures> =>
  measureNetwork({
    fabric: { kind: "mesh", K: 4 },
    V: 1,
    bytes: 256,
    load: 0.15,
    hops: 1e4,
  });

/** Ours and the yardstick in turn, so that a machine that slows down slows both. */
async function interleaved(
  point: NetworkPoint & {
    readonly fabric: { readonly kind: "mesh"; readonly K: number };
  },
  rounds: number,
): Promise<Paired[]> {
  const pairs: Paired[] = [];
  for (let round = 0; round < rounds; round++) {
    const ours = await measureNetwork(point);
    const theirs = await runYardstick({
      K: point.fabric.K,
      V: point.V,
      bytes: point.bytes,
      load: point.load,
      hops: point.hops,
    });
    if (
      theirs !== undefined &&
      JSON.stringify(theirs.sums) !== JSON.stringify(ours.sums)
    ) {
      throw new Error(
        `the sums differ from the yardstick's: ${JSON.stringify(ours.sums)} against ${JSON.stringify(theirs.sums)}`,
      );
    }
    pairs.push({ ours, theirs });
  }
  return pairs;
}

function rowOf(
  suite: string,
  name: string,
  pairs: readonly Paired[],
  targets: readonly Target[],
  paired = true,
): Row {
  const ns = median(pairs.map(({ ours }) => ours.nsPerHop));
  const ratios = pairs.flatMap(({ ours, theirs }) =>
    theirs === undefined ? [] : [theirs.nsPerHop / ours.nsPerHop],
  );
  const events = pairs[0]?.ours.eventsPerHop ?? NaN;
  return {
    suite,
    name,
    figures: {
      "ns/hop": ns,
      "M hops/s": 1e3 / ns,
      "events/hop": events,
      "M events/s": (events * 1e3) / ns,
      ...(ratios.length === 0
        ? {}
        : {
            "C++ ns/hop": median(
              pairs.map(({ theirs }) => theirs?.nsPerHop ?? NaN),
            ),
            "speed / C++": median(ratios),
            "quickest ns/hop": Math.min(
              ...pairs.map(({ ours }) => ours.quickNsPerHop),
            ),
            "C++ quickest ns/hop": Math.min(
              ...pairs.map(({ theirs }) => theirs?.quickNsPerHop ?? NaN),
            ),
            "quickest speed / C++":
              Math.min(
                ...pairs.map(({ theirs }) => theirs?.quickNsPerHop ?? NaN),
              ) / Math.min(...pairs.map(({ ours }) => ours.quickNsPerHop)),
          }),
      "B/port": pairs[0]?.ours.bytesPerPort ?? NaN,
      "B/packet": pairs[0]?.ours.bytesPerPacket ?? NaN,
      "build ms": median(pairs.map(({ ours }) => ours.buildMs)),
      "peak MB": median(pairs.map(({ ours }) => ours.rssMB)),
    },
    targets: targets.filter(
      (target) => target.figure !== "speed / C++" || ratios.length > 0,
    ),
    ...(paired && ratios.length === 0
      ? { note: "no g++: the yardstick was not run" }
      : {}),
  };
}

/** The 16x16 mesh against the C++ yardstick: lanes x packet size x load, identical sums demanded. */
export const network: Suite = {
  name: "network",
  summary:
    "the packet engine on a 16x16 mesh, paired with the C++ yardstick of the same algorithm (sums must be equal)",
  async *run({ quick, rounds }: BenchOptions) {
    const all: number[] = [];
    const quickest: number[] = [];
    await compileSources();
    for (const V of [1, 4]) {
      for (const bytes of quick ? [256] : [32, 256, 2048]) {
        for (const load of quick ? [0.15] : [0.05, 0.15, 0.2]) {
          const point = {
            fabric: { kind: "mesh", K: 16 },
            V,
            bytes,
            load,
            hops: quick ? 4e6 : 16e6,
          } as const;
          const row = rowOf(
            "network",
            `V=${String(V)} ${String(bytes)} B load ${String(load)}`,
            await interleaved(point, quick ? 1 : rounds),
            [
              ...networkTargets(V, load),
              { figure: "speed / C++", atLeast: 0.6 },
            ],
          );
          if (row.figures["speed / C++"] !== undefined)
            all.push(row.figures["speed / C++"]);
          if (row.figures["quickest speed / C++"] !== undefined)
            quickest.push(row.figures["quickest speed / C++"]);
          yield row;
        }
      }
    }
    if (all.length > 0) {
      yield {
        suite: "network",
        name: `geometric mean of ${String(all.length)} points`,
        figures: {
          "speed / C++": geometricMean(all),
          "quickest speed / C++": geometricMean(quickest),
        },
        targets: [{ figure: "speed / C++", atLeast: 0.75 }],
      };
    }
    // Outside the mean: how busy the engine is where every buffer is full. What is asked there are events.
    for (const V of quick ? [] : [1, 4]) {
      yield rowOf(
        "network",
        `V=${String(V)} 256 B load ${String(SATURATED)}, saturated`,
        await interleaved(
          {
            fabric: { kind: "mesh", K: 16 },
            V,
            bytes: 256,
            load: SATURATED,
            hops: 4e6,
          },
          1,
        ),
        networkTargets(V, SATURATED),
      );
    }
  },
};

/** The yardstick counts nanoseconds in 32 bits: not more than half of what they hold are simulated. */
const YARDSTICK_NS = 2 ** 30;

/** As many packet-hops as are wanted, or fewer where few large packets pass: a host sends a packet every 4 ns a byte over the load, over two thirds of K switches and two hops of hosts. */
const hopsWithin = (
  { K, bytes, load }: { K: number; bytes: number; load: number },
  wanted: number,
): number =>
  Math.min(
    wanted,
    Math.floor((YARDSTICK_NS * K * K * ((2 * K) / 3 + 2) * load) / (4 * bytes)),
  );

/** Size: meshes from 8x8 to 128x128 at low, middle and near-saturation load, and the fat tree of the paper. */
export const scaling: Suite = {
  name: "scaling",
  summary: "how the engine scales: meshes 8x8 to 128x128 and IBFT(8,3)",
  async *run({ quick, rounds }: BenchOptions) {
    await compileSources();
    for (const K of quick ? [8, 32] : [8, 16, 32, 64, 128]) {
      for (const bytes of quick ? [256] : [32, 256, 2048]) {
        // Low, middle, and near the saturation of a mesh of this size.
        for (const share of quick ? [0.15] : [0.05, 0.15, 0.2]) {
          const load = (share * 16) / K;
          const point = {
            fabric: { kind: "mesh", K },
            V: 1,
            bytes,
            load,
            hops: hopsWithin({ K, bytes, load }, quick ? 4e6 : 16e6),
          } as const;
          const least =
            bytes === 256 && share === 0.15
              ? ({ 64: 6, 128: 3 } as Readonly<Record<number, number>>)[K]
              : undefined;
          yield rowOf(
            "scaling",
            `mesh ${String(K)}x${String(K)} ${String(bytes)} B load ${load.toFixed(3)}`,
            await interleaved(point, quick || K >= 64 ? 1 : rounds),
            least === undefined
              ? []
              : [{ figure: "M hops/s", atLeast: ofThisNode(least) }],
          );
        }
      }
    }
    for (const bytes of [32, 256, 2048]) {
      for (const load of quick ? [0.4] : [0.1, 0.4, 0.7]) {
        const ours = await measureNetwork({
          fabric: { kind: "fat-tree", ports: 8, levels: 3 },
          V: 1,
          bytes,
          load,
          hops: quick ? 2e6 : 8e6,
        });
        yield rowOf(
          "scaling",
          `IBFT(8,3) ${String(bytes)} B load ${String(load)}`,
          [{ ours, theirs: undefined }],
          [],
          false,
        );
      }
    }
  },
};
