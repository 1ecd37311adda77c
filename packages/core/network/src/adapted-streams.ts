import type { HcaModel, Stream } from "@fabriclab/spec";
import type { SourceSpec } from "./sources.ts";

/** A stream that feeds lanes. */
export interface Fed {
  readonly stream: Stream;
  /** Index of its traffic, -1 = the draft says. */
  readonly index: number;
}

/** Puts the host adapter's queues before the lanes: its streams instead of the traffic's, at hosts; switches' own endports have no adapter. */
export function adapted(
  adapt: NonNullable<HcaModel["adapt"]>,
  given: readonly Fed[],
  spec: Pick<SourceSpec, "endpointOf" | "firstOwn" | "owns" | "tickPs">,
): Fed[] {
  const isOwn = ({ stream }: Fed): boolean =>
    spec.endpointOf(stream.source) >= spec.firstOwn;
  const atHosts = given
    .filter((fed) => !isOwn(fed) && spec.owns(fed.stream.source))
    .map(({ stream, index }): Stream => ({
      source: stream.source,
      serviceLevels: stream.serviceLevels,
      next(draft) {
        if (!stream.next(draft)) return false;
        draft.traffic = index;
        return true;
      },
    }));
  return [
    ...adapt(atHosts, spec.tickPs).map((stream) => ({ stream, index: -1 })),
    ...given.filter(isOwn),
  ];
}
