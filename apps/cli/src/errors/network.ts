import type { ErrorEntries } from "./entry.ts";

/** core/network: the packet engine. */
export const networkErrors: ErrorEntries = {
  E_NETWORK_INVARIANT: {
    means:
      "The checked mode found the engine's state inconsistent: a credit, packet or buffer was lost or made up.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the scenario.",
    fault: "ours",
  },
  E_NETWORK_BUFFER: {
    means:
      "A switch model, or a host adapter for what it receives, asks for a buffer of a size that cannot be.",
    example: "switch: { kind: relay, inputBuffer: 128B }",
    mend: "Give a whole number of packets or bytes; inputs need at least a packet.",
  },
  E_NETWORK_MTU: {
    means: "A traffic has larger packets than the switches take.",
    example: "switch: hpp\ntraffic: { kind: poisson, load: 0.1, size: 2KiB }",
    mend: "Send smaller packets, or give the switch a larger mtu where it has that parameter.",
  },
  E_NETWORK_BYTE_TIME: {
    means:
      "The time of a byte on a link is not a ratio of small whole numbers of picoseconds.",
    example: "a link override with a rate that is no fraction",
    mend: "Give the rate exactly.",
  },
  E_NETWORK_DELAY: {
    means:
      "Flight time and routing delay are both zero, so a packet would be everywhere at once. (For packets from a switch's own endport, such as those of barrier-operation, the switch's delay alone counts, as no link brings them.) Or one transfer (a packet, two flights, a switch's delay, the host's delays) takes more than 2^28 ticks. The place that the message names is the key to change.",
    example:
      "link: { flight: 0ns }\nswitch: { kind: relay, routingDelay: 0ns }",
    mend: "Make one of the two more than zero. Where it is too long: shorten the time, or give times with a larger common divisor, for the tick is the largest unit that divides all of them.",
  },
  E_NETWORK_KINDS: {
    means:
      "One network mixes more kinds of a part (arbiters, say) than the engine has cases for.",
    example: "six switch models with six different arbiters in one network",
    mend: "Use fewer kinds in one network.",
  },
  E_NETWORK_LANES: {
    means:
      "A switch model has no lanes or more than 16: the 15 data lanes and VL15.",
    example: "a model of your own with lanes: 17",
    mend: "Take 1 to 15, or 16 where VL15 is simulated as well.",
  },
  E_NETWORK_MODELS: {
    means:
      "A network was built without a switch model, or with models that differ in what all switches must share.",
    example: "createNetwork({ ...config, switchModels: [] })",
    mend: "Pass one; several may differ in delays, arbiters and lane schedulers.",
  },
  E_NETWORK_POOL: {
    means:
      "More packets wait in the buffers of lanes without flow control than the engine has room for.",
    example:
      "a model of your own with inputBufferPerLane: [{ packets: Infinity }] and an overloaded output",
    mend: "Offer the lane less traffic, such as `control` with a longer period, or give it a buffer with a size. Where VL15 is offered more than its receiver takes, a run usually ends as `saturated` first; this error means that the packets came too fast for that.",
  },
  E_NETWORK_PART_LOST: {
    means:
      "A thread of a split run failed, or gave no sign of life for two minutes.",
    example: "a machine that runs out of memory during --threads 2",
    mend: "Look at the error that the thread gave, if any; run it with one thread.",
  },
  E_NETWORK_PARTITION: {
    means:
      "A network was to be split over threads where it cannot be: a host apart from its switch, or no delay between the parts.",
    example: "two threads on links without flight time",
    mend: "Give the links a flight time, or run in one thread.",
  },
  E_NETWORK_SIZE: {
    means:
      "Buffers, ports and tables need more memory than the engine can address.",
    example: "a fabric of 50000 ports with buffers of a thousand packets",
    mend: "Take smaller buffers, fewer lanes, or a smaller fabric.",
  },
  E_NETWORK_SL_TO_VL: {
    means:
      "The host adapter's SL-to-VL table sends a service level to a lane that the switches do not have.",
    example: "a `slToVl` that sends an SL to VL 1, with one virtual lane",
    mend: "Raise virtualLanes, or mend the table.",
  },
  E_NETWORK_SOURCE: {
    means:
      "A traffic has a stream whose source is neither a cabled host port nor a switch.",
    example: "a traffic of your own that sends from an uncabled port",
    mend: "Take sources from context.hosts, or switches (endport = switch index).",
  },
  E_NETWORK_STREAM_LANES: {
    means:
      "A host never has a packet for one of the virtual lanes of its traffic's service levels. Either the host adapter serves higher levels first and its DMA engine is too slow for the load, so that the lowest starve; or a traffic of your own declares a service level that it does not use, or uses one that it does not declare.",
    example:
      "switch: iba\nhca: { kind: queue-pair, dmaRate: 0.1Gb/s, priority: [1] }\ntraffic: [{ kind: poisson, load: 0.3, size: 256B, sl: 0 }, { kind: poisson, load: 0.3, size: 256B, sl: 1 }]",
    mend: "Raise dmaRate (or lower wqeDelay) until the DMA engine keeps up with the load of the host, or lower the load: levels go by strict priority. In a traffic of your own, declare in serviceLevels what the stream drafts, and management where a host adapter's stream drafts management packets.",
  },
  E_NETWORK_DRAFT: {
    means:
      "A traffic drafted a packet that cannot be: in the past, without bytes, larger than it declared, or to no LID.",
    example: "a traffic of your own whose births go backwards",
    mend: "This is the traffic's fault: run its conformance test.",
  },
  E_NETWORK_TICK: {
    means: "A delay of the run is not a ratio of whole numbers of picoseconds.",
    example: "a switch model of your own with a delay of NaN",
    mend: "Give delays as whole picoseconds.",
  },
  E_NETWORK_TIME: {
    means: "The network was asked to run to a moment that has passed.",
    example: "network.run(20); network.run(10)",
    mend: "Time runs forwards only.",
  },
  E_NETWORK_TIME_RANGE: {
    means:
      "A packet of finite traffic that waits for its own answers, such as a connection, has been waiting for more than 2^31 ticks: such a run may have no end. Connections wait so where their timer runs out before the answer can come, as everything is then sent again for ever. Packets of other traffic may wait for as long as the run lasts.",
    example: "a connection with timeout: 1us, in a very long run",
    mend: "Give the connection a longer timeout, lower the load, stop earlier (measure.maxTime), or make the delays multiples of a coarser unit.",
  },
  E_NETWORK_JOURNAL_FULL: {
    means: "The network was run on without its journal being read and cleared.",
    example: "a network that is run on without clearJournal()",
    mend: "Read the journal, then call clearJournal().",
  },
  E_NETWORK_TRAFFIC: {
    means: "A run has more than 256 traffic entries.",
    example: "a scenario with 300 entries under traffic",
    mend: "Merge entries.",
  },
  E_NETWORK_CHANGE: {
    means:
      "A link was to fail or to be restored, or tables were to be replaced, and the network cannot do that: it was not built for changes, there is no such cable, the cable is in that state already, or the new tables are of another shape.",
    example: "network.restoreLink(0)",
    mend: "Build the network with changes: true; fail what works and restore what failed; give tables with the same LIDs, MLIDs and kinds of SL2VL and VL arbitration tables.",
  },
  E_NETWORK_MANAGEMENT_LANE: {
    means:
      "A traffic sends management packets, which travel on VL15, and the switch model has no management lane.",
    example: "traffic: control\nswitch: relay",
    mend: "Name a switch model with 16 lanes, such as iba, or leave out the traffic.",
  },
  E_NETWORK_UNSUPPORTED: {
    means:
      "The switch model asks for things that do not go together, or for something that the engine runs on one thread only.",
    example:
      "a crossbar scheduler without output buffers; gang replication, a drop policy or closed-loop traffic on two threads",
    mend: "Leave out one of the two, or take one thread.",
  },
};
