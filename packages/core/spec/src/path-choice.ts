import type { EndportIx, Lid } from "@fabriclab/units";
import { FabricError } from "@fabriclab/units";
import { asks } from "./asking.ts";
import { choiceParam } from "./params.ts";
import type { ForwardingTables } from "./tables.ts";
import type { RandomStream } from "./traffic.ts";

/** How packets take one of the paths that the tables have for their destination. */
export const PATH_CHOICES = ["single", "random", "adaptive"] as const;

/** The path parameter of a traffic plugin; the default is `single`. */
export const pathsParam = () =>
  choiceParam(PATH_CHOICES, "single")
    .meta(asks("select", "adaptive"))
    .describe(
      "single: the path that the routing gives to the pair; random: uniformly drawn path bits for every message (reliable datagrams); adaptive: switches choose at every hop (unreliable datagrams). The last two need multipath tables",
    );

/** The DLID of the next message from `source` to `destination`. */
export type PathChooser = (source: EndportIx, destination: EndportIx) => Lid;

/**
 * Builds what chooses paths for the messages of a stream.
 *
 * @param random drawn from only where `how` is `random`: once per message
 * @throws FabricError E_SPEC_NO_MULTIPATH when the tables have one path per pair and `how` is not `single`
 */
export function pathChooser(
  tables: ForwardingTables,
  how: (typeof PATH_CHOICES)[number],
  random: RandomStream,
): PathChooser {
  if (how === "single") return (from, to) => tables.pathLid(from, to);
  const { multipath } = tables;
  if (multipath === undefined)
    throw new FabricError({
      code: "E_SPEC_NO_MULTIPATH",
      message: "the tables have one path for every pair of hosts",
      where: { path: "paths" },
      got: `paths: ${how}, tables of ${tables.engine}`,
      expected: "tables with path bits, or paths: single",
      hint: "name a routing that offers several paths, such as routing: multipath",
    });
  if (how === "adaptive") return (_, to) => multipath.adaptiveLid(to);
  const values = 2 ** multipath.bits;
  return (_, to) => multipath.lid(to, random.below(values));
}
