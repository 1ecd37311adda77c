import type { ErrorEntries } from "./entry.ts";

/** core/sim: runs, their statistics and what they compose. */
export const simulationErrors: ErrorEntries = {
  E_LATENCY_PERCENTILES: {
    means:
      "The percentiles that the metric latency is to report are no numbers between 0 and 100.",
    example: "metrics: [{ kind: latency, percentiles: [50, 100] }]",
    mend: "Write numbers above 0 and below 100, with commas between or as a list; the smallest and the largest latency are reported in any case.",
  },
  E_SIM_EXPERIMENT: {
    means:
      "A program's experiment lacks a part, or has something else in the place of a plugin with its options: the plugin alone, or one of another family.",
    example:
      "await runExperiment({ ...experiment, hca: experiment.metrics[0] })",
    mend: "Put `use(plugin, { … })` there, with a plugin of the family that is expected.",
  },
  E_SIM_NO_HOSTS: {
    means:
      "Fewer than two hosts are cabled to switches, so nothing can be sent.",
    example: "topology: { kind: mesh, columns: 1, rows: 1 }",
    mend: "Take a fabric with hosts.",
  },
  E_SIM_NO_TRAFFIC: {
    means: "The experiment has no traffic.",
    example: "await runExperiment({ ...experiment, traffic: [] })",
    mend: "Add an entry.",
  },
  E_SIM_TOO_MUCH_TRAFFIC: {
    means:
      "The experiment has more traffic entries than the journal can tell apart.",
    example:
      "await runExperiment({ ...experiment, traffic: Array(300).fill(experiment.traffic[0]) })",
    mend: "Put what belongs together into one entry; 256 are possible.",
  },
  E_SIM_MULTICAST_GROUPS: {
    means:
      "The multicast tables use more MLIDs than the switch model can tell apart.",
    example: "17 groups through switch: { kind: hpp }, which has 16",
    mend: "Use fewer groups, multicast tables with one MLID per group, or a switch with more.",
  },
  E_SIM_MEASURE: {
    means:
      "A number that says when to stop is not above zero, or the longest run allowed is over before the warm-up, or before the least time is measured; or a least time is asked for of traffic that ends by itself.",
    example: "measure: { warmup: 2ms, maxTime: 1ms }",
    mend: "Give a number above 0; give measure.maxTime more time than measure.warmup and measure.minTime; leave measure.minTime out where traffic ends by itself.",
  },
  E_SIM_CONFIDENCE: {
    means: "The confidence level is not between 0 and 1.",
    example: "an Experiment whose confidence is 95",
    mend: "Write 95 % as 0.95.",
  },
  E_SIM_PROBABILITY: {
    means: "A quantile was asked for at something that is not between 0 and 1.",
    example: "a confidence of 95 where statistics ask for a share",
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
    example: "await runExperiment({ ...experiment, seed: 0.5 })",
    mend: "Give an integer.",
  },
  E_SIM_SEEDS: {
    means:
      "Replications need at least one seed, and no seed twice: equal seeds give equal runs, not independent ones.",
    example: "await replicate(experiment, [1, 1])",
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
      "A failure, a restoration or a re-sweep cannot be carried out: there is no such cable, the link or switch is in that state already, a link of a switch that is down is to fail or be restored by itself, or the tables are given and no routing can compute them again.",
    example:
      'topology: fig6like\nrouting: spf\nchanges: [{ at: 10us, restore: "S0:1" }]',
    mend: "Let links and switches fail before they are restored; re-sweep tables that a routing computes; take one thread.",
  },
  E_SIM_PART_IGNORED: {
    means:
      "The scenario names a choice among ports or a drop policy, and the switch model makes no use of such a part.",
    example: "a drop policy with a switch model of your own that never drops",
    mend: "Leave out the part, or name a switch model that takes it, such as relay.",
  },
  E_SIM_NO_SELECT: {
    means:
      "A traffic leaves the choice of paths to the switches, but the scenario does not say how they choose.",
    example:
      "routing: multipath\ntraffic: { kind: poisson, load: 0.1, size: 256B, paths: adaptive }",
    mend: "Name a choice among ports, such as select: lfu, or take paths: single.",
  },
  E_SIM_NOTHING_TO_SELECT: {
    means:
      "The scenario names a choice among ports, and the tables give every LID one port.",
    example: "routing: xy\nselect: max-credit",
    mend: "Leave out select, or name a routing that offers several ports, such as negative-first.",
  },
  E_SIM_LANES: {
    means:
      "The tables need more virtual lanes than the switches have; with fewer they could deadlock.",
    example:
      "routing: torus-xy\nlanes: dateline-lanes\nswitch: { kind: relay, virtualLanes: 1 }",
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
    example: "finished tables, and traffic to a group that was never joined",
    mend: "Name the members of a group that the tables have, in the traffic's `members`.",
  },
  E_SIM_HOST_WITHOUT_LID: {
    means:
      "The addressing gave a cabled host no LID, so nothing can be sent to it.",
    example: "a guid2lid file in which a host is missing",
    mend: "Give every cabled host port a LID.",
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
    means:
      "Two metrics give results of the same name, or the name of a traffic entry makes one of its results read like another.",
    example: "metrics: [latency, { kind: latency, split: traffic }]",
    mend: "Name each metric once, with all that it is to measure; give the entry another name.",
  },
  E_SIM_FINITE_WARMUP: {
    means:
      "A warm-up is to be left out of a run of traffic that ends by itself. Such a run is measured whole, from its first packet.",
    example:
      "traffic: { kind: mpeg2, load: 0.1, frames: 2 }\nmeasure: { warmup: 10us }",
    mend: "Leave measure.warmup out, or let the traffic be endless.",
  },
  E_SIM_MIXED_TRAFFIC: {
    means:
      "Traffic that ends stands beside traffic that does not, and does not say how many deliveries it expects, so the run would not know when to stop.",
    example:
      "a finite traffic of your own without expectedDeliveries, with poisson beside it",
    mend: "Let the finite traffic say expectedDeliveries, countDeliveries or done.",
  },
  E_SIM_OVERLOAD: {
    means:
      "The loads of several traffic entries that never end add up to more than the link of a host that sends all of them can carry, so that what waits there grows without end.",
    example:
      "traffic: [{ kind: poisson, load: 0.6 }, { kind: mpeg2, load: 0.5 }]",
    mend: "Let the loads of the entries add up to 1 at most at every host, or write overload: true in one of them where that is what you want to see.",
  },
  E_SIM_NOT_JSON: {
    means:
      "A description that results are cached under holds something that is no plain data.",
    example: "a plugin option that is a function",
    mend: "Use numbers, texts, booleans, lists and plain objects in options.",
  },
  E_SIM_THREADS_UNSUPPORTED: {
    means: "This engine runs one simulation in one thread.",
    example: "await runExperiment({ ...experiment, threads: 2 })",
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
};
