import type { HcaModel, HostClock, PacketDraft, Stream } from "@fabriclab/spec";
import { parseOptions } from "@fabriclab/spec";
import { queuePair } from "@fabriclab/hca-queue-pair";
import type { EndportIx } from "@fabriclab/units";

export interface Element {
  readonly birth: number;
  readonly sl?: number;
  readonly bytes?: number;
  readonly tag?: number;
}

/** A queue pair of host 1 with these elements. */
export function pair(
  elements: readonly Element[],
  management = false,
  source = 1,
): Stream {
  let next = 0;
  return {
    source: source as EndportIx,
    serviceLevels: [...new Set(elements.map(({ sl = 0 }) => sl))],
    ...(management ? { management: true } : {}),
    next(draft) {
      const element = elements[next++];
      draft.retryAt = -1;
      if (element === undefined) return false;
      draft.birth = element.birth;
      draft.sl = element.sl ?? 0;
      draft.bytes = element.bytes ?? 1000;
      draft.tag = element.tag ?? 0;
      draft.dlid = 7;
      draft.flags = 1;
      draft.traffic = 3;
      draft.management = management;
      return true;
    },
  };
}

export const build = (options: object = {}): HcaModel =>
  queuePair.build(parseOptions(queuePair, options));

/** The first host's packets as [tag, readyAt], in the order in which the adapter hands them out. */
export function served(
  streams: readonly Stream[],
  options: object = {},
  tickPs = 1000,
  clock?: HostClock,
): (readonly [tag: number, readyAt: number])[] {
  const [stream] = build(options).adapt!(streams, tickPs, clock);
  const taken: (readonly [number, number])[] = [];
  const draft = blank();
  while (stream!.next(draft)) taken.push([draft.tag, draft.readyAt!]);
  return taken;
}

export const blank = (): PacketDraft => ({
  birth: -1,
  dlid: -1,
  bytes: -1,
  sl: -1,
  tag: -1,
  flags: -1,
  retryAt: -1,
});
