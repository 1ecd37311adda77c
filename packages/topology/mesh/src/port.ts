/** Ports of a mesh switch, zhou2010 §2.1. */
export const EAST = 1;
export const NORTH = 2;
export const WEST = 3;
export const SOUTH = 4;
/** Port of the (first) host; the paper omits it. */
export const HOST = 5;
