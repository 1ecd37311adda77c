/** How payload becomes bytes on the wire. */
export interface WireCost {
  /** Frames per second. */
  readonly fps: number;
  readonly mtu: number;
  /** Header bytes of a packet. */
  readonly overhead: number;
  /** Payload is padded to whole words of 4 bytes. */
  readonly padded: boolean;
}

/**
 * Mean bytes per second on the wire of a stream of `rate` payload bytes per second. A frame of x bytes takes x/MTU + 1/2 packets and 3/2 bytes of padding
 * on average, as frame sizes spread over many packets and words.
 */
export const wireRate = (rate: number, cost: WireCost): number =>
  rate * (1 + cost.overhead / cost.mtu) + perFrame(cost);

const perFrame = ({ fps, overhead, padded }: WireCost): number =>
  fps * (overhead / 2 + (padded ? 1.5 : 0));

/** A stream that is to be: one of the rates, or scaled so that the whole comes out. */
export interface FilledStream {
  /** Place of its rate in the list. */
  readonly index: number;
  /** Mean payload in bytes per second. */
  readonly rate: number;
}

/**
 * Streams that add up to `wire` bytes per second on the wire: the rates in turn, as long as the next one fits; the rest is one more stream of the next
 * kind at the rate that remains, or, where that is below half the lowest rate, is added to the rate of the stream before.
 *
 * @param rates mean payload of each kind, in bytes per second
 * @param first place in `rates` of the first stream
 * @returns no stream where `wire` has no room for a byte of payload
 */
export function fillRates(
  wire: number,
  rates: readonly number[],
  cost: WireCost,
  first: number,
): FilledStream[] {
  const streams: FilledStream[] = [];
  const payload = (room: number): number =>
    (room - perFrame(cost)) / (1 + cost.overhead / cost.mtu);
  // Why: rates that fill the link exactly must not leave a stream of rounding errors behind.
  const slack = wire * 1e-12;
  let rest = wire;
  for (let turn = first; ; turn++) {
    const index = turn % rates.length;
    const rate = rates[index] ?? 0;
    const asked = wireRate(rate, cost);
    if (asked <= rest + slack) {
      streams.push({ index, rate });
      rest -= asked;
      continue;
    }
    const remaining = payload(rest);
    const before = streams.at(-1);
    if (remaining >= Math.min(...rates) / 2 || before === undefined)
      return remaining > 0 ? [...streams, { index, rate: remaining }] : streams;
    const widened = before.rate + rest / (1 + cost.overhead / cost.mtu);
    return [
      ...streams.slice(0, -1),
      { index: before.index, rate: Math.max(before.rate, widened) },
    ];
  }
}
