import { randomStream } from "@fabriclab/kernel";
import {
  parseOptions,
  portMask,
  portsOf,
  type Gang,
  type ReplicationFactory,
} from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { bulletinBoard, synchronous } from "../src/index.ts";

const PATIENCE = 40;
type Policy = "board" | "first-come" | "round-robin";
const factories: Record<Policy, ReplicationFactory> = {
  board: bulletinBoard.build(
    parseOptions(bulletinBoard, { patience: `${PATIENCE}ns` }),
  ),
  "first-come": synchronous.build(parseOptions(synchronous, {})),
  "round-robin": synchronous.build(
    parseOptions(synchronous, { order: "round-robin" }),
  ),
};

interface Waiter {
  readonly slot: number;
  readonly ports: ReadonlySet<number>;
  readonly since: number;
  readonly arrived: number;
}

/** The policies as their documents describe them, on sets of port numbers. */
class Reference {
  waiting: Waiter[] = [];
  /** Slots in the order in which they were served last, the latest at the end. */
  served: number[] = [];
  turn = 0;
  readonly policy: Policy;
  readonly slots: number;

  constructor(policy: Policy, slots: number) {
    this.policy = policy;
    this.slots = slots;
  }

  /** Who comes before whom. */
  ordered(): Waiter[] {
    const byAge = [...this.waiting].sort(
      (a, b) => a.arrived - b.arrived || a.slot - b.slot,
    );
    if (this.policy !== "round-robin") return byAge;
    const later = (slot: number) =>
      slot >= this.turn ? slot - this.turn : slot - this.turn + this.slots;
    return byAge.sort((a, b) => later(a.slot) - later(b.slot));
  }

  /** Of the board: the packet that has been head longest, once that is too long; of the same tick the one that arrived first. */
  starved(now: number): Waiter | undefined {
    const [first] = this.ordered().sort((a, b) => a.since - b.since);
    return first !== undefined && now - first.since >= PATIENCE
      ? first
      : undefined;
  }

  pick(free: ReadonlySet<number>, now: number, fits: (s: number) => boolean) {
    if (this.policy === "board") {
      const starved = this.starved(now);
      const able = this.ordered().filter(
        ({ slot, ports }) =>
          [...ports].every((port) => free.has(port)) &&
          fits(slot) &&
          (starved === undefined ||
            starved.slot === slot ||
            ![...ports].some((port) => starved.ports.has(port))),
      );
      able.sort(
        (a, b) => this.served.indexOf(a.slot) - this.served.indexOf(b.slot),
      );
      return able[0]?.slot ?? -1;
    }
    let reserved: ReadonlySet<number> = new Set();
    for (const { slot, ports } of this.ordered()) {
      if (
        [...ports].every((port) => free.has(port)) &&
        ![...ports].some((port) => reserved.has(port)) &&
        fits(slot)
      )
        return slot;
      reserved = new Set([...reserved, ...ports]);
    }
    return -1;
  }

  held(now: number): ReadonlySet<number> {
    if (this.policy === "board")
      return this.starved(now)?.ports ?? new Set<number>();
    return this.waiting.reduce<ReadonlySet<number>>(
      (all, { ports }) => new Set([...all, ...ports]),
      new Set(),
    );
  }

  holder(port: number, now: number): number {
    const holders =
      this.policy === "board"
        ? [this.starved(now)].filter((waiter) => waiter !== undefined)
        : this.ordered();
    return holders.find(({ ports }) => ports.has(port))?.slot ?? -1;
  }

  granted(slot: number): void {
    if (this.ordered()[0]?.slot === slot) this.turn = (slot + 1) % this.slots;
    this.served = [...this.served.filter((other) => other !== slot), slot];
    this.withdrawn(slot);
  }

  withdrawn(slot: number): void {
    this.waiting = this.waiting.filter((waiter) => waiter.slot !== slot);
  }
}

const gangOf = (policy: Policy, slots: number, words: number): Gang => {
  const factory = factories[policy];
  if (factory.mode !== "gang") throw new Error("not a gang policy");
  return factory.create(2, slots, 1000, words);
};

const RADICES = [31, 32, 33, 63, 64, 100, 254];
const POLICIES = Object.keys(factories) as Policy[];

describe.each(RADICES)("random masks of a switch of %i ports", (radix) => {
  it.each(POLICIES)("are treated as sets of ports are, by %s", (policy) => {
    const random = randomStream(radix, policy);
    const below = (n: number) => random.below(n);
    const words = (radix >> 5) + 1;
    const slots = radix + 1;
    const gang = gangOf(policy, slots, words);
    const reference = new Reference(policy, slots);
    const draw = (most: number) =>
      new Set(Array.from({ length: 1 + below(most) }, () => 1 + below(radix)));
    // Written over after each call: masks are the caller's.
    const scratch = new Int32Array(words);
    const fill = (ports: Iterable<number>) => {
      scratch.set(portMask(ports, words));
      return scratch;
    };
    let started = 0;
    let busyUntil = new Map<number, number>();
    for (let now = 0; now < 150; now++) {
      const slot = 1 + below(radix);
      if (!reference.waiting.some((waiter) => waiter.slot === slot)) {
        const ports = draw(below(4) === 0 ? radix : 3);
        const arrived = now - below(30);
        gang.request(1, slot, fill(ports), now, arrived);
        reference.waiting.push({ slot, ports, arrived, since: now });
      } else if (below(8) === 0) {
        gang.withdrawn!(1, slot);
        reference.withdrawn(slot);
      }
      busyUntil = new Map([...busyUntil].filter(([, until]) => until > now));
      const free = new Set(
        Array.from({ length: radix }, (_, k) => k + 1).filter(
          (port) => !busyUntil.has(port),
        ),
      );
      const unready = 1 + below(radix);
      const fits = (of: number) => of !== unready;
      for (;;) {
        const expected = reference.pick(free, now, fits);
        expect(gang.pick(1, fill(free), now, fits)).toBe(expected);
        if (expected < 0) break;
        const { ports } = reference.waiting.find((w) => w.slot === expected)!;
        for (const port of ports) {
          free.delete(port);
          busyUntil.set(port, now + 1 + below(6));
        }
        gang.granted(1, expected);
        reference.granted(expected);
        started++;
      }
      scratch.fill(0);
      gang.held(1, now, scratch);
      expect(portsOf(scratch)).toEqual(
        [...reference.held(now)].sort((a, b) => a - b),
      );
      for (const port of [1, radix, 1 + below(radix)])
        expect(gang.holder!(1, port)).toBe(reference.holder(port, now));
    }
    expect(started).toBeGreaterThan(15);
    // Nothing of it concerns another switch.
    scratch.fill(0);
    gang.held(0, 150, scratch);
    expect(portsOf(scratch)).toEqual([]);
  });
});
