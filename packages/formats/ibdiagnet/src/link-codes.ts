/** LinkWidthActive as PortInfo codes it (IBA 14.2.5.6). */
export const WIDTH_OF_CODE: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 4],
  [4, 8],
  [8, 12],
  [16, 2],
]);

/** LinkSpeedActv of db_csv: LinkSpeedActive, LinkSpeedExtActive from bit 8 on, FDR10 in bit 16. */
export const SPEED_OF_CODE: ReadonlyMap<number, string> = new Map([
  [1, "SDR"],
  [2, "DDR"],
  [4, "QDR"],
  [1 << 8, "FDR"],
  [1 << 9, "EDR"],
  [1 << 10, "HDR"],
  [1 << 11, "NDR"],
  [1 << 12, "XDR"],
  [1 << 16, "FDR10"],
]);
