/** The absolute tick to which all 32-bit times are relative. */
export interface Clock {
  base: number;
  /** Relative tick for which sources are asked: the one in progress, between slices the next. Kept up to date by the general loop only. */
  tick: number;
}
