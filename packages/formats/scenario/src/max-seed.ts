/** The largest seed. */
export const MAX_SEED = 0xffff_ffff;
