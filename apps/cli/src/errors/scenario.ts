import type { ErrorEntries } from "./entry.ts";

export const scenarioErrors: ErrorEntries = {
  E_SCENARIO_SYNTAX: {
    means: "The scenario is not YAML, or has a key twice.",
    example: "switch: { kind: relay, virtualLanes: 1",
    mend: "Where a bracket, brace or quote is left open, its own place is printed: close it. Else look at the indentation of the line that is printed and of the one above it.",
  },
  E_SCENARIO_EMPTY: {
    means: "The scenario holds nothing, or only comments.",
    example: "fabriclab run /dev/null",
    mend: "Write at least topology, routing and traffic.",
  },
  E_SCENARIO_DOCUMENTS: {
    means: "The file holds several YAML documents, separated by ---.",
    example: "fabriclab run two.yaml  # two.yaml: seed: 1\\n---\\nseed: 2",
    mend: "One scenario per file.",
  },
  E_SCENARIO_TOO_LONG: {
    means:
      "The scenario holds more than 2,000,000 words, marks and line ends, which would take minutes to read. The names of 200,000 hosts, each on a line of its own, are half of it.",
    example: "a scenario whose sweep varies 300,000 keys",
    mend: "Give a range (0.1..0.9:0.1, or 1..1000) instead of its values, and a fabric by the name of its file.",
  },
  E_SCENARIO_ALIAS: {
    means:
      "An alias (*name) of the scenario names no anchor (&name), stands inside the value that it stands for, or unfolds to too many values.",
    example: "seed: *none",
    mend: "Write the value out, or put the anchor before a value above the alias.",
  },
  E_SCENARIO_NO_SUCH_LINK: {
    means:
      "A change names a link by a port that the fabric does not have, that has no cable, or whose node is not the only one of its name; or a whole switch or host by such a name.",
    example: 'changes: [{ at: 10us, fail: "S99:2" }]',
    mend: "Write the node's description and the number of a cabled port, S3:2, as `fabriclab topology` prints them; the description alone, S3, means all of its cables.",
  },
  E_SCENARIO_UNKNOWN_KEY: {
    means:
      "A scenario has no such key, or an override names none of this scenario's.",
    example: "metrcs: [latency]",
    mend: "Take the nearest key that the hint names; `fabriclab schema` lists all.",
  },
  E_SCENARIO_AMBIGUOUS_KEY: {
    means: "A short key of --set stands at several places of this scenario.",
    example: "fabriclab run two-traffics.yaml --set load=0.4",
    mend: "Write the whole path: --set traffic[0].load=0.4.",
  },
  E_SCENARIO_BAD_OVERRIDE: {
    means:
      "An override is not of the form key=value, or its value is not YAML.",
    example: "fabriclab run net.yaml --set load",
    mend: "Write --set key=value, in quotes where the shell would touch it.",
  },
  E_SCENARIO_MISSING_KEY: {
    means:
      "The scenario lacks a key that has no default, or an entry does not say its kind.",
    example: "fabriclab run part.yaml  # part.yaml: routing: xy",
    mend: "Add the key; the message lists what it may be. In place of a topology, run and sweep also take a fabric's file: --fabric FILE.",
  },
  E_SCENARIO_BAD_VALUE: {
    means:
      "A value has the wrong shape: a list where a name belongs, a number where a mapping belongs.",
    example: "routing: 3",
    mend: "Write a name, or { kind: name, parameter: value }.",
  },
  E_SCENARIO_FINISHED_TABLES: {
    means:
      "The scenario reads finished tables and names a plugin that would make tables: addressing, routing, multicast or lanes.",
    example: "tables: { kind: dump, path: tables/ }\nrouting: xy",
    mend: "Leave out one of the two.",
  },
  E_SCENARIO_SEEDS: {
    means:
      "Independent replications take the seeds from `seed` on, and the last of them would be larger than the largest seed, 4294967295.",
    example: "fabriclab run net.yaml --seed 4294967295 --seeds 2",
    mend: "Take a smaller first seed, as the message says, or fewer seeds.",
  },
  E_SCENARIO_METRIC_TWICE: {
    means:
      "A metric is listed twice with the same parameters, so that two results would have the same name.",
    example: "metrics: [latency, throughput, latency]",
    mend: "List it once.",
  },
  E_SCENARIO_OFFERED: {
    means:
      "`offered` does not fit the entries of traffic. It is shared by the entries of kinds that have a load and that write no `load` of their own: there is no such entry; or `mix`, which several of them need, is missing or does not have one part for each. Or its `load` is not a fraction of the host link's data rate: above 0 and at most 1, up to 2 where an entry has `overload: true`.",
    example:
      "offered: { load: 0.5, mix: 70:30 }\ntraffic: [{ kind: poisson, load: 0.3 }, { kind: poisson }]",
    mend: "Give the mix a part for each such entry, in their order, and leave out the `load` of an entry that is to share it.",
  },
  E_SCENARIO_MIX: {
    means:
      "`mix` is no ratio: it is numbers above 0 with colons between, one for each entry that shares what is offered. They need not add up to 100.",
    example: "offered: { load: 0.5, mix: 100:0 }",
    mend: "Write 70:30, or 7:3; take an entry that offers nothing out of traffic.",
  },
  E_SCENARIO_TRAFFIC_NAME: {
    means:
      "The `name` of a traffic entry is no name (a letter, and then letters, digits, - and _), or another entry has it, or it would read like something else in a result: `traffic0` and `sl3` are entries and service levels without a name, `p99` is a percentile, `max` the greatest value, and `bytes` would make `throughput.bytes` two things. Names that differ in capitals, or in - and _, are one column of results, and so one name.",
    example:
      "traffic: [{ kind: poisson, load: 0.1, size: 64B, name: video }, { kind: poisson, load: 0.2, size: 64B, name: Video }]",
    mend: "Give the entry a name of its own, or none: results then call it by its index.",
  },
  E_SCENARIO_UNKNOWN_PLUGIN: {
    means: "The scenario names a plugin that its family does not have.",
    example: "routing: cylic",
    mend: "Take a name of the list, see `fabriclab list FAMILY`, or add a plugin of your own with --plugin.",
  },
};
