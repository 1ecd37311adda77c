import type { ErrorEntries } from "./entry.ts";

/** sim and network. */
export const simulationErrors: ErrorEntries = {
  E_RELAY_BUFFER_SHARE: {
    means:
      "The buffer of a port does not divide among the virtual lanes of the switch.",
    example: "virtualLanes: 4, bufferPer: port, inputBuffer: 6 packets",
    mend: "Give a multiple of the number of lanes, or the size of each lane with bufferPer: lane.",
  },
  E_SIM_NO_HOSTS: {
    means:
      "Fewer than two hosts are cabled to switches, so nothing can be sent.",
    example: "a fabric file without hosts",
    mend: "Take a fabric with hosts.",
  },
  E_SIM_NO_TRAFFIC: {
    means: "The experiment has no traffic.",
    example: "an Experiment with traffic: []",
    mend: "Add an entry.",
  },
  E_SIM_TOO_MUCH_TRAFFIC: {
    means:
      "The experiment has more traffic entries than the journal can tell apart.",
    example: "an Experiment with 300 entries of traffic",
    mend: "Put what belongs together into one entry; 256 are possible.",
  },
  E_SIM_MULTICAST_GROUPS: {
    means:
      "The multicast tables use more MLIDs than the switch model can tell apart.",
    example: "17 groups through switch: { kind: hpp }, which has 16",
    mend: "Use fewer groups, multicast tables with one MLID per group, or a switch with more.",
  },
  E_SIM_MEASURE: {
    means: "A number that says when to stop is not above zero.",
    example: "measure: { maxTime: 0 }",
    mend: "Give a number above 0.",
  },
  E_SIM_CONFIDENCE: {
    means: "The confidence level is not between 0 and 1.",
    example: "confidence: 95",
    mend: "Write 95 % as 0.95.",
  },
  E_SIM_PROBABILITY: {
    means: "A quantile was asked for at something that is not between 0 and 1.",
    example: "studentQuantile(95, 4)",
    mend: "Write 95 % as 0.95.",
  },
  E_SIM_DEGREES_OF_FREEDOM: {
    means:
      "Student's t distribution needs at least one degree of freedom, that is two observations.",
    example: "an interval from one batch",
    mend: "Collect two values or more.",
  },
  E_SIM_SEED: {
    means: "The seed is not a whole number.",
    example: "an Experiment with seed: 0.5",
    mend: "Give an integer.",
  },
  E_SIM_SEEDS: {
    means:
      "Replications need at least one seed, and no seed twice: equal seeds give equal runs, not independent ones.",
    example: "replicate(experiment, [1, 1])",
    mend: "Give different seeds.",
  },
  E_SIM_GROUP_IDS: {
    means: "A traffic does not number its multicast groups 0, 1, 2 …",
    example: "a traffic of your own whose first group has id 1",
    mend: "Number groups by their index.",
  },
  E_SIM_HOST_LANES: {
    means:
      "The tables give hosts different SL2VL tables; a run has one host adapter model for all.",
    example: "an SL2VL dump in which one host's row differs",
    mend: "Give the host adapter one table for all: `hca: { kind: injector, slToVl: [...] }`.",
  },
  E_SIM_CHANGE: {
    means:
      "A failure, a restoration or a re-sweep cannot be carried out: there is no such cable, the link is in that state already, or the tables are given and no routing can compute them again.",
    example: "changes: [{ at: 10us, restore: S0:3 }] where S0:3 has not failed",
    mend: "Let links fail before they are restored; re-sweep tables that a routing computes; take one thread.",
  },
  E_SIM_PART_IGNORED: {
    means:
      "The scenario names a choice among ports or a drop policy, and the switch model makes no use of such a part.",
    example: "drop: … with a switch model of your own that never drops",
    mend: "Leave out the part, or name a switch model that takes it, such as relay.",
  },
  E_SIM_NO_SELECT: {
    means:
      "A traffic leaves the choice of paths to the switches, but the scenario does not say how they choose.",
    example: "paths: adaptive without select",
    mend: "Name a choice among ports, such as select: lfu, or take paths: single.",
  },
  E_SIM_NOTHING_TO_SELECT: {
    means:
      "The scenario names a choice among ports, and the tables give every LID one port.",
    example: "select: … with routing: xy",
    mend: "Leave out select, or name a routing that offers several ports, such as negative-first.",
  },
  E_SIM_LANES: {
    means:
      "The tables need more virtual lanes than the switches have; with fewer they could deadlock.",
    example:
      "a routing of 2 lanes with switch: { kind: relay, virtualLanes: 1 }",
    mend: "Raise virtualLanes.",
  },
  E_SIM_NO_MULTICAST_TABLES: {
    means: "The traffic sends to multicast groups, and the tables have none.",
    example: "multicast traffic on given tables without an MFT",
    mend: "Name a multicast table builder.",
  },
  E_SIM_NO_SUCH_GROUP: {
    means:
      "The traffic sends to a multicast group whose members are no group of the finished tables, or from a source that may not send to it.",
    example:
      "tables: { kind: dump, … } and traffic to a group that was never joined",
    mend: "Name the members of a group that the tables have, in the traffic's `members`.",
  },
  E_SIM_HOST_WITHOUT_LID: {
    means:
      "The addressing gave a cabled host no LID, so nothing can be sent to it.",
    example: "a guid2lid file in which a host is missing",
    mend: "Give every cabled host port a LID.",
  },
  E_SIM_TABLES_FABRIC: {
    means:
      "The forwarding tables are of another fabric: the numbers of switches differ.",
    example: "a dump of 12 switches on a fabric of 80",
    mend: "Take the dump and the topology file of the same fabric.",
  },
  E_SIM_TABLES_PORT: {
    means:
      "A forwarding table names a port that its switch does not have, or is shorter than the LIDs.",
    example: "a dump of 36-port switches on a fabric of 8-port ones",
    mend: "Take the dump and the topology file of the same fabric.",
  },
  E_SIM_PATH_LID: {
    means:
      "For some pair of hosts, the LID that the path policy gives is not one of the destination's: packets would go elsewhere.",
    example:
      "a routing of your own that returns a base LID plus more than 2^LMC - 1",
    mend: "This is the routing's fault: run its conformance test.",
  },
  E_SIM_METRIC_NAME: {
    means: "Two metrics give results of the same name.",
    example: "metrics: [latency, latency]",
    mend: "Name each metric once.",
  },
  E_SIM_FINITE_WARMUP: {
    means:
      "A warm-up is to be left out of a run of traffic that ends by itself. Such a run is measured whole, from its first packet.",
    example: "measure: { warmup: 10us } with mpeg2 and frames: 2",
    mend: "Leave measure.warmup away, or let the traffic be endless.",
  },
  E_SIM_MIXED_TRAFFIC: {
    means:
      "Traffic that ends stands beside traffic that does not, and does not say how many deliveries it expects, so the run would not know when to stop.",
    example:
      "a finite traffic of your own without expectedDeliveries, with poisson beside it",
    mend: "Let the finite traffic say expectedDeliveries, or done.",
  },
  E_SIM_NOT_JSON: {
    means:
      "A description that results are cached under holds something that is no plain data.",
    example: "a plugin option that is a function",
    mend: "Use numbers, texts, booleans, lists and plain objects in options.",
  },
  E_SIM_THREADS_UNSUPPORTED: {
    means: "This engine runs one simulation in one thread.",
    example: "runExperiment(experiment) with threads: 2 and no threaded engine",
    mend: "Set threads to 1; several seeds or scenarios can still run side by side.",
  },
  E_SIM_STALLED: {
    means:
      "Packets stand still although none waits for another: a switch model or the engine has forgotten them.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the scenario.",
    fault: "ours",
  },
  E_SIM_ENGINE_STUCK: {
    means: "The packet engine neither advanced nor reported anything.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the scenario.",
    fault: "ours",
  },
  E_NETWORK_INVARIANT: {
    means:
      "The checked mode found the engine's state inconsistent: a credit, packet or buffer was lost or made up.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the scenario.",
    fault: "ours",
  },
  E_NETWORK_BUFFER: {
    means: "A switch model asks for a buffer of a size that cannot be.",
    example: "inputBuffer: { packets: 0.5 }",
    mend: "Give a whole number of packets or bytes; inputs need at least a packet.",
  },
  E_NETWORK_MTU: {
    means: "A traffic has larger packets than the switches take.",
    example: "size: 2KiB beside switch: hpp, whose MTU is 1 KiB",
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
      "Flight time and routing delay are both zero, so a packet would be everywhere at once.",
    example:
      "link: { flight: 0 } with switch: { kind: relay, routingDelay: 0 }",
    mend: "Make one of the two more than zero.",
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
    example: "createNetwork({ switchModels: [] })",
    mend: "Pass one; several may differ in delays, arbiters and lane schedulers.",
  },
  E_NETWORK_POOL: {
    means:
      "More packets wait in the buffers of lanes without flow control than the engine has room for.",
    example:
      "a model of your own with inputBufferPerLane: [{ packets: Infinity }] and an overloaded output",
    mend: "Give the lane a buffer with a size, or offer it less traffic.",
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
    example: "slToVl: [0, 1] with one virtual lane",
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
      "A stream declares a service level whose virtual lane its packets never use, or uses one that it does not declare.",
    example:
      "a traffic of your own whose stream declares the service levels 0 and 1 and drafts packets of SL 0 only",
    mend: "Declare in serviceLevels what the stream drafts, and management where a host adapter's stream drafts management packets.",
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
    example: "network.run(10) after network.run(20)",
    mend: "Time runs forwards only.",
  },
  E_NETWORK_TIME_RANGE: {
    means:
      "A packet has been waiting at its source for more than 2^31 ticks, which the engine cannot count.",
    example: "a badly overloaded host in a very long run",
    mend: "Lower the load, stop earlier (measure.maxTime), or make the delays multiples of a coarser unit.",
  },
  E_NETWORK_JOURNAL_FULL: {
    means: "The network was run on without its journal being read and cleared.",
    example: "network.run() twice without clearJournal()",
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
    example: "network.restoreLink(port) of a link that has not failed",
    mend: "Build the network with changes: true; fail what works and restore what failed; give tables with the same LIDs, MLIDs and kinds of SL2VL and VL arbitration tables.",
  },
  E_NETWORK_MANAGEMENT_LANE: {
    means:
      "A traffic sends management packets, which travel on VL15, and the switch model has no management lane.",
    example: "traffic: control with switch: relay",
    mend: "Name a switch model with 16 lanes, such as iba, or leave out the traffic.",
  },
  E_NETWORK_UNSUPPORTED: {
    means:
      "The switch model asks for things that do not go together, or for something that the engine runs on one thread only.",
    example:
      "a crossbar scheduler without output buffers; gang replication, a drop policy or closed-loop traffic with --threads 2",
    mend: "Leave out one of the two, or take one thread.",
  },
};
