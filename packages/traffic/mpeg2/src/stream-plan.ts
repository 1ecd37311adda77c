import {
  endportName,
  FabricError,
  type MulticastGroup,
  type RandomStream,
  type TrafficContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { fillRates, type FilledStream, type KindCost } from "./fill.ts";
import { planGroups } from "./group-plan.ts";
import { sendingHosts } from "./sending-hosts.ts";
import type { VideoOptions } from "./video-params.ts";

/** One stream before its path is known. */
export interface PlannedStream {
  readonly source: EndportIx;
  /** Place among the kinds of streams. */
  readonly kind: number;
  /** Mean payload in bytes per second. */
  readonly rate: number;
  readonly receivers: readonly EndportIx[];
  /** The group that it sends to; undefined = one host. */
  readonly group: MulticastGroup | undefined;
  readonly sl: number;
  /** Share of the frame period after which it starts. */
  readonly phase: number;
  /** Its own, for its frames. */
  readonly random: RandomStream;
  /** Its own, for path bits: how paths are chosen changes nothing else. */
  readonly pathRandom: RandomStream;
}

/**
 * The streams of all sending hosts, in host order. Stream k of a host draws from `<name>/<host>/<k>` (`<name>/<host>/group/<k>` for streams to groups), so that
 * more hosts, fewer senders or another share of multicast change no other stream: its destination among the other hosts, then its phase, then whatever its frames
 * need; its path bits come from `…/path`. Rates and service levels go on in turn from the place of the host, so that the hosts together have all of them alike.
 *
 * @param kinds mean payload of each kind of stream, in bytes per second, and what it costs where it goes to one host
 * @throws FabricError `E_MPEG2_HOSTS`, `E_MPEG2_NO_STREAM`, `E_MPEG2_GROUP`, `E_MPEG2_NAMED_HOST`
 */
export function planStreams(
  context: TrafficContext,
  options: VideoOptions,
  kinds: readonly { readonly rate: number; readonly cost: KindCost }[],
  name: string,
): PlannedStream[] {
  const { hosts, fabric } = context;
  if (hosts.length < 2)
    throw new FabricError({
      code: "E_MPEG2_HOSTS",
      message: "Video needs another host to go to",
      got: `${hosts.length} ${hosts.length === 1 ? "host" : "hosts"}`,
      expected: "two or more",
    });
  const groups = planGroups(context, options, name);
  const sends = new Set(sendingHosts(context, options));
  const share = options.multicast?.share ?? 0;
  const levels = [options.sl].flat();
  const groupLevels = [options.multicast?.sl ?? options.sl].flat();
  // Hosts of equal links and places have the same rates.
  const known = new Map<string, FilledStream[]>();
  const filled = (wire: number, first: number): FilledStream[] => {
    const key = `${wire} ${first}`;
    const streams = known.get(key) ?? fillRates(wire, kinds, first);
    known.set(key, streams);
    return streams;
  };
  return hosts.flatMap((source, host) => {
    if (!sends.has(source)) return [];
    const wire = (options.load * 1e12) / context.bytePs(source);
    const own = `${name}/${endportName(fabric, source)}`;
    const first = host % kinds.length;
    const unicast = filled(wire * (1 - share), first);
    const grouped = filled(wire * share, first);
    if (
      (share < 1 && unicast.length === 0) ||
      (share > 0 && grouped.length === 0)
    )
      throw new FabricError({
        code: "E_MPEG2_NO_STREAM",
        message: "The load has no room for a stream",
        where: { path: "load" },
        got: `${Math.round((wire * 8) / 1000)} kb/s at ${endportName(fabric, source)}${share > 0 ? `, ${share} of it to groups` : ""}`,
        expected: "more than the headers of its frames take",
      });
    return [
      ...unicast.map(({ index, rate }, k): PlannedStream => {
        const random = context.random(`${own}/${k}`);
        const drawn = random.below(hosts.length - 1);
        const to = hosts[drawn < host ? drawn : drawn + 1];
        return {
          source,
          kind: index,
          rate,
          receivers: to === undefined ? [] : [to],
          group: undefined,
          sl: levels[(host + k) % levels.length] ?? 0,
          phase: random.uniform(),
          random,
          pathRandom: context.random(`${own}/${k}/path`),
        };
      }),
      ...grouped.map(({ index, rate }, k): PlannedStream => {
        const random = context.random(`${own}/group/${k}`);
        const group = groups[random.below(groups.length)];
        return {
          source,
          kind: index,
          rate,
          receivers: (group?.members ?? []).filter((to) => to !== source),
          group,
          sl: groupLevels[(host + k) % groupLevels.length] ?? 0,
          phase: random.uniform(),
          random,
          pathRandom: context.random(`${own}/group/${k}/path`),
        };
      }),
    ];
  });
}
