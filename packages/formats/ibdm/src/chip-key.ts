/** A chip of a system, as a draft's key. */
export const chipKey = (system: string, path: string): string =>
  `${system}/${path}`;
