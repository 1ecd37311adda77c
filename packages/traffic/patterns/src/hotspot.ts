import { definePattern } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { hostNamed, hostNames } from "./host-names.ts";
import { needHosts } from "./permutation.ts";

const hotHost = z.union([z.string().min(1), z.int().min(0)], {
  error: "a host's name or its index",
});

/** Why no `fractionParam`: shares are often thought of in percent. */
const shareParam = z
  .number()
  .min(0)
  .max(1, {
    error: ({ input }) =>
      typeof input === "number" && input >= 2 && input <= 100
        ? `at most 1: ${input} % is ${Number((input / 100).toPrecision(12))}`
        : "at most 1",
  })
  .default(0.2)
  .meta({ unit: "1" });

/**
 * A share of the packets goes to a few hot hosts, evenly among them; the rest is uniform over all other hosts (hot ones included).
 *
 * A hot host sends its share to the other hot hosts; the only hot host sends uniformly. So a host receives at most
 * load · (fraction · N / hot + 1 - fraction), which must stay below 1 for a run to be stable.
 */
export const hotspot = definePattern({
  name: "hotspot",
  summary:
    "A share of the packets goes to a few hot hosts, the rest to any host.",
  cites: [dallyTowles2004],
  params: z.object({
    hosts: z
      .union([z.int().min(1), z.string().min(1), z.array(hotHost).min(1)], {
        error: "a count, a host's name, or a list of names or indices",
      })
      .default(1)
      .describe(
        "how many hot hosts, chosen by the seed and by each entry of traffic anew, or which: a name, or a list of names or indices; a hot host sends to the other hot ones, or uniformly where it is the only one",
      )
      .meta({ unit: "hosts" }),
    fraction: shareParam.describe(
      "share of the packets that goes to the hot hosts",
    ),
  }),
  claims: { permutation: false },
  create(count, { hosts, fraction }, random, names) {
    needHosts("hotspot", count, count >= 2, "at least 2 hosts");
    const hot =
      typeof hosts === "number"
        ? chosen(hosts, count, (n) => random.below(n))
        : listed(hosts, count, names);
    const place = placesOf(hot, count);
    return {
      destination(source, stream) {
        const own = place[source] ?? -1;
        const targets = own < 0 ? hot.length : hot.length - 1;
        if (targets > 0 && stream.uniform() < fraction) {
          const draw = stream.below(targets);
          return hot[own >= 0 && draw >= own ? draw + 1 : draw] ?? -1;
        }
        const draw = stream.below(count - 1);
        return draw >= source ? draw + 1 : draw;
      },
      // Where no packet is left for the other hosts, their service levels are not to be waited for.
      ...(fraction < 1
        ? {}
        : {
            destinations: (source: number): number[] => {
              const others = [...hot].filter((to) => to !== source);
              return others.length > 0
                ? others
                : Array.from({ length: count }, (_, to) => to).filter(
                    (to) => to !== source,
                  );
            },
          }),
    };
  },
});

/** The hosts that are written down, each by its name or its index. */
function listed(
  hosts: string | readonly (string | number)[],
  count: number,
  names: readonly string[] | undefined,
): Int32Array {
  const known = hostNames(count, names);
  return Int32Array.from([hosts].flat(), (host) =>
    typeof host === "number"
      ? host
      : hostNamed(host, known, { code: "E_PATTERN_HOTSPOT", path: "hosts" }),
  );
}

function chosen(
  hot: number,
  count: number,
  below: (n: number) => number,
): Int32Array {
  if (hot > count)
    throw refusal(
      "More hot hosts than hosts",
      `${hot} of ${count}`,
      `at most ${count}`,
    );
  const all = Int32Array.from({ length: count }, (_, i) => i);
  for (let i = 0; i < hot; i++) {
    const j = i + below(count - i);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all.slice(0, hot);
}

/** Host -> its place among the hot ones, -1 for the others. */
function placesOf(hot: Int32Array, count: number): Int32Array {
  const place = new Int32Array(count).fill(-1);
  hot.forEach((host, i) => {
    if (host >= count)
      throw refusal(
        "A hot host does not exist",
        `host ${host}`,
        `an index below ${count}`,
      );
    if (place[host] !== -1)
      throw refusal(
        "A hot host is listed twice",
        `host ${host}`,
        "each host at most once",
      );
    place[host] = i;
  });
  return place;
}

function refusal(message: string, got: string, expected: string): FabricError {
  return new FabricError({
    code: "E_PATTERN_HOTSPOT",
    message,
    where: { path: "hosts" },
    got,
    expected,
  });
}
