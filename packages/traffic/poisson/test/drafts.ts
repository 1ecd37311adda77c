import { randomStream } from "@fabriclab/kernel";
import {
  parseOptions,
  type OptionsInput,
  type PacketDraft,
  type Pattern,
  type PatternPlugin,
  type Stream,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { poisson } from "@fabriclab/traffic-poisson";

export const blank = (): PacketDraft => ({
  birth: -1,
  dlid: -1,
  bytes: -1,
  sl: -1,
  tag: -1,
  flags: -1,
  retryAt: -2,
});

export function make(
  context: TrafficTablesContext,
  options: OptionsInput<typeof poisson.params>,
  plugin: PatternPlugin,
  patternOptions: object = {},
): Traffic {
  const pattern: Pattern = plugin.create(
    context.hosts.length,
    parseOptions(plugin, patternOptions),
    randomStream(1, "pattern"),
  );
  return poisson.create(context, parseOptions(poisson, options), { pattern });
}

/** Copies of the next `count` drafts. */
export function take(stream: Stream, count: number): PacketDraft[] {
  const draft = blank();
  return Array.from({ length: count }, () => {
    if (!stream.next(draft)) throw new Error("the stream ended");
    return { ...draft };
  });
}
