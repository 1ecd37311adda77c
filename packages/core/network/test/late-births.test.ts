import { Worker } from "node:worker_threads";
import type { Traffic } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import {
  barrierWords,
  createNetwork,
  mailboxWords,
  type Network,
} from "../src/index.ts";
import { bothLoops } from "./both-loops.ts";
import { asRun, BEGIN, BIRTH, lateConfig, LONG, waiting } from "./late-runs.ts";
import { show, together, type Shown } from "./random-parts.ts";
import { play, scripted, type Happening } from "./scripted.ts";
import { modelOf } from "./yardstick.ts";

const strips = (process.features as { typescript?: unknown }).typescript;
/** Less than 2^33. */
const END = BEGIN + 20 * LONG;

const ofLane0 = (happenings: readonly Happening[], kind: Happening["kind"]) =>
  happenings.filter((one) => one.kind === kind && one.lane === 0);

/** One after another from `BEGIN` on, then a flight. */
const expected = (count: number) =>
  Array.from({ length: count }, (_, k) => [BIRTH, BEGIN + (k + 1) * LONG + 20]);

describe.each(bothLoops)(
  "packets that wait for more than 2^32 ticks, on the %s loop",
  (_, create) => {
    const twelve = waiting(12);
    it.each<[string, () => readonly Traffic[]]>([
      ["of one stream", () => [scripted(twelve)]],
      ["of endless traffic", () => [{ ...scripted(twelve), finite: false }]],
      ["that were drafted in a row", () => [asRun(twelve)]],
      [
        "of two streams",
        () => [scripted(twelve.slice(0, 6)), scripted(twelve.slice(6))],
      ],
    ])("have their births and latencies: %s", (_name, traffic) => {
      const network = create(lateConfig(traffic()));
      const happenings = play(network, END);
      expect(
        ofLane0(happenings, "delivered").map((one) => [one.birth, one.time]),
      ).toEqual(expected(12));
      expect(network.idle()).toBe(true);
      // The burst of each host leaves it in one piece: packet k waits for k others.
      const bursts = 2 * ((LONG * (20 * 19)) / 2);
      expect(network.counts.sourceWait - bursts).toBe(
        ofLane0(happenings, "injected").reduce(
          (sum, { time }) => sum + time - BIRTH,
          0,
        ),
      );
    });
  },
);

it("have them behind output buffers, too", () => {
  const [model] = lateConfig().switchModels;
  const switchModels = [modelOf({ ...model, outputBuffer: { packets: 1 } })];
  const network = createNetwork(lateConfig(undefined, { switchModels }));
  const happenings = play(network, END);
  // Those that leave their host last do so after 2^31 ticks.
  const left = ofLane0(happenings, "injected").map(({ time }) => time);
  expect(Math.max(...left)).toBeGreaterThan(2 ** 31);
  for (const kind of ["injected", "delivered"] as const)
    expect(ofLane0(happenings, kind).map(({ birth }) => birth)).toEqual(
      new Array(12).fill(BIRTH),
    );
  const others = happenings.filter(
    (one) => one.kind === "injected" && one.lane === 1,
  );
  expect(network.counts.sourceWait).toBe(
    left.reduce((sum, time) => sum + time - BIRTH, 0) +
      others.reduce((sum, { time, birth }) => sum + time - birth, 0),
  );
});

it("are told to traffic that reacts to deliveries", () => {
  const births: number[] = [];
  const traffic: Traffic = {
    ...scripted(waiting(3)),
    finite: false,
    delivered({ birth }) {
      births.push(birth);
      return [];
    },
  };
  play(createNetwork(lateConfig([traffic])), END);
  expect(births).toEqual([BIRTH, BIRTH, BIRTH]);
});

it("end a run of finite traffic that reacts to deliveries", () => {
  const traffic: Traffic = { ...scripted(waiting(3)), delivered: () => [] };
  expect(() => play(createNetwork(lateConfig([traffic])), END)).toThrow(
    expect.objectContaining({
      code: "E_NETWORK_TIME_RANGE",
      // The base of the clock moves every 2^30 ticks: the third time is the first too late.
      got: expect.stringMatching(
        /^a packet that was born at 1us and waits at 3\.22\d*s, with ticks of 1ns$/,
      ) as string,
    }) as Error,
  );
});

it("are forgotten when they have left", () => {
  const COUNT = 100_000;
  const network: Network = createNetwork(
    lateConfig([scripted(waiting(COUNT, 64))], { checked: false }),
  );
  let most = 0;
  let arrived = 0;
  while (!network.idle()) {
    network.run(END);
    most = Math.max(most, network.journal.lateBirths.length);
    arrived += network.journal.count;
    network.clearJournal();
  }
  // Each has an injection and a delivery; so have the forty that go first.
  expect(arrived).toBe(2 * (COUNT + 40));
  expect(most).toBeGreaterThan(10_000);
  expect(most).toBeLessThan(COUNT / 2);
});

it.skipIf(strips === false || strips === undefined)(
  "are the same on two threads",
  async () => {
    const config = lateConfig();
    // Nodes: two switches, then their hosts.
    const partOf = Uint8Array.of(0, 1, 0, 0, 1, 1);
    const shared = (words: number): Int32Array =>
      new Int32Array(new SharedArrayBuffer(4 * words));
    const mailboxes = [0, 1].map(() => shared(mailboxWords(config, partOf)));
    const flags = shared(barrierWords(2));
    const shown = await Promise.all(
      [0, 1].map(
        (part) =>
          new Promise<Shown>((resolve, reject) => {
            const worker = new Worker(
              new URL("./late-parts-worker.ts", import.meta.url),
              {
                execArgv: [
                  "--conditions=fabriclab-source",
                  "--disable-warning=ExperimentalWarning",
                ],
                workerData: { part, partOf, mailboxes, flags, ticks: END },
              },
            );
            worker.once("message", resolve);
            worker.once("error", reject);
          }),
      ),
    );
    const one = together([show(createNetwork(config), END)]);
    expect(one.delivered).toBe(52);
    expect(together(shown)).toEqual(one);
  },
  120_000,
);
