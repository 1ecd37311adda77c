export type FrameType = "I" | "P" | "B";

/** One frame of a GoP in coding order. */
export interface CodedFrame {
  readonly type: FrameType;
  /** It is shown before the I frame that is sent before it: it belongs to the GoP before. */
  readonly earlier: boolean;
}

/** A pattern of display order: one I frame, then B and P frames. */
export const GOP_PATTERN = /^I[BP]*$/;

/**
 * The order in which the frames of a GoP are sent: a B frame refers to the I or P frames around it, so both go first. The B frames at the end of a GoP
 * therefore follow the next I frame.
 *
 * @param pattern in display order, such as IBBPBBPBBPBB; matches `GOP_PATTERN`
 */
export function codingOrder(pattern: string): CodedFrame[] {
  const types = pattern.split("") as FrameType[];
  const lastAnchor = types.findLastIndex((type) => type !== "B");
  const trailing = types.slice(lastAnchor + 1);
  const coded: CodedFrame[] = [
    { type: "I", earlier: false },
    ...trailing.map((type) => ({ type, earlier: true })),
  ];
  let waiting: FrameType[] = [];
  for (const type of types.slice(1, lastAnchor + 1)) {
    if (type === "B") {
      waiting.push(type);
      continue;
    }
    for (const sent of [type, ...waiting])
      coded.push({ type: sent, earlier: false });
    waiting = [];
  }
  return coded;
}
