/** What a control packet is. */
export const TAG_KIND = { probe: 0, accepted: 1, refused: 2 } as const;

/** Bits of a tag that tell the attempts of a connection apart. */
const ATTEMPTS = 256;
const KINDS = 4;

/** A negative tag: those of 0 and more are the traffic's own. */
export const tagOf = (number: number, attempt: number, kind: number): number =>
  -1 - ((number * ATTEMPTS + (attempt % ATTEMPTS)) * KINDS + kind);

export const kindOf = (tag: number): number => (-1 - tag) % KINDS;

/** The attempt that the packet belongs to, modulo 256. */
export const answerOf = (tag: number): number =>
  Math.floor((-1 - tag) / KINDS) % ATTEMPTS;

/** Every second negative tag, for a traffic that needs the others. */
export const sharedTag = (tag: number): number => -1 - ((-1 - tag) * 2 + 1);

/** The control packet's tag in one of those; undefined = it is the traffic's own. */
export const unsharedTag = (tag: number): number | undefined =>
  (-1 - tag) % 2 === 1 ? -1 - (-1 - tag - 1) / 2 : undefined;

/** The connection's number. */
export const numberOf = (tag: number): number =>
  Math.floor((-1 - tag) / (KINDS * ATTEMPTS));
