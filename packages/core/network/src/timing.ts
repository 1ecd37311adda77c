import type { Fabric, HcaModel, SwitchModel } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import type { LinkTiming } from "./network.ts";

/** A time in picoseconds as an exact ratio. */
export interface Ratio {
  readonly num: number;
  readonly den: number;
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/**
 * The largest tick, in whole picoseconds, that divides every delay. Zero delays are ignored. Where a delay is not a whole number of
 * picoseconds (FDR: 440/3 ps per byte) the tick is 1 ps and serialisation times are rounded up per packet.
 */
export function chooseTick(delaysPs: readonly Ratio[]): number {
  let tick = 0;
  for (const { num, den } of delaysPs) {
    if (
      !Number.isSafeInteger(num) ||
      !Number.isSafeInteger(den) ||
      num < 0 ||
      den < 1
    ) {
      throw new FabricError({
        code: "E_NETWORK_TICK",
        message: "a delay is not a ratio of whole numbers",
        got: `${num}/${den}`,
        expected: "num >= 0, den >= 1",
      });
    }
    if (num === 0) continue;
    if (num % den !== 0) return 1;
    tick = gcd(num / den, tick);
  }
  return tick === 0 ? 1 : tick;
}

/** Turns a number of picoseconds per byte, which may be a fraction such as 440/3, into a ratio with a denominator up to 1000. */
export function byteTimeRatio(byteTimePs: number): Ratio {
  for (let den = 1; den <= 1000; den++) {
    const num = Math.round(byteTimePs * den);
    if (num > 0 && Math.abs(num / den - byteTimePs) <= 1e-9 * byteTimePs)
      return { num, den };
  }
  throw new FabricError({
    code: "E_NETWORK_BYTE_TIME",
    message: "byte time is not a ratio of small whole numbers of picoseconds",
    got: String(byteTimePs),
    expected: "a positive number of picoseconds such as 4000 or 440/3",
  });
}

/** Every delay that can occur in a run, for {@link chooseTick}. */
export function delaysOf(run: {
  fabric: Fabric;
  switchModels: readonly SwitchModel[];
  hca: HcaModel;
  link?: LinkTiming;
}): Ratio[] {
  const { fabric, link } = run;
  const whole = (num: number | undefined): Ratio => ({ num: num ?? 0, den: 1 });
  const delays = [whole(run.hca.sendDelay), whole(run.hca.receiveDelay)];
  for (const model of run.switchModels) {
    delays.push(
      whole(model.routingDelay),
      whole(model.idleRoutingDelay),
      whole(model.outputDelay),
      whole(model.endportDelay),
    );
  }
  const seen = new Set<string>();
  for (let l = 0; l < fabric.linkCount; l++) {
    const flight = whole(link?.flightPs ?? fabric.linkFlightPs[l]);
    const byte =
      link?.byteTimePs === undefined
        ? { num: fabric.linkBytePsNum[l]!, den: fabric.linkBytePsDen[l]! }
        : byteTimeRatio(link.byteTimePs);
    const key = `${flight.num} ${byte.num}/${byte.den}`;
    if (seen.has(key)) continue;
    seen.add(key);
    delays.push(flight, byte);
  }
  return delays;
}

/** `ps` in ticks; refuses a delay that the tick does not divide. */
export function ticksOf(ps: number, tickPs: number, what: string): number {
  const ticks = ps / tickPs;
  if (!Number.isInteger(ticks) || ticks < 0) {
    throw new FabricError({
      code: "E_NETWORK_TICK",
      message: `${what} is not a whole number of ticks`,
      got: `${ps} ps with a tick of ${tickPs} ps`,
      expected: "a multiple of the tick",
      hint: "take the tick from chooseTick(delaysOf(...))",
    });
  }
  return ticks;
}

/** Ticks that `bytes` take on a link of `num / den` ps per byte, rounded up. Exact: the product stays below 2^53. */
export function lengthTicks(
  bytes: number,
  rate: Ratio,
  tickPs: number,
): number {
  return Math.ceil((bytes * rate.num) / (rate.den * tickPs));
}
