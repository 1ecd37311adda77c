import { definePattern } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { z } from "zod";
import { hostNamed, hostNames } from "./host-names.ts";

const hostName = z.union([z.string().min(1), z.number()], {
  error: "the name of a host",
});

/**
 * The pairs that are written down, and no others: a source of several destinations takes them in turn, one a packet; a host that is not listed as a source
 * stays silent.
 */
export const pairs = definePattern({
  name: "pairs",
  summary:
    "The listed hosts send to the destinations listed for them, in turn; all others stay silent.",
  cites: [],
  params: z.object({
    pairs: z
      .record(
        z.string(),
        z.union([hostName, z.array(hostName).min(1)], {
          error: "the name of a host, or a list of names",
        }),
      )
      .describe(
        "source: destination, or source: [destinations], by the hosts' names",
      )
      .meta({ unit: "name" }),
  }),
  claims: { permutation: false },
  create(count, { pairs: listed }, _random, names) {
    const hosts = hostNames(count, names);
    const find = (name: string, path: string): number =>
      hostNamed(name, hosts, { code: "E_PATTERN_PAIRS", path });
    const targets: number[][] = [];
    for (const [name, to] of Object.entries(listed)) {
      const source = find(name, "pairs");
      targets[source] = [to].flat().map((one) => {
        const path = `pairs.${name}`;
        const destination = find(String(one), path);
        if (destination !== source) return destination;
        throw refusal("A host cannot send to itself", path, name, {
          expected: "another host",
        });
      });
    }
    if (Object.keys(listed).length === 0)
      throw refusal("There are no pairs", "pairs", "nothing", {
        expected: "at least one source with its destination",
      });
    const turn = new Int32Array(count);
    return {
      destination(source) {
        const list = targets[source];
        if (list === undefined) return -1;
        const at = turn[source] ?? 0;
        turn[source] = (at + 1) % list.length;
        return list[at] ?? -1;
      },
      destinations: (source) => targets[source] ?? [],
    };
  },
});

const refusal = (
  message: string,
  path: string,
  got: string,
  rest: { readonly expected: string },
): FabricError =>
  new FabricError({
    code: "E_PATTERN_PAIRS",
    message,
    where: { path },
    got,
    ...rest,
  });
