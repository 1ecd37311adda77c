import type { Fabric } from "./fabric.ts";

/**
 * Ports of one switch as bits: port `p` is bit `p & 31` of word `p >> 5`. All masks of a network have the same number of words, one where no switch
 * has a port above 31.
 */
export type PortMask = Int32Array;

/** 32-bit words of a port mask that holds every port of every switch. */
export function portMaskWords({ switchCount, portStart }: Fabric): number {
  let widest = 0;
  for (let sw = 0; sw < switchCount; sw++)
    widest = Math.max(widest, (portStart[sw + 1] ?? 0) - (portStart[sw] ?? 0));
  return (widest >> 5) + 1;
}

/** The lowest port of `mask` from `from` on, -1 = none. Loops over ports are `for (p = nextPort(mask, 0); p >= 0; p = nextPort(mask, p + 1))`. */
export function nextPort(mask: PortMask, from: number): number {
  let word = from >> 5;
  if (word >= mask.length) return -1;
  let rest = (mask[word] ?? 0) & (-1 << (from & 31));
  while (rest === 0) {
    word += 1;
    if (word >= mask.length) return -1;
    rest = mask[word] ?? 0;
  }
  return 32 * word + 31 - Math.clz32(rest & -rest);
}

/** Whether `port` is in `mask`. */
export const hasPort = (mask: PortMask, port: number): boolean =>
  ((mask[port >> 5] ?? 0) & (1 << (port & 31))) !== 0;

/** Puts `port` into `mask`. */
export function addPort(mask: PortMask, port: number): void {
  mask[port >> 5] = (mask[port >> 5] ?? 0) | (1 << (port & 31));
}

/** Takes every port out of `mask`. Why a loop: of a word or two, `fill` costs more than all the rest. */
export function clearPorts(mask: PortMask): void {
  for (let w = 0; w < mask.length; w++) mask[w] = 0;
}

/** Puts every port of `others` into `mask`. */
export function addPorts(mask: PortMask, others: PortMask): void {
  for (let w = 0; w < mask.length; w++)
    mask[w] = (mask[w] ?? 0) | (others[w] ?? 0);
}

/** Takes every port of `others` out of `mask`. */
export function removePorts(mask: PortMask, others: PortMask): void {
  for (let w = 0; w < mask.length; w++)
    mask[w] = (mask[w] ?? 0) & ~(others[w] ?? 0);
}

/** Whether `a` and `b` have a port in common. */
export function portsOverlap(a: PortMask, b: PortMask): boolean {
  for (let w = 0; w < a.length; w++)
    if (((a[w] ?? 0) & (b[w] ?? 0)) !== 0) return true;
  return false;
}

/** Whether every port of `part` is in `whole`. */
export function portsWithin(part: PortMask, whole: PortMask): boolean {
  for (let w = 0; w < part.length; w++)
    if (((part[w] ?? 0) & ~(whole[w] ?? 0)) !== 0) return false;
  return true;
}

/** The mask of `ports`. @param words 32-bit words of it: see `portMaskWords` */
export function portMask(ports: Iterable<number>, words = 1): PortMask {
  const mask = new Int32Array(words);
  for (const port of ports) addPort(mask, port);
  return mask;
}

/** The ports of `mask`, lowest first. Allocates: not for the hot path. */
export function portsOf(mask: PortMask): number[] {
  const ports: number[] = [];
  for (let port = nextPort(mask, 0); port >= 0; port = nextPort(mask, port + 1))
    ports.push(port);
  return ports;
}
