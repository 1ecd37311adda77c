import type { HcaModel, Stream, Traffic } from "@fabriclab/spec";
import type { AdapterHoldings } from "./adapter-holdings.ts";
import type { SourceSpec } from "./source-spec.ts";

/** A stream that feeds lanes. */
export interface Fed {
  readonly stream: Stream;
  /** Index of its traffic, -1 = the draft says. */
  readonly index: number;
}

/** Whether what is sent may depend on what was delivered. */
export const isClosedLoop = (traffic: readonly Traffic[]): boolean =>
  traffic.some(reacts);

const reacts = ({ delivered }: Traffic): boolean => delivered !== undefined;

/** Whether streams must be told the time. */
export const hasTimers = (traffic: readonly Traffic[]): boolean =>
  traffic.some(({ timers }) => timers === true);

/** Puts the host adapter's queues before the lanes: its streams instead of the traffic's, at hosts; switches' own endports have no adapter. */
export function adapted(
  adapt: NonNullable<HcaModel["adapt"]>,
  given: readonly Fed[],
  spec: Pick<
    SourceSpec,
    "endpointOf" | "firstOwn" | "owns" | "tickPs" | "clock" | "traffic"
  >,
  holdings: AdapterHoldings,
): Fed[] {
  const { clock } = spec;
  const timed = hasTimers(spec.traffic);
  const isOwn = ({ stream }: Fed): boolean =>
    spec.endpointOf(stream.source) >= spec.firstOwn;
  // Why those that do not react: of a stream that an adapter has made of its own nothing is known.
  const open = new Set<Stream>();
  const atHosts = given
    .filter((fed) => !isOwn(fed) && spec.owns(fed.stream.source))
    .map(({ stream, index }) => {
      const answered = holdings.stream(index, stream.source);
      const marked: Stream = {
        source: stream.source,
        serviceLevels: stream.serviceLevels,
        ...(stream.management === true ? { management: true } : {}),
        next(draft) {
          if (timed) draft.now = clock.base + clock.tick;
          draft.retryAt = -1;
          const hasOne = stream.next(draft);
          answered(hasOne, draft.retryAt);
          if (!hasOne) return false;
          draft.traffic = index;
          draft.management = stream.management === true;
          return true;
        },
      };
      if (!reacts(spec.traffic[index]!)) open.add(marked);
      return marked;
    });
  return [
    ...adapt(atHosts, spec.tickPs, {
      closedLoop: isClosedLoop(spec.traffic),
      now: () => clock.base + clock.tick,
      reacts: (stream) => !open.has(stream),
    }).map((stream) => ({ stream, index: -1 })),
    ...given.filter(isOwn),
  ];
}
