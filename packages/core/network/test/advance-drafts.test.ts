import type { Traffic } from "@fabriclab/spec";
import { ps, type EndportIx } from "@fabriclab/units";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LateBirths } from "../src/late-births.ts";
import * as L from "../src/layout.ts";
import { createSources, PULL_LIMIT } from "../src/sources.ts";
import { scripted, type Shot } from "./scripted.ts";

const RECORD = L.PACKET_WORDS;
const HOSTS = 4;

function sourcesOf(traffic: Traffic, ahead: boolean) {
  const memory = new Int32Array(2 * L.PACKET_WORDS);
  const clock = { base: 0, tick: 0 };
  const sources = createSources({
    memory,
    clock,
    births: new LateBirths(clock, new Float64Array(8), HOSTS),
    lanes: 1,
    hca: { name: "test", sendDelay: ps(0), receiveDelay: ps(0) },
    sendTicks: 3,
    firstOwn: HOSTS,
    tickPs: 1000,
    traffic: [traffic],
    owns: () => true,
    endpointOf: (endport: EndportIx) => endport,
    rates: Array.from({ length: HOSTS }, () => ({ num: 4000, den: 1 })),
    topLid: 100,
    dlids: false,
    ahead,
  });
  const pull = (source: number): number[] | undefined =>
    sources.pull(source, RECORD)
      ? [...memory.subarray(RECORD + 1, RECORD + L.PACKET_WORDS)]
      : undefined;
  return { ...sources, clock, pull };
}

const shots = fc
  .array(
    fc.record({
      source: fc.integer({ min: 0, max: HOSTS - 1 }),
      dlid: fc.integer({ min: 1, max: 100 }),
      birth: fc.oneof(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: PULL_LIMIT - 10, max: PULL_LIMIT + 10 }),
      ),
      bytes: fc.constantFrom(32, 64, 256),
      sl: fc.integer({ min: 0, max: 15 }),
      tag: fc.integer({ min: 0, max: 1000 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list): Shot[] => list.sort((a, b) => a.birth - b.birth));

it("packets drafted in advance are those that are drafted when pulled", () => {
  fc.assert(
    fc.property(
      shots,
      fc.array(fc.integer({ min: -1, max: HOSTS - 1 }), { maxLength: 150 }),
      (list, steps) => {
        // All on one service level, which makes each a source of one stream of one lane.
        const level = list.map((shot) => ({ ...shot, sl: list[0]!.sl! }));
        const late = sourcesOf(scripted(level), true);
        const plain = sourcesOf(scripted(level), false);
        expect(plain.draftAhead()).toBe(false);
        for (const step of steps) {
          if (step < 0) late.draftAhead();
          else expect(late.pull(step)).toEqual(plain.pull(step));
          expect(late.pulled()).toBe(plain.pulled());
          expect(late.parked()).toBe(plain.parked());
        }
        for (const each of [late, plain]) each.clock.base = PULL_LIMIT;
        expect(late.takeParked()).toEqual(plain.takeParked());
        for (let source = 0; source < HOSTS; source++) {
          for (let left = list.length; left >= 0; left--)
            expect(late.pull(source)).toEqual(plain.pull(source));
          late.draftAhead();
        }
        expect(late.exhausted()).toBe(plain.exhausted());
      },
    ),
  );
});

it("a packet that waits drafted is not exhausted traffic", () => {
  const { draftAhead, exhausted, pull } = sourcesOf(
    {
      ...scripted([{ source: 1, dlid: 7, birth: 5, bytes: 64 }]),
      streams: [
        {
          source: 1 as EndportIx,
          serviceLevels: [0],
          next: (draft) => {
            Object.assign(draft, { birth: 5, dlid: 7, bytes: 64 });
            return true;
          },
          // Whatever it has drafted: nothing more will come.
          ended: () => true,
        },
      ],
    },
    true,
  );
  expect(exhausted()).toBe(true);
  expect(draftAhead()).toBe(true);
  expect(exhausted()).toBe(false);
  expect(pull(1)?.[L.K_BIRTH - 1]).toBe(5);
});

it("what is wrong with a packet is told when it is pulled", () => {
  const list = [
    { source: 2, dlid: 7, birth: 1, bytes: 64 },
    { source: 2, dlid: 101, birth: 2, bytes: 64 },
  ];
  const { draftAhead, pull } = sourcesOf(scripted(list), true);
  for (let turn = 0; turn < 3; turn++) draftAhead();
  expect(pull(2)).toBeDefined();
  for (let turn = 0; turn < 3; turn++) draftAhead();
  expect(() => pull(2)).toThrow(
    expect.objectContaining({ code: "E_NETWORK_DRAFT" }),
  );
});
