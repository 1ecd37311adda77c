import type { FabricDiff, TableDiff } from "@fabriclab/analysis-diff";
import { type Io, paint } from "./io.ts";
import { many } from "./naming/words.ts";
import { columnsOf } from "./table.ts";

/** Lines shown of a kind. */
const SHOWN = 20;

/** With the cables that only one end tells of in the one file, and not so in the other. */
export interface FileDiff extends FabricDiff {
  readonly oneSided: {
    readonly a: readonly string[];
    readonly b: readonly string[];
  };
}

/** The differences of two fabrics as people read them. */
export function fabricDiffText(
  diff: FileDiff,
  a: string,
  b: string,
  io: Io,
): string {
  if (diff.isSame)
    return `no difference: ${matchedBy(diff)}, every cable as in ${a}\n`;
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : [
          paint(io, "bold", `${title}: ${lines.length}`),
          ...lines.slice(0, SHOWN).map((line) => `  ${line}`),
          ...(lines.length > SHOWN
            ? [`  … and ${lines.length - SHOWN} more, see --json`]
            : []),
        ];
  return [
    matchedBy(diff),
    ...part(`nodes missing in ${b}`, diff.missing),
    ...part(`nodes that ${a} lacks`, diff.added),
    ...part(
      "nodes changed",
      diff.changed.map(
        ({ name, what, before, after }) =>
          `${name}: ${what} ${before} -> ${after}`,
      ),
    ),
    ...part(`cables missing in ${b}`, diff.missingCables),
    ...part(`cables that ${a} lacks`, diff.addedCables),
    ...part(
      "ports cabled otherwise",
      diff.recabled.map(
        ({ port, before, after }) => `${port}: ${before} -> ${after}`,
      ),
    ),
    ...part(`cables that only the first end tells of in ${a}`, diff.oneSided.a),
    ...part(`cables that only the first end tells of in ${b}`, diff.oneSided.b),
    ...(diff.cablesOfNodes > 0
      ? [`${many(diff.cablesOfNodes, "cable")} of missing or added nodes`]
      : []),
    "",
  ].join("\n");
}

const matchedBy = ({ by, byHostPart }: FileDiff): string =>
  `nodes matched by ${by === "guid" ? "GUID" : "name"}${byHostPart > 0 ? ` (${many(byHostPart, "host")} by the host's part of an adapter's description, n11 of n11 mlx5_0)` : ""}`;

/** With switches by name. */
export interface NamedTableDiff extends Omit<TableDiff, "switches"> {
  readonly switches: readonly {
    readonly switch: string;
    readonly moved: number;
    readonly lost: number;
    readonly gained: number;
  }[];
}

/** What the parts of VL arbitration are called. */
const VL_ARB: Readonly<Record<TableDiff["vlArb"][number], string>> = {
  high: "high-priority table",
  low: "low-priority table",
  highLimit: "limit of high priority",
};

function sl2vlLines({ sl2vl }: NamedTableDiff, a: string, b: string): string[] {
  const { rows, changed, lost, gained, onlyIn } = sl2vl;
  if (onlyIn !== null)
    return [
      `SL2VL tables are not compared: ${onlyIn === "first" ? b : a} has none`,
    ];
  const count = changed + lost + gained;
  return count === 0
    ? []
    : [
        `${count} of ${many(rows, "SL2VL row")} differ: ${changed} name other VLs, ${lost} are missing in ${b}, ${gained} in ${a}`,
      ];
}

/** The differences of two sets of tables as people read them. */
export function tableDiffText(
  diff: NamedTableDiff,
  a: string,
  b: string,
  io: Io,
): string {
  const { entries, moved, lost, gained, switches, lanes } = diff;
  const { vlArb, vlArbOnlyIn } = diff;
  const [having, lacking] = vlArbOnlyIn === "a" ? [a, b] : [b, a];
  const notCompared =
    vlArbOnlyIn === undefined
      ? []
      : [
          `VL arbitration is not compared: ${having} has it, ${lacking} has none`,
        ];
  const alike = `${many(entries, "entry", "entries")} of ${a} and ${b} alike`;
  if (diff.isSame)
    return [
      `no difference: ${alike}`,
      ...sl2vlLines(diff, a, b),
      ...notCompared,
      "",
    ].join("\n");
  return [
    moved + lost + gained === 0
      ? alike
      : `${moved + lost + gained} of ${many(entries, "entry", "entries")} differ: ${moved} lead to another port, ${lost} are missing in ${b}, ${gained} in ${a}`,
    ...(diff.relidded > 0
      ? [`${many(diff.relidded, "endport has", "endports have")} other LIDs`]
      : []),
    ...(
      [
        [diff.lidsOnlyIn.b, a],
        [diff.lidsOnlyIn.a, b],
      ] as const
    ).flatMap(([count, lacking]) =>
      count === 0
        ? []
        : [
            `${many(count, "endport has", "endports have")} no LID in ${lacking}`,
          ],
    ),
    ...sl2vlLines(diff, a, b),
    ...(vlArb.length > 0
      ? [
          `VL arbitration differs: ${vlArb.map((part) => VL_ARB[part]).join(", ")}`,
        ]
      : []),
    ...notCompared,
    ...(diff.multicast > 0
      ? [
          many(
            diff.multicast,
            "multicast port mask differs",
            "multicast port masks differ",
          ),
        ]
      : []),
    ...(lanes[0] === lanes[1] || diff.sl2vl.onlyIn !== null
      ? []
      : [`${many(lanes[0], "data VL")} in ${a}, ${lanes[1]} in ${b}`]),
    ...(switches.length === 0
      ? []
      : [
          columnsOf(
            switches
              .slice(0, SHOWN)
              .map((one) => [
                `  ${one.switch}`,
                String(one.moved),
                String(one.lost),
                String(one.gained),
              ]),
            {
              head: ["  switch", "another port", "missing", "new"],
              align: ["left", "right", "right", "right"],
              columns: io.columns,
            },
          ),
        ]),
    ...(switches.length > SHOWN
      ? [`  … and ${switches.length - SHOWN} more, see --json`]
      : []),
    "",
  ].join("\n");
}
