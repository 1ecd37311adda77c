import {
  LINK_SPEED_NAMES,
  LINK_WIDTHS,
  linkBytePs,
  linkSpeedIndex,
} from "@fabriclab/fabric";
import type { Notes } from "./notes.ts";

/** Lanes and the name of their speed, as far as a file says them. */
export interface Rate {
  readonly width: number | undefined;
  /** A name of `LINK_SPEEDS`, or what stood in its place. */
  readonly speed: string | undefined;
}

/** Signalling rate of a lane in Gb/s as tools print it, and the name of the speed. FDR10 has QDR's 10 and is told by its name. */
export const GBPS_OF_SPEED = {
  SDR: "2.5",
  DDR: "5",
  QDR: "10",
  FDR10: "FDR10",
  FDR: "14",
  EDR: "25",
  HDR: "50",
  NDR: "100",
  XDR: "200",
} as const satisfies Record<(typeof LINK_SPEED_NAMES)[number], string>;

/** `14.0625`, `14` -> FDR; a speed's name stays; anything else too, to be noted where it is used. */
export function speedOfGbps(text: string): string {
  const short = text.replace(/^(\d+)\.0+$/, "$1");
  const exact: Readonly<Record<string, string>> = {
    "14.0625": "FDR",
    "25.78125": "EDR",
    "53.125": "HDR",
    "106.25": "NDR",
    "212.5": "XDR",
  };
  const found = LINK_SPEED_NAMES.find((name) => GBPS_OF_SPEED[name] === short);
  return found ?? exact[short] ?? text;
}

/** What a fabric can have. */
export interface UsableRate {
  readonly width: number;
  readonly speed: string;
}

/** The rate of a cable by its two ends: the slower of two that differ, the one that is known, or 1xSDR; each with a note. */
export function agreedRate(
  here: Rate | undefined,
  there: Rate | undefined,
  line: number,
  notes: Notes,
): UsableRate {
  const one = usable(here, line, notes);
  const other = usable(there, line, notes);
  if (one === undefined || other === undefined) {
    const known = one ?? other;
    if (known === undefined)
      notes.add("a cable without a speed was taken as 1xSDR", line);
    return known ?? { speed: "SDR", width: 1 };
  }
  if (one.speed === other.speed && one.width === other.width) return one;
  notes.add(
    "the two ends of a cable name different speeds; the slower was taken",
    line,
  );
  return byteTime(one) >= byteTime(other) ? one : other;
}

function byteTime({ speed, width }: UsableRate): number {
  const ratio = linkBytePs(linkSpeedIndex(speed), width);
  return ratio.num / ratio.den;
}

function usable(
  rate: Rate | undefined,
  line: number,
  notes: Notes,
): UsableRate | undefined {
  if (rate?.speed === undefined) return undefined;
  const { speed, width = 0 } = rate;
  if (
    LINK_SPEED_NAMES.some((name) => name === speed) &&
    LINK_WIDTHS.some((lanes) => lanes === width)
  )
    return { speed, width };
  notes.add(`the speed ${width}x${speed} is unknown and was passed over`, line);
  return undefined;
}
