/** What names a torus; see the parameters of `torus`. */
export interface TorusSize {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly hostsPerSwitch: number;
  /** Rows are left open: a mesh. */
  readonly open: boolean;
}

/** Fewest switches that a ring has: two are cabled once as it is. */
const LEAST_RING = 3;

export const lengthsOf = ({ x, y, z }: TorusSize): readonly number[] => [
  x,
  y,
  z,
];

/** Whether the last of a row of so many is cabled to the first. */
export const isRing = (length: number, { open }: TorusSize): boolean =>
  !open && length >= LEAST_RING;

export const switchesOf = ({ x, y, z }: TorusSize): number => x * y * z;

export const hostsOf = (size: TorusSize): number =>
  switchesOf(size) * size.hostsPerSwitch;

/** Of a row of so many switches. */
const cablesOf = (length: number, size: TorusSize): number =>
  isRing(length, size) ? length : length - 1;

/** A cable to each host, and those of all rows. */
export const linksOf = (size: TorusSize): number =>
  lengthsOf(size).reduce(
    (all, length) => all + (switchesOf(size) / length) * cablesOf(length, size),
    hostsOf(size),
  );

/** Switches on the longest shortest path: half round each ring, or from end to end of each row. */
export const diameterOf = (size: TorusSize): number =>
  lengthsOf(size).reduce(
    (all, length) =>
      all + (isRing(length, size) ? Math.floor(length / 2) : length - 1),
    1,
  );
