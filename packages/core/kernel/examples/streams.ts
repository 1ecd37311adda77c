// Random streams by name, and three events on the wheel taken in order of time.
import {
  createWheel,
  EVENT_KIND_BITS,
  EVENT_KIND_MASK,
  lowestBit,
  put,
  randomStream,
} from "@fabriclab/kernel";

const draws = (name: string) => {
  const random = randomStream(1, name);
  return [random.below(100), random.below(100), random.below(100)].join();
};
console.log("the same name again:", draws("host A") === draws("host A"));
console.log("another name:", draws("host A") === draws("host B"));

// Two words of memory per entity: the next event of its slot, and its tick.
const memory = new Int32Array(2 * 3);
const bucketBits = 5;
const { near, nearBits, far, farBits } = createWheel(bucketBits);
const schedule = (entity: number, kind: number, tick: number): void => {
  const event = ((2 * entity) << EVENT_KIND_BITS) | kind;
  put(memory, near, nearBits, far, farBits, bucketBits, 0, event, tick);
};
schedule(0, 1, 40);
schedule(1, 2, 7);
schedule(2, 1, 23);
for (const [word, bits] of nearBits.entries())
  for (let left = bits; left !== 0; left &= left - 1) {
    const tick = 32 * word + lowestBit(left);
    const event = near[tick] ?? -1;
    const entity = (event >> EVENT_KIND_BITS) / 2;
    console.log(
      `tick ${tick}: entity ${entity}, kind ${event & EVENT_KIND_MASK}`,
    );
  }
