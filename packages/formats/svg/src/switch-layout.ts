import type { NodeShape } from "./node-shape.ts";

/** Where the switches stand, in CSS pixels. */
export interface Layout {
  readonly kind: "grid" | "cube" | "layers" | "groups" | "circle" | "rings";
  readonly width: number;
  readonly height: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** How a switch is drawn: a box with its name, or a dot where there is no room for one. */
  readonly node: NodeShape;
  /** What stands beside several switches together. */
  readonly captions?: readonly {
    readonly x: number;
    readonly y: number;
    readonly text: string;
  }[];
  /** By how much a cable between two switches bows, in pixels to the left of its way from a to b: round others in its row, column or rank. */
  bow(a: number, b: number): number;
}
