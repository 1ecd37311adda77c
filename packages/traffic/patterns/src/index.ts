export { bitComplement } from "./bit-complement.ts";
export { hotspot } from "./hotspot.ts";
export { pairs } from "./pairs.ts";
export { randomPermutation } from "./random-permutation.ts";
export { shift } from "./shift.ts";
export { transpose } from "./transpose.ts";
export { uniform } from "./uniform.ts";
