import { emptyDraft, type Traffic } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import { enteringLoad } from "./entering-load.ts";

/** Whether what it sends is its own affair: births of other traffic depend on what arrives, so that nobody can say what it would have sent. */
export const isOpenLoop = ({ finite, timers, delivered }: Traffic): boolean =>
  !finite && timers !== true && delivered === undefined;

/** Packets that a stream may bear in one tick: one that is never at a loss bears all of them in its first. */
const MOST_AT_ONCE = 1 << 16;

/**
 * What an entry of endless open-loop traffic bears before tick `to`: its streams are drafted once more, so that packets count that never leave their hosts, and
 * hosts that are silent by then do not.
 *
 * O(packets born before `to`).
 *
 * @param visit given each packet's tick of birth and its bytes, stream by stream
 * @returns false where a stream has packets of one tick without end, so that nobody can count them
 */
function eachBirth(
  { streams }: Pick<Traffic, "streams">,
  to: number,
  visit: (birth: number, bytes: number) => void,
): boolean {
  const draft = emptyDraft();
  for (const stream of streams) {
    let last = -1;
    let alike = 0;
    while (stream.next(draft) && draft.birth < to) {
      alike = draft.birth === last ? alike + 1 : 0;
      if (alike === MOST_AT_ONCE) return false;
      last = draft.birth;
      visit(draft.birth, draft.bytes);
    }
  }
  return true;
}

/** Hosts that are left out of what is counted. */
type LeftOut = (host: EndportIx) => boolean;

const NOBODY: LeftOut = () => false;

const streamsBut = (
  { streams }: Pick<Traffic, "streams">,
  leftOut: LeftOut,
): Pick<Traffic, "streams"> => ({
  streams: streams.filter(({ source }) => !leftOut(source)),
});

/** Packets of entry `index`, which is open-loop, that are born from tick `from` up to, not including, `to`. O(packets born before `to`). */
export function packetsBorn(
  composition: Composition,
  index: number,
  from: number,
  to: number,
  leftOut = NOBODY,
): number {
  let packets = 0;
  const entry = composition.freshTraffic()[index];
  if (entry !== undefined)
    eachBirth(streamsBut(entry, leftOut), to, (birth) => {
      if (birth >= from) packets += 1;
    });
  return packets;
}

/** Packets of some hosts of entry `index`, which is open-loop, that are born from one tick up to, not including, another. O(packets born there before that). */
export function sourceBirths(
  composition: Composition,
  index: number,
  hosts: ReadonlySet<EndportIx>,
  [from, to]: readonly [number, number],
): ReadonlyMap<EndportIx, number> {
  const born = new Map<EndportIx, number>();
  const entry = composition.freshTraffic()[index];
  for (const stream of entry?.streams ?? []) {
    if (!hosts.has(stream.source)) continue;
    let packets = 0;
    eachBirth({ streams: [stream] }, to, (birth) => {
      if (birth >= from) packets += 1;
    });
    born.set(stream.source, (born.get(stream.source) ?? 0) + packets);
  }
  return born;
}

/** Equal stretches of time: `count` of `size` ticks from tick `from` on. */
export interface Stretches {
  readonly from: number;
  readonly size: number;
  readonly count: number;
}

/**
 * Bytes born in each stretch, of all entries or of entry `index`; undefined where births depend on what arrives, or have no end. O(packets born before the end).
 */
export function bytesBorn(
  composition: Composition,
  { from, size, count }: Stretches,
  index?: number,
  leftOut = NOBODY,
): Float64Array | undefined {
  const asked = (at: number): boolean => index === undefined || at === index;
  if (composition.traffic.some((one, at) => asked(at) && !isOpenLoop(one)))
    return undefined;
  const born = new Float64Array(count);
  for (const [at, entry] of composition.freshTraffic().entries()) {
    if (!asked(at)) continue;
    const counted = eachBirth(
      streamsBut(entry, leftOut),
      from + size * count,
      (birth, bytes) => {
        if (birth >= from) born[Math.floor((birth - from) / size)]! += bytes;
      },
    );
    if (!counted) return undefined;
  }
  return born;
}

/** What traffic that waits for nobody bears, in all. */
interface AllBirths {
  /** Bytes born before each of the times that were asked for. */
  readonly bytes: Float64Array;
  /** Tick of the last birth. */
  readonly last: number;
  /** Moments at which a stream bears anything, mean over the streams that do. */
  readonly moments: number;
}

/**
 * What the entries of finite traffic bear, by some times; undefined where there is one whose births depend on what arrives. O(packets).
 *
 * @param times ticks, rising
 */
export function allBirths(
  composition: Composition,
  times: readonly number[],
): AllBirths | undefined {
  const waits = ({ finite, timers, delivered }: Traffic): boolean =>
    finite && (timers === true || delivered !== undefined);
  if (composition.traffic.some(waits)) return undefined;
  const bytes = new Float64Array(times.length);
  let [last, moments, senders] = [-1, 0, 0];
  const draft = emptyDraft();
  for (const { finite, streams } of composition.freshTraffic())
    for (const stream of finite ? streams : []) {
      let before = -1;
      let at = 0;
      while (stream.next(draft)) {
        const { birth } = draft;
        if (before < 0) senders += 1;
        if (birth > before) moments += 1;
        before = birth;
        while (at < times.length && times[at]! <= birth) at += 1;
        if (at < times.length) bytes[at]! += draft.bytes;
      }
      last = Math.max(last, before);
    }
  for (let at = 1; at < times.length; at++) bytes[at]! += bytes[at - 1]!;
  return { bytes, last, moments: moments / Math.max(1, senders) };
}

/** Bytes of entry `index` and of the answers to it that enter per tick over all hosts where all that it offers does; undefined where it declares no load. */
export function offeredPerTick(
  { traffic, hosts, tickPs, bytePs }: Composition,
  index: number,
): number | undefined {
  const entry = traffic[index];
  const load = entry === undefined ? undefined : enteringLoad(entry);
  return load === undefined
    ? undefined
    : hosts.reduce((sum, host) => sum + (load * tickPs) / bytePs(host), 0);
}
