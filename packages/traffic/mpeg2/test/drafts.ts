import {
  parseOptions,
  type OptionsInput,
  type PacketDraft,
  type Stream,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";

export const make = (
  context: TrafficTablesContext,
  options: OptionsInput<typeof mpeg2.params>,
): Traffic => mpeg2.create(context, parseOptions(mpeg2, options), {});

/** Copies of the next drafts, at most `count`. */
export function take(stream: Stream | undefined, count: number): PacketDraft[] {
  const draft: PacketDraft = {
    birth: -1,
    dlid: -1,
    bytes: -1,
    sl: -1,
    tag: -1,
    flags: -1,
    retryAt: -2,
  };
  const taken: PacketDraft[] = [];
  while (stream !== undefined && taken.length < count && stream.next(draft))
    taken.push({ ...draft });
  return taken;
}
