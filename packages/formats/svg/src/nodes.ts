import type { SwitchGraph } from "./graph.ts";
import type { Layout } from "./switch-layout.ts";
import { CYCLE } from "./scale.ts";
import { escaped } from "./text.ts";
import { round } from "./way.ts";

/**
 * The switches: boxes with name and number of hosts, or dots; those of `marked` are outlined and always named. Every one has its whole name as a tooltip.
 *
 * @param labels what is drawn of the names
 */
export function drawNodes(
  { count, hosts }: SwitchGraph,
  names: readonly string[],
  labels: readonly string[],
  layout: Layout,
  marked: ReadonlySet<number>,
): string {
  const { node, x, y } = layout;
  const parts: string[] = [];
  const lowest = y.reduce((most, one) => Math.max(most, one), 0);
  for (let sw = 0; sw < count; sw++) {
    const at = hosts[sw] ?? 0;
    const about = at === 0 ? "" : at === 1 ? "1 host" : `${at} hosts`;
    const fill = at === 0 ? "#eceff1" : node.box ? "white" : "#455a64";
    const thin = node.width > 5 ? "" : ' stroke-width="0.4"';
    const outline = marked.has(sw)
      ? `stroke="${CYCLE}" stroke-width="2.4"`
      : `stroke="#37474f"${thin}`;
    const title = `<title>${escaped(names[sw] ?? "")}${about === "" ? "" : `, ${about}`}</title>`;
    const [w, h] = [node.width, node.height];
    const shape = node.box
      ? `<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="4" fill="${fill}" ${outline}/>`
      : `<circle r="${round(w / 2 + (marked.has(sw) ? 2 : 0))}" fill="${fill}" ${outline}/>`;
    parts.push(
      `<g transform="translate(${round(x[sw] ?? 0)} ${round(y[sw] ?? 0)})">${title}${shape}${nameOf(sw, about)}</g>`,
    );
  }
  return parts.join("\n");

  function nameOf(sw: number, about: string): string {
    const text = escaped(labels[sw] ?? "");
    const halo = 'stroke="white" stroke-width="3" paint-order="stroke"';
    const bold = marked.has(sw) ? ' font-weight="bold"' : "";
    const away = node.height / 2 + 5;
    const below = layout.kind === "layers" && y[sw] === lowest;
    switch (node.label) {
      case "inside":
        return about === ""
          ? `<text y="4" text-anchor="middle"${bold}>${text}</text>`
          : `<text y="-2" text-anchor="middle"${bold}>${text}</text><text y="12" text-anchor="middle" font-size="9.5" fill="#546e7a">${about}</text>`;
      case "outside": {
        const [dx, dy] = [
          (x[sw] ?? 0) - layout.width / 2,
          (y[sw] ?? 0) - layout.height / 2,
        ];
        const length = Math.hypot(dx, dy) || 1;
        const side = dx / length;
        const anchor =
          Math.abs(side) < 0.15 ? "middle" : side > 0 ? "start" : "end";
        return `<text x="${round(14 * side)}" y="${round((16 * dy) / length + 4)}" text-anchor="${anchor}"${bold} ${halo}>${text}</text>`;
      }
      case "above":
        return `<text y="${round(below ? away + 8 : -away)}" text-anchor="middle" font-size="9"${bold} ${halo}>${text}</text>`;
      case "steep":
        return `<text transform="rotate(${below ? 55 : -55})" x="${round(away)}" y="3" font-size="9"${bold} ${halo}>${text}</text>`;
      case "none":
        return marked.has(sw)
          ? `<text x="${round(away)}" y="${round(-away)}" font-weight="bold" ${halo}>${text}</text>`
          : "";
    }
  }
}
