import type { SwitchGraph } from "./graph.ts";
import type { Layout } from "./switch-layout.ts";
import { classOf, DARK, PLAIN, SLOW, type LoadClass } from "./scale.ts";
import type { SlowCables } from "./slow.ts";
import { wayOf } from "./way.ts";

/** Up to so many pairs of cabled switches, both directions of a cable have a line of their own. */
const BOTH_WAYS = 400;
/** Half the distance between the two. */
const SIDE = 2.6;

/** Whether a drawing has room for both directions of every cable. */
export const bothWays = (graph: SwitchGraph): boolean =>
  graph.pairs.length <= BOTH_WAYS;

/**
 * The channels between switches: coloured by load, the busiest on top; without loads, one grey line for each pair of switches, a dashed dark one where a cable of it is slow. Lines of one colour are one path, so
 * that tens of thousands stay a small file.
 *
 * @param faded whether they are the background of something else
 * @param slow told apart where there are no loads
 */
export function drawChannels(
  graph: SwitchGraph,
  layout: Layout,
  classes: readonly LoadClass[] | undefined,
  faded: boolean,
  slow?: SlowCables,
): string {
  const { pairs } = graph;
  const thin = bothWays(graph) ? 1 : Math.max(0.2, 400 / pairs.length);
  if (classes === undefined) {
    const isSlow = (a: number, b: number): boolean =>
      slow?.between(a, b) === true;
    const ways = (some: typeof pairs): string =>
      some.map(({ a, b }) => wayOf(layout, a, b, 0, false).d).join("");
    const usual = pairs.filter(({ a, b }) => !isSlow(a, b));
    const others = pairs.filter(({ a, b }) => isSlow(a, b));
    const opacity = `stroke-opacity="${faded ? 0.6 : 1}"`;
    return [
      `<path class="cables" d="${ways(usual)}" fill="none" stroke="${PLAIN}" stroke-width="${2 * thin}" ${opacity}/>`,
      ...(others.length === 0
        ? []
        : [
            `<path class="slow" d="${ways(others)}" fill="none" ${SLOW} ${opacity}/>`,
          ]),
    ].join("\n");
  }
  const lines = new Map<number, string[]>();
  const add = (load: number, d: string): void => {
    const at = classOf(classes, load);
    lines.set(at, [...(lines.get(at) ?? []), d]);
  };
  for (const { a, b, forth, back } of pairs) {
    if (bothWays(graph)) {
      add(forth, wayOf(layout, a, b, SIDE, false).d);
      add(back, wayOf(layout, b, a, SIDE, false).d);
    } else add(Math.max(forth, back), wayOf(layout, a, b, 0, false).d);
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([at, ds]) => {
      const kind = classes[at];
      const style =
        kind === undefined
          ? `stroke="${DARK}" stroke-width="${thin}" stroke-dasharray="3 4"`
          : `stroke="${kind.colour}" stroke-width="${Math.round(kind.width * thin * 100) / 100}"`;
      // Why: thousands of lines of one class would cover all others; a few must stay strong.
      const full = Math.min(faded ? 0.75 : 1, 1800 / ds.length);
      const strength = Math.round(full * 100) / 100;
      return `<path class="${kind === undefined ? "dark" : `load-${at + 1}`}" d="${ds.join("")}" fill="none" ${style}${strength === 1 ? "" : ` stroke-opacity="${strength}"`}/>`;
    })
    .join("\n");
}
