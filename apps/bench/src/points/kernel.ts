/**
 * One process: the hold model on an event queue: `pending` events, each taken and put again a random distance ahead. Argument: JSON
 * { queue: "wheel" | "heap", pending, far, events }.
 */
import FlatQueue from "flatqueue";
import {
  cascade,
  createWheel,
  EVENT_KIND_BITS,
  lowestBit,
  nextFarBucket,
  put,
  randomStream,
} from "@fabriclab/kernel";

interface Point {
  readonly queue: "wheel" | "heap";
  readonly pending: number;
  /** Longest distance in ticks. */
  readonly far: number;
  readonly events: number;
}

const { queue, pending, far, events } = JSON.parse(
  process.argv[2] ?? "{}",
) as Point;
const random = randomStream(1, "bench/kernel");
// Distances are drawn before the clock starts, so that both queues are charged for themselves only.
const distances = Int32Array.from(
  { length: 1 << 16 },
  () => 1 + random.below(far),
);

function onWheel(): number {
  const bucketBits = 9;
  const wheel = createWheel(bucketBits);
  const { near, nearBits, far: farSlots, farBits } = wheel;
  const memory = new Int32Array(2 * pending);
  const slotMask = (2 << bucketBits) - 1;
  const wordMask = slotMask >> 5;
  let bucket = 0;
  let drawn = 0;
  for (let i = 0; i < pending; i++)
    put(
      memory,
      near,
      nearBits,
      farSlots,
      farBits,
      bucketBits,
      bucket,
      (2 * i) << EVENT_KIND_BITS,
      distances[drawn++ & 0xffff] ?? 1,
    );
  const cpu = process.cpuUsage();
  let t = 0;
  let done = 0;
  while (done < events) {
    const from = (t + 1) & slotMask;
    let word = from >> 5;
    let found = (nearBits[word] ?? 0) & (-1 << (from & 31));
    for (let step = 0; found === 0 && step <= wordMask; step++) {
      word = (word + 1) & wordMask;
      found = nearBits[word] ?? 0;
    }
    if (found === 0) {
      const b = nextFarBucket(farBits, bucket);
      bucket = b - 1;
      cascade(memory, near, nearBits, farSlots, farBits, bucketBits, bucket, b);
      t = (b << bucketBits) - 1;
      continue;
    }
    const slot = (word << 5) + lowestBit(found);
    const next = t + 1 + ((slot - from) & slotMask);
    if (next >> bucketBits !== bucket) {
      bucket++;
      cascade(
        memory,
        near,
        nearBits,
        farSlots,
        farBits,
        bucketBits,
        bucket,
        bucket + 1,
      );
      t =
        next >> bucketBits !== bucket
          ? ((bucket + 1) << bucketBits) - 1
          : (bucket << bucketBits) - 1;
      continue;
    }
    t = next;
    nearBits[word] = (nearBits[word] ?? 0) & ~(found & -found);
    let event = near[slot] ?? -1;
    near[slot] = -1;
    while (event >= 0) {
      const following = memory[event >> EVENT_KIND_BITS] ?? -1;
      put(
        memory,
        near,
        nearBits,
        farSlots,
        farBits,
        bucketBits,
        bucket,
        event,
        t + (distances[drawn++ & 0xffff] ?? 1),
      );
      done++;
      event = following;
    }
  }
  const used = process.cpuUsage(cpu);
  return ((used.user + used.system) * 1000) / done;
}

function onHeap(): number {
  const heap = new FlatQueue();
  let drawn = 0;
  for (let i = 0; i < pending; i++)
    heap.push(i, distances[drawn++ & 0xffff] ?? 1);
  const cpu = process.cpuUsage();
  for (let done = 0; done < events; done++) {
    const t = heap.peekValue() ?? 0;
    const event = heap.pop() ?? 0;
    heap.push(event, t + (distances[drawn++ & 0xffff] ?? 1));
  }
  const used = process.cpuUsage(cpu);
  return ((used.user + used.system) * 1000) / events;
}

process.stdout.write(
  JSON.stringify({ nsPerEvent: queue === "wheel" ? onWheel() : onHeap() }),
);
