/** Per-channel counters over the measured interval, indexed by sending port. */
export interface ChannelCounters {
  readonly packets: Float64Array;
  /** Ticks during which the channel carried a packet. */
  readonly busyTicks: Float64Array;
  /**
   * Ticks during which the port had data to transmit and transmitted nothing, for lack of credits or of arbitration (`PortXmitWait` of InfiniBand, in ticks of
   * the run). Present where a metric of the run asks for them (`MetricPlugin.waits`): it costs time at every hop.
   */
  readonly waitTicks?: Float64Array;
  /**
   * How long packets that came over the channel waited in the input buffer of the switch at its end, in ticks, added up over packets: over the length of the
   * interval it is the mean number that waited. A packet waits from the tick on in which it could go on, the routing delay behind it, until the crossbar begins to
   * read it. 0 for channels to hosts. Present where a metric of the run asks for it (`MetricPlugin.queues`).
   */
  readonly queueTicks?: Float64Array;
}
