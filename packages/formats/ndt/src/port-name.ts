/** A port as NDT calls it. */
export interface NamedPort {
  /** What belongs after the device's name: the leaf chip of a director, the adapter of a host; empty for a switch of one chip. */
  readonly part: string;
  readonly isSwitch: boolean;
  readonly isDirector: boolean;
  readonly num: number;
}

const SWITCH = /^Port\s+(\d{1,3})$/i;
const DIRECTOR = /^Blade\s+(\d{1,3})_Port\s+(\d{1,2})\/(\d{1,3})$/i;

/**
 * `Port 21` is one of a switch, `Blade 2_Port 1/7` is port 7 of the first chip of a director's second leaf, anything else is an adapter of a host (`ibp12s0`).
 */
export function portOf(text: string): NamedPort {
  const simple = SWITCH.exec(text);
  if (simple !== null)
    return {
      part: "",
      isSwitch: true,
      isDirector: false,
      num: Number(simple[1]),
    };
  const director = DIRECTOR.exec(text);
  if (director !== null)
    return {
      part: `/L${(director[1] ?? "").padStart(2, "0")}/U${director[2] ?? ""}`,
      isSwitch: true,
      isDirector: true,
      num: Number(director[3]),
    };
  return { part: ` ${text}`, isSwitch: false, isDirector: false, num: 1 };
}
