/** What entered the network in a slice. Like the journal, valid until the reader returns. */
export interface Injections {
  readonly packets: number;
  readonly bytes: number;
  /** Ticks that these packets waited at their sources, summed up. */
  readonly wait: number;
}
