/** Words of `NetworkState.registers`: what the loop keeps between slices. */
export const R_TIME = 0;
export const R_FREE = 1;
export const R_BUCKET = 2;
/** Words used of the journal. */
export const R_JOURNAL = 3;
/** Closed loop: packets on their way to their host. */
export const R_UNDERWAY = 4;
/** Where the next message to another part goes in `mail.words`. */
export const R_MAIL = 5;
/** Copies sent to other parts minus copies received. */
export const R_ABROAD = 6;
/** Relative tick up to which nobody looks at the network or changes it, however many slices or windows end before. */
export const R_THROUGH = 7;

/** Words of `NetworkState.sums` (doubles). */
export const S_EVENTS = 0;
export const S_HOPS = 1;
export const S_INJECTED = 2;
export const S_DELIVERED = 3;
export const S_DROPPED = 4;
/** Extra copies made by multicast replication. */
export const S_COPIES = 5;
/** Bytes of the packets injected, and their time from birth to injection in ticks. */
export const S_INJECTED_BYTES = 6;
export const S_SOURCE_WAIT = 7;
