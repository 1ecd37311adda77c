import { PACKET_DROPPABLE, type Drop, type DropFactory } from "@fabriclab/spec";
import type { Finding } from "./check.ts";

type Result = Omit<Finding, "where"> | undefined;

const QUEUES = 4;
/** Two ticks in ps, for limits that are times. */
const [FINE, COARSE] = [500, 2000];
const TICK = 1000;

/** Heads of queues: they came in at `arrived` and became heads at `now`, in ps. */
function* heads(): Generator<{
  queue: number;
  sl: number;
  now: number;
  arrived: number;
}> {
  for (let k = 0; k < 64; k++)
    yield {
      queue: k % QUEUES,
      sl: k % 16,
      now: 1_000_000 * k,
      arrived: 1_000_000 * Math.max(0, k - (k % 5)),
    };
}

const ask = (
  drop: Drop,
  {
    queue,
    sl,
    now,
    arrived,
  }: { queue: number; sl: number; now: number; arrived: number },
  flags: number,
  tickPs: number,
): number => drop.patience(queue, sl, flags, now / tickPs, arrived / tickPs);

/** A packet without `PACKET_DROPPABLE` whose patience ends, in words. */
export function pitiless(factory: DropFactory): string | undefined {
  const drop = factory.create(QUEUES, TICK);
  for (const head of heads()) {
    const patience = ask(drop, head, 0, TICK);
    if (patience !== -1)
      return `a packet of SL ${head.sl} without PACKET_DROPPABLE may wait for ${patience} ticks only`;
  }
  return undefined;
}

export function notWhole(factory: DropFactory): Result {
  const drop = factory.create(QUEUES, TICK);
  for (const head of heads()) {
    const patience = ask(drop, head, PACKET_DROPPABLE, TICK);
    if (patience === -1 || (Number.isSafeInteger(patience) && patience >= 0))
      continue;
    return {
      what: `a head may wait for ${patience} ticks`,
      todo: "answer whole ticks from 0, or -1 for ever",
    };
  }
  return undefined;
}

export function limitByTick(factory: DropFactory): Result {
  const [fine, coarse] = [
    factory.create(QUEUES, FINE),
    factory.create(QUEUES, COARSE),
  ];
  for (const head of heads()) {
    const one = ask(fine, head, PACKET_DROPPABLE, FINE);
    const other = ask(coarse, head, PACKET_DROPPABLE, COARSE);
    if (one < 0 && other < 0) continue;
    if (
      one >= 0 &&
      other >= 0 &&
      Math.abs(one * FINE - other * COARSE) <= COARSE
    )
      continue;
    return {
      what: `a head may wait for ${one} ticks of ${FINE} ps, and for ${other} ticks of ${COARSE} ps`,
      todo: "divide the limit by tickPs",
    };
  }
  return undefined;
}

export function movedByQueues(factory: DropFactory): Result {
  const drop = factory.create(QUEUES, TICK);
  for (const head of heads()) {
    const before = ask(drop, head, PACKET_DROPPABLE, TICK);
    for (let queue = 0; queue < QUEUES; queue++) {
      if (queue === head.queue) continue;
      for (let k = 0; k < 9; k++) {
        drop.patience(queue, 0, PACKET_DROPPABLE, head.now / TICK, 0);
        drop.dropped(queue, head.now / TICK);
      }
    }
    const after = ask(drop, head, PACKET_DROPPABLE, TICK);
    if (after !== before)
      return {
        what: `the head of queue ${head.queue} may wait for ${before} ticks, and for ${after} once other queues have dropped packets`,
        todo: "keep state per queue",
      };
  }
  return undefined;
}

export function notAgain(factory: DropFactory): Result {
  const [one, other] = [
    factory.create(QUEUES, TICK),
    factory.create(QUEUES, TICK),
  ];
  for (const head of heads()) {
    const patience = [one, other].map((drop) => {
      const ticks = ask(drop, head, PACKET_DROPPABLE, TICK);
      const end = head.now / TICK + Math.max(1, ticks);
      if (ticks >= 0 && head.sl % 3 > 0) drop.dropped(head.queue, end);
      else drop.sent(head.queue, end);
      return ticks;
    });
    if (patience[0] !== patience[1])
      return {
        what: `a head may wait for ${patience[0]} ticks once, and for ${patience[1]} again`,
        todo: "keep no state between calls of create()",
      };
  }
  return undefined;
}
