import {
  parseOptions,
  type MulticastGroup,
  type OptionsInput,
  type PacketDraft,
  type Stream,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";

export type Written = Partial<OptionsInput<typeof multicastOperation.params>>;

export const groupsOf = (
  context: TrafficTablesContext,
  options: Written = {},
): readonly MulticastGroup[] =>
  multicastOperation.groups(context, parseOptions(multicastOperation, options));

export const make = (
  context: TrafficTablesContext,
  options: Written = {},
): Traffic =>
  multicastOperation.create(
    context,
    parseOptions(multicastOperation, options),
    {},
  );

/** Every draft until the stream ends. */
export function all(stream: Stream): PacketDraft[] {
  const drafts: PacketDraft[] = [];
  const draft: PacketDraft = {
    birth: -1,
    dlid: -1,
    bytes: -1,
    sl: -1,
    tag: -1,
    flags: -1,
    retryAt: -2,
  };
  while (stream.next(draft)) drafts.push({ ...draft });
  if (draft.retryAt !== -1)
    throw new Error("an ended stream asks to be asked again");
  return drafts;
}
