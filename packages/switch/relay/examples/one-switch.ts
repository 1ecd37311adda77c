import { parseBuffer } from "@fabriclab/spec";
import { relay } from "@fabriclab/switch-relay";

// T = 4L + 20(h+1) + 100h ns: the papers' numbers, for 32 bytes through 5 switches.
const options = relay.params.parse({
  virtualLanes: 2,
  outputBuffer: "1 packet",
});
const zeroLoad = relay.claims.zeroLoad({
  bytes: 32,
  bytePs: 4000,
  flightPs: 20_000,
  switches: 5,
  options,
});
console.log(`${zeroLoad / 1000} ns through 5 switches`);
console.log(
  `input buffer ${JSON.stringify(options.inputBuffer)}, 4KiB is ${JSON.stringify(parseBuffer("4KiB"))}`,
);
