import { oneLine, withUnit } from "@fabriclab/units";
import type { Factor, Level, Setting } from "./factor.ts";

/** A combination of the factors' values. */
export interface Point {
  /** From 0, in the order in which points were planned. */
  readonly index: number;
  /** `design` for what was asked, `saturation` for what the search added. */
  readonly stage: "design" | "saturation";
  /** How often the search for saturation has made these values' runs longer; absent where it has not. */
  readonly longer?: number;
  /** How many times as long its runs may be as the scenario says; absent where they are as it says. */
  readonly times?: number;
  /** Factor's column -> level. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly sets: readonly Setting[];
  /** For people: `load 0.3, routing updn`. */
  readonly label: string;
}

/** A point of which each factor has the setting at its place. */
export function pointAt(
  index: number,
  stage: Point["stage"],
  factors: readonly Factor[],
  choice: readonly {
    readonly level: Level;
    readonly sets: readonly Setting[];
  }[],
): Point {
  return {
    index,
    stage,
    levels: Object.fromEntries(
      factors.map(({ column }, i) => [column, choice[i]?.level ?? ""]),
    ),
    sets: choice.flatMap(({ sets }) => sets),
    label:
      factors.length === 0
        ? "the scenario"
        : factors
            .map(({ name, unit }, i) =>
              oneLine(`${name} ${withUnit(choice[i]?.level ?? "", unit)}`),
            )
            .join(", "),
  };
}
