import type { HcaModel, Stream, Traffic } from "@fabriclab/spec";
import type { SourceSpec } from "./source-spec.ts";

/** A stream that feeds lanes. */
export interface Fed {
  readonly stream: Stream;
  /** Index of its traffic, -1 = the draft says. */
  readonly index: number;
}

/** Whether what is sent may depend on what was delivered. */
export const isClosedLoop = (traffic: readonly Traffic[]): boolean =>
  traffic.some(({ delivered }) => delivered !== undefined);

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
): Fed[] {
  const { clock } = spec;
  const timed = hasTimers(spec.traffic);
  const isOwn = ({ stream }: Fed): boolean =>
    spec.endpointOf(stream.source) >= spec.firstOwn;
  const atHosts = given
    .filter((fed) => !isOwn(fed) && spec.owns(fed.stream.source))
    .map(({ stream, index }): Stream => ({
      source: stream.source,
      serviceLevels: stream.serviceLevels,
      ...(stream.management === true ? { management: true } : {}),
      next(draft) {
        if (timed) draft.now = clock.base + clock.tick;
        if (!stream.next(draft)) return false;
        draft.traffic = index;
        draft.management = stream.management === true;
        return true;
      },
    }));
  return [
    ...adapt(atHosts, spec.tickPs, {
      closedLoop: isClosedLoop(spec.traffic),
      now: () => clock.base + clock.tick,
    }).map((stream) => ({ stream, index: -1 })),
    ...given.filter(isOwn),
  ];
}
