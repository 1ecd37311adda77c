/** How a switch is drawn. */
export interface NodeShape {
  readonly box: boolean;
  readonly width: number;
  readonly height: number;
  /** Where the name stands: in the box, outside of the circle, above the dot, above it and turned, or nowhere but in the tooltip. */
  readonly label: "inside" | "outside" | "above" | "steep" | "none";
}

/** Pixels that a letter takes in a box, and beside a dot. */
export const LETTER = 6.8;
export const SMALL_LETTER = 5.7;
export const BOX_HEIGHT = 34;

export const boxOf = (letters: number): NodeShape => ({
  box: true,
  width: Math.ceil(letters * LETTER + 14),
  height: BOX_HEIGHT,
  label: "inside",
});

export const dot = (room: number, label: NodeShape["label"]): NodeShape => {
  const size = Math.max(2, Math.min(12, 0.5 * room));
  return { box: false, width: size, height: size, label };
};

/** A box where there is room for it, else a dot with its name where there is room for that. */
export function fitting(letters: number, room: number, gap: number): NodeShape {
  const box = boxOf(letters);
  if (room >= box.width + gap) return box;
  if (room >= letters * SMALL_LETTER + 4) return dot(room, "above");
  return dot(room, room >= 13 ? "steep" : "none");
}
