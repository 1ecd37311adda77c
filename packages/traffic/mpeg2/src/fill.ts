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

/** What streams of one kind cost, all in bytes per second; the wire never falls with the rate. */
export interface KindCost {
  /** On the wire at `rate` of payload. */
  wire(rate: number): number;
  /** The payload that `wire` has room for; 0 or less where it has none. */
  payload(wire: number): number;
  /** The payload where `wire` more is there than that of a stream of `rate`. */
  widened(rate: number, wire: number): number;
}

/** Of streams whose frames are drawn: {@link wireRate}. */
export function drawnCost(cost: WireCost): KindCost {
  const perByte = 1 + cost.overhead / cost.mtu;
  return {
    wire: (rate) => wireRate(rate, cost),
    payload: (wire) => (wire - perFrame(cost)) / perByte,
    widened: (rate, wire) => rate + wire / perByte,
  };
}

/** Halvings after which a rate is known to all its digits. */
const HALVINGS = 60;

/** Of streams whose frames are known: what is on the wire is counted, and what it has room for is found by halving. */
export function countedCost(wire: (rate: number) => number): KindCost {
  const payload = (room: number): number => {
    let low = 0;
    // Payload is never more than what is on the wire.
    let high = room;
    for (let turn = 0; turn < HALVINGS; turn++) {
      const middle = (low + high) / 2;
      if (wire(middle) <= room) low = middle;
      else high = middle;
    }
    return low;
  };
  return {
    wire,
    payload,
    widened: (rate, more) => payload(wire(rate) + more),
  };
}

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
 * @param kinds mean payload of each kind, in bytes per second, and what it costs
 * @param first place in `kinds` of the first stream
 * @returns no stream where `wire` has no room for a byte of payload
 */
export function fillRates(
  wire: number,
  kinds: readonly { readonly rate: number; readonly cost: KindCost }[],
  first: number,
): FilledStream[] {
  const streams: FilledStream[] = [];
  const lowest = Math.min(...kinds.map(({ rate }) => rate));
  // Why: rates that fill the link exactly must not leave a stream of rounding errors behind.
  const slack = wire * 1e-12;
  let rest = wire;
  for (let turn = first; ; turn++) {
    const index = turn % kinds.length;
    const { rate, cost } = kinds[index]!;
    const asked = cost.wire(rate);
    if (asked <= rest + slack) {
      streams.push({ index, rate });
      rest -= asked;
      continue;
    }
    const remaining = cost.payload(rest);
    const before = streams.at(-1);
    if (remaining >= lowest / 2 || before === undefined)
      return remaining > 0 ? [...streams, { index, rate: remaining }] : streams;
    const widened = kinds[before.index]!.cost.widened(before.rate, rest);
    return [
      ...streams.slice(0, -1),
      { index: before.index, rate: Math.max(before.rate, widened) },
    ];
  }
}
