/** Node descriptions of the mesh: switch `N(3,2)`, its host `H(3,2)`, or `H(3,2,0)`, `H(3,2,1)` … where a switch has several. */
export const switchLabel = (x: number, y: number): string => `N(${x},${y})`;

/** @param slot which of the switch's hosts, from 0; undefined where it has only one */
export const hostLabel = (x: number, y: number, slot?: number): string =>
  slot === undefined ? `H(${x},${y})` : `H(${x},${y},${slot})`;

const COORDINATES = /^N\((0|[1-9][0-9]{0,4}),(0|[1-9][0-9]{0,4})\)$/;

/** Coordinates of a switch from its label; undefined where the text is none. */
export function parseSwitchLabel(
  label: string,
): { readonly x: number; readonly y: number } | undefined {
  const match = COORDINATES.exec(label);
  return match === null
    ? undefined
    : { x: Number(match[1]), y: Number(match[2]) };
}
