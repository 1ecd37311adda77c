import { FabricError, nearest, type LinkSpeed } from "@fabriclab/spec";
import { bytePs, type BytePs } from "@fabriclab/units";

/**
 * Link speeds and their data rate per lane after line coding, as picoseconds per byte. A fabric's `linkSpeed` is an index here, so the
 * order is part of every stored fabric: append only.
 *
 * 8b/10b: SDR 2, DDR 4, QDR 8 Gb/s. 64b/66b: FDR10 10, FDR 14.0625·64/66 = 150/11, EDR 25 Gb/s. PAM4 with FEC: HDR 50, NDR 100, XDR 200 Gb/s.
 */
export const LINK_SPEEDS: readonly LinkSpeed[] = [
  { name: "SDR", bytePsNum: 4000, bytePsDen: 1 },
  { name: "DDR", bytePsNum: 2000, bytePsDen: 1 },
  { name: "QDR", bytePsNum: 1000, bytePsDen: 1 },
  { name: "FDR10", bytePsNum: 800, bytePsDen: 1 },
  { name: "FDR", bytePsNum: 1760, bytePsDen: 3 },
  { name: "EDR", bytePsNum: 320, bytePsDen: 1 },
  { name: "HDR", bytePsNum: 160, bytePsDen: 1 },
  { name: "NDR", bytePsNum: 80, bytePsDen: 1 },
  { name: "XDR", bytePsNum: 40, bytePsDen: 1 },
];

/** The names of `LINK_SPEEDS`, for parameter tables. */
export const LINK_SPEED_NAMES = [
  "SDR",
  "DDR",
  "QDR",
  "FDR10",
  "FDR",
  "EDR",
  "HDR",
  "NDR",
  "XDR",
] as const;
export type LinkSpeedName = (typeof LINK_SPEED_NAMES)[number];

/** Lanes that a link may have. */
export const LINK_WIDTHS = [1, 2, 4, 8, 12] as const;

/**
 * Index of a speed in `LINK_SPEEDS`.
 *
 * @throws FabricError E_FABRIC_LINK_SPEED with the nearest right name.
 */
export function linkSpeedIndex(name: string): number {
  const index = LINK_SPEEDS.findIndex((speed) => speed.name === name);
  if (index >= 0) return index;
  const right = nearest(name, LINK_SPEED_NAMES);
  throw new FabricError({
    code: "E_FABRIC_LINK_SPEED",
    message: "unknown link speed",
    got: name,
    expected: `one of ${LINK_SPEED_NAMES.join(", ")}`,
    ...(right === undefined ? {} : { hint: `did you mean ${right}?` }),
  });
}

/**
 * Picoseconds per byte of a link: a lane's, divided by the lanes.
 *
 * @param speed index into `LINK_SPEEDS`
 * @throws FabricError E_FABRIC_LINK_SPEED or E_FABRIC_LINK_WIDTH.
 */
export function linkBytePs(speed: number, width: number): BytePs {
  const row = LINK_SPEEDS[speed];
  if (row === undefined) {
    throw new FabricError({
      code: "E_FABRIC_LINK_SPEED",
      message: "unknown link speed",
      got: `index ${speed}`,
      expected: `0 to ${LINK_SPEEDS.length - 1}`,
    });
  }
  if (!LINK_WIDTHS.some((lanes) => lanes === width)) {
    throw new FabricError({
      code: "E_FABRIC_LINK_WIDTH",
      message: "a link has no such width",
      got: String(width),
      expected: `one of ${LINK_WIDTHS.join(", ")} lanes`,
    });
  }
  return bytePs(row.bytePsNum, row.bytePsDen * width);
}
