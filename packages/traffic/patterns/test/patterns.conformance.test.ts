import { patternKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import {
  bitComplement,
  bitReverse,
  hotspot,
  neighbor,
  pairs,
  randomPermutation,
  shift,
  shuffle,
  tornado,
  transpose,
  uniform,
} from "../src/index.ts";

const runner = { describe, it };
patternKit(uniform, [{ hosts: 2 }, { hosts: 13 }], runner);
patternKit(bitComplement, [{ hosts: 16 }], runner);
patternKit(bitReverse, [{ hosts: 4 }, { hosts: 32 }], runner);
patternKit(shuffle, [{ hosts: 4 }, { hosts: 32 }], runner);
for (const plugin of [tornado, neighbor])
  patternKit(
    plugin,
    [{ hosts: 5 }, { hosts: 24, options: { sizes: [4, 3] } }],
    runner,
  );
patternKit(transpose, [{ hosts: 16 }], runner);
patternKit(shift, [{ hosts: 7 }], runner);
patternKit(
  hotspot,
  [
    { hosts: 9 },
    { hosts: 9, options: { hosts: [2], fraction: 1 } },
    { hosts: 9, options: { hosts: [2, 5, 8], fraction: 1 } },
    { hosts: 9, options: { hosts: [2], fraction: 0 } },
  ],
  runner,
);
patternKit(randomPermutation, [{ hosts: 12 }], runner);
patternKit(
  pairs,
  [{ hosts: 6, options: { pairs: { 0: [1, 5], 1: 0, 4: ["5"] } } }],
  runner,
);
