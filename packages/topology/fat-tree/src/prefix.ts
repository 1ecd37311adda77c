import type { HostIx, SwitchIx } from "@fabriclab/units";
import { numberOf } from "./digits.ts";
import type { FatTreeShape } from "./shape.ts";

/** Length α of the greatest common prefix of two hosts' digits; n for a host and itself. Definition 1 of zhou2007. O(n). */
export function gcp(shape: FatTreeShape, a: HostIx, b: HostIx): number {
  let length = 0;
  while (
    length < shape.levels &&
    shape.hostDigits[a * shape.levels + length] ===
      shape.hostDigits[b * shape.levels + length]
  )
    length++;
  return length;
}

/**
 * Least common ancestors of two different hosts: the switches `SW<w,α>` with w0…w(α-1) = gcp(a,b); h^(n-1-α) of them, in order of w.
 * Empty for a host and itself.
 */
export function lca(shape: FatTreeShape, a: HostIx, b: HostIx): SwitchIx[] {
  const level = gcp(shape, a, b);
  const { half, levels, hostDigits } = shape;
  if (level === levels) return [];
  const prefix = Array.from(
    hostDigits.subarray(a * levels, a * levels + level),
  );
  const size = half ** (levels - 1 - level);
  const first = numberOf(prefix, half) * size;
  return Array.from(
    { length: size },
    (_, i) => (shape.switchAt[level]?.[first + i] ?? -1) as SwitchIx,
  );
}

/** Greatest common prefix group gcpg(x, α): the hosts whose digits begin with `prefix` (α = its length), in PID order. */
export function gcpg(shape: FatTreeShape, prefix: readonly number[]): HostIx[] {
  const { half, levels, ports, hostOfPid } = shape;
  if (
    prefix.length > levels ||
    prefix.some(
      (digit, place) => digit < 0 || digit >= (place === 0 ? ports : half),
    )
  )
    return [];
  // Why: the first digit counts to m, so the group of the empty prefix is twice h^n (erratum of the paper's definition 3).
  const size =
    prefix.length === 0 ? 2 * half ** levels : half ** (levels - prefix.length);
  const first = numberOf(prefix, half) * size;
  return Array.from(
    { length: size },
    (_, i) => (hostOfPid[first + i] ?? -1) as HostIx,
  );
}

/** rank(gcpg(x, α), p) = Σ_{i≥α} p_i·h^(n-1-i): the place of a host in the group of its own prefix of length α. O(n). */
export function rank(shape: FatTreeShape, host: HostIx, alpha: number): number {
  const { half, levels, hostDigits } = shape;
  let value = 0;
  for (let place = alpha; place < levels; place++)
    value = value * half + (hostDigits[host * levels + place] ?? 0);
  return value;
}
