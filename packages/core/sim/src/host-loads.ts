import { endportName, FabricError, type Traffic } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { entryLabel } from "./entry-names.ts";
import type { Experiment } from "./experiment.ts";

/** Loads that are written as decimals may add up to a hair more than 1. */
const SLACK = 1e-9;

/**
 * Several endless entries must not offer more at a host than its link carries, as one must not (`overloadCheck` of spec), unless one of them has
 * `overload: true`. What ends is left out: its queue drains, it may be over before another begins, and beside it the run itself tells of saturation
 * (`EndlessBeside`).
 *
 * @throws FabricError E_SIM_OVERLOAD
 */
export function checkHostLoads(
  { traffic: uses, fabric }: Experiment,
  traffic: readonly Traffic[],
  hosts: readonly EndportIx[],
): void {
  const rated = traffic.flatMap((one, index) =>
    one.sourceLoad === undefined || one.finite ? [] : [{ one, index }],
  );
  // What one may offer alone is checked with its parameters.
  if (rated.length < 2) return;
  for (const host of hosts) {
    const loads = rated.flatMap(({ one, index }) => {
      const load = one.sourceLoad?.(host) ?? 0;
      return load > 0 ? [{ load, index }] : [];
    });
    const sum = loads.reduce((all, { load }) => all + load, 0);
    if (loads.length < 2 || sum <= 1 + SLACK) continue;
    if (loads.some(({ index }) => isMeant(uses[index]?.options))) continue;
    const terms = loads.map(
      ({ load, index }) =>
        `${Number(load.toPrecision(6))} of ${entryLabel(uses, index)}`,
    );
    throw new FabricError({
      code: "E_SIM_OVERLOAD",
      message:
        "the loads of several endless traffic entries add up to more than a host's link can carry",
      where: { path: `traffic[${loads.at(-1)?.index ?? 0}]` },
      got: `${Number(sum.toPrecision(6))} at ${endportName(fabric, host)}: ${terms.join(" + ")}`,
      expected: "at most 1 together",
      hint: `write overload: true in ${willing(uses, loads)} where the host's own link is meant to be overloaded`,
    });
  }
}

/** The entries that take `overload`; not all kinds do. */
const willing = (
  uses: Experiment["traffic"],
  loads: readonly { readonly index: number }[],
): string =>
  loads
    .filter(({ index }) => "overload" in uses[index]!.plugin.params.shape)
    .map(({ index }) => entryLabel(uses, index))
    .join(" or ") || "an entry that takes it";

const isMeant = (options: unknown): boolean =>
  (options as { overload?: unknown } | undefined)?.overload === true;
