import type { FabricView } from "../../shared/protocol.ts";
import type { NodeGrid } from "./node-grid.ts";
import type { Affine } from "./affine.ts";
import type { Sizes } from "./sizes.ts";

export const LABEL_SIZE = 12;
export const LABEL_FONT = `${LABEL_SIZE}px system-ui, 'DejaVu Sans', sans-serif`;
/** Letters of a name; of a longer one the middle is left out. */
const LETTERS = 22;
/** Names that are drawn, and nodes that are looked at for them. */
const MOST = 400;
const MOST_NODES = 4000;
/** Nodes per name that there is room for, above which none is drawn: some names among many say little. */
const CROWD = 12;
/** Pixels between names. */
const GAP = 4;

/** Pixels between a name and the edge, at which a name moves aside rather than lose letters. */
const EDGE = 2;

/** A name where it is written: the middle of its base line, in pixels. */
export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** `compute-node-…-17 mlx5_0`. */
export const shortened = (name: string): string =>
  name.length <= LETTERS
    ? name
    : `${name.slice(0, LETTERS / 2 - 1)}…${name.slice(-LETTERS / 2)}`;

/** Which names are written where, so that none lies on another: those that stand out first, then switches, then hosts. */
export class Labels {
  readonly #measure: (text: string) => number;
  readonly #widths = new Map<string, number>();

  constructor(context: CanvasRenderingContext2D) {
    this.#measure = (text) => {
      context.font = LABEL_FONT;
      return context.measureText(text).width;
    };
  }

  place(
    view: FabricView,
    grid: NodeGrid,
    affine: Affine,
    size: Sizes,
    width: number,
    height: number,
    first: Iterable<number>,
  ): Label[] {
    const { x, y, labels, switchCount } = view;
    const { scale } = affine;
    const taken = new Taken();
    const placed: Label[] = [];
    const write = (node: number): boolean => {
      const text = shortened(labels[node] ?? "");
      if (text === "") return true;
      const px = affine.x + scale * x[node]!;
      const py = affine.y - scale * y[node]!;
      if (px < 0 || px > width || py < 0 || py > height) return true;
      let wide = this.#widths.get(text);
      if (wide === undefined) {
        wide = this.#measure(text);
        this.#widths.set(text, wide);
      }
      const middle = within(px, wide / 2 + EDGE, width - wide / 2 - EDGE);
      const isSwitch = node < switchCount;
      const base = isSwitch
        ? py - size.switches / 2 - 5
        : py + size.hosts / 2 + LABEL_SIZE + 1;
      if (
        !taken.take(
          middle - wide / 2 - GAP,
          middle + wide / 2 + GAP,
          base - LABEL_SIZE,
          base + 3,
        )
      )
        return false;
      placed.push({ text, x: middle, y: base });
      return true;
    };
    for (const node of first) write(node);
    const seen: number[] = [];
    grid.within(
      -affine.x / scale,
      (width - affine.x) / scale,
      (affine.y - height) / scale,
      affine.y / scale,
      (node) => seen.push(node) < MOST_NODES,
    );
    if (seen.length >= MOST_NODES) return placed;
    seen.sort((a, b) => a - b);
    for (const isSwitch of [true, false]) {
      const begun = placed.length;
      const kind = seen.filter((node) => node < switchCount === isSwitch);
      for (const node of kind) {
        if (placed.length >= MOST) return placed;
        write(node);
      }
      // A few names among a crowd look like those of the crowd.
      if (kind.length > CROWD * (placed.length - begun)) placed.length = begun;
    }
    return placed;
  }
}

/** The value, or the bound that it passes; where the bounds leave no room, the middle of them. */
const within = (value: number, least: number, most: number): number =>
  least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);

/** Rectangles that are taken, in rows of a name's height. */
class Taken {
  readonly #rows = new Map<number, { left: number; right: number }[]>();

  /** Takes a rectangle. @returns false where a part of it is taken */
  take(left: number, right: number, top: number, bottom: number): boolean {
    const rows: { left: number; right: number }[][] = [];
    for (
      let row = Math.floor(top / LABEL_SIZE);
      row <= Math.floor(bottom / LABEL_SIZE);
      row++
    ) {
      const there = this.#rows.get(row) ?? [];
      if (there.some((one) => one.left < right && one.right > left))
        return false;
      this.#rows.set(row, there);
      rows.push(there);
    }
    for (const row of rows) row.push({ left, right });
    return true;
  }
}
