import { expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const common = `topology: { kind: irregular, switches: 4, links: 4, seed: 2 }
routing: spf
traffic: { kind: poisson, load: 0.1, size: 256B }
measure: { maxTime: 10us }
`;

it.each([
  [
    "the weights of the crossbar, not those of the links",
    'switch: { kind: iba, outputBuffer: 1 packet }\nlaneScheduler: vl-arbitration\ncrossbarScheduler: { kind: weighted-round-robin, weights: "0:4,0:9" }\n',
    "E_WEIGHTED_ROUND_ROBIN_WEIGHTS",
    ":7:59  crossbarScheduler.weights",
  ],
  [
    "a scheduler of a crossbar that has none",
    "switch: iba\ncrossbarScheduler: round-robin\n",
    "E_NETWORK_UNSUPPORTED",
    ":6:20  crossbarScheduler",
  ],
  [
    "the switch whose credits are counted otherwise",
    "switch: { kind: iba, inputBuffer: 4 packets, credits: counters }\n",
    "E_NETWORK_UNSUPPORTED",
    ":5:9  switch",
  ],
  [
    "the number of threads",
    "switch: { kind: iba, inputBuffer: 4KiB, credits: counters }\nthreads: 2\n",
    "E_NETWORK_UNSUPPORTED",
    ":6:10  threads",
  ],
  [
    "the flight of links beside a switch that takes no time",
    "switch: { kind: relay, routingDelay: 0ns }\nlink: { flight: 0ns }\n",
    "E_NETWORK_DELAY",
    ":6:17  link.flight",
  ],
  [
    "the host's delay, which would come back from 32 bits as another",
    "hca: { kind: injector, receiveDelay: 7777777777777ps }\n",
    "E_NETWORK_DELAY",
    ":5:38  hca.receiveDelay",
  ],
  [
    "the buffer of hosts that holds no packet",
    "hca: { kind: queue-pair, receiveBuffer: 64B }\n",
    "E_NETWORK_BUFFER",
    ":5:41  hca.receiveBuffer",
  ],
  [
    "the buffer of hosts that nobody can count",
    "hca: { kind: queue-pair, receiveBuffer: 1000GB }\n",
    "E_NETWORK_BUFFER",
    ":5:41  hca.receiveBuffer",
  ],
  [
    "the buffer of switches that nobody can count",
    "switch: { kind: relay, outputBuffer: 99999999999 packets }\n",
    "E_NETWORK_BUFFER",
    ":5:38  switch.outputBuffer",
  ],
  [
    "the buffer of hosts that is larger than memory",
    "hca: { kind: queue-pair, receiveBuffer: 1000000000 packets }\n",
    "E_NETWORK_SIZE",
    ":5:41  hca.receiveBuffer",
  ],
  [
    "the buffer of switches that is larger than memory",
    "switch: { kind: relay, inputBuffer: 1000000000 packets }\n",
    "E_NETWORK_SIZE",
    ":5:37  switch.inputBuffer",
  ],
  [
    "a rate for buffers of hosts that are not there",
    "hca: { kind: queue-pair, receiveRate: 1Gb/s }\n",
    "E_QUEUE_PAIR_RECEIVE",
    ":5:39  hca.receiveRate",
  ],
])("a refusal names %s", async (name, parts, code, place) => {
  const file = folder.write(
    `${name.replaceAll(/\W/g, "-")}.yaml`,
    common + parts,
  );
  const { err } = await fabriclab("run", file);
  expect(err).toContain(code);
  expect(err).toContain(place);
});

it("several threads name the replication that goes with them, in the scenario's words", async () => {
  const file = folder.write(
    "held.yaml",
    `${common}multicast: source-tree\nreplication: holding-buffer\n`,
  );
  const { code, err } = await fabriclab("run", file, "--threads", "2");
  expect(code).toBe(2);
  expect(err).toContain("E_NETWORK_UNSUPPORTED");
  expect(err.replaceAll(/\s+/g, " ")).toContain(
    "only replication: asynchronous goes, and here it is holding-buffer",
  );
});

it.each([
  ["zero", "0ns", "0ns", "E_NETWORK_DELAY", ":1:33  topology.flight"],
  ["too long", "1s", "0ns", "E_FABRIC_FLIGHT", ":1:11  N(0,0):5"],
  [
    "less than the switch's",
    "1ns",
    "7777777777777ps",
    "E_NETWORK_DELAY",
    ":3:9  switch",
  ],
])(
  "the flight of links that is written nowhere else is the topology's: %s",
  async (_, flight, routingDelay, refused, place) => {
    const file = folder.write(
      "flight.yaml",
      `topology: { kind: mesh, flight: ${flight} }
routing: xy
switch: { kind: relay, routingDelay: ${routingDelay} }
traffic: { kind: poisson, load: 0.1, size: 256B }
`,
    );
    const { code, err } = await fabriclab("run", file);
    expect(code).toBe(2);
    expect(err).toContain(refused);
    expect(err).toContain(place);
  },
);

it("the flight of links that a fabric's file says is the topology's, though no key of the scenario is about it", async () => {
  const fabric = folder.at("near.json");
  await fabriclab(
    ..."topology mesh --columns 2 --rows 2 --flight 0ns -o".split(" "),
    fabric,
  );
  const file = folder.write(
    "near.yaml",
    `topology: { kind: file, path: near.json }
routing: minhop
switch: { kind: relay, routingDelay: 0ns }
traffic: { kind: poisson, load: 0.1, size: 256B }
`,
  );
  const { code, err } = await fabriclab("run", file);
  expect(code).toBe(2);
  expect(err).toContain("E_NETWORK_DELAY");
  expect(err).toContain(":1:11  topology.flight");
});

it("a switch that takes no time is to blame where its own endport sends, whatever its links take", async () => {
  const file = folder.write(
    "own.yaml",
    `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: cyclic
switch: { kind: iba, stageDelay: 0ns }
traffic: { kind: barrier-operation, sl: 0, ack: 20us }
`,
  );
  const { code, err } = await fabriclab("run", file);
  expect(code).toBe(2);
  expect(err).toContain("E_NETWORK_DELAY");
  expect(err).toContain(":3:9  switch");
});

it.each([
  [
    "of a group, known before the tables are",
    "{ kind: mpeg2, load: 0.1, frames: 1, multicast: { share: 0.5, members: [2, 3] } }",
    "{ kind: mpeg2, load: 0.1, frames: 1, multicast: { share: 0.5, members: [2, 9] } }",
    "E_MPEG2_GROUP",
    ":6:76  traffic[1].multicast.members",
  ],
  [
    "of a pattern",
    "{ kind: poisson, load: 0.1, pattern: { kind: hotspot, hosts: [0] } }",
    "{ kind: poisson, load: 0.1, pattern: { kind: hotspot, hosts: [nobody] } }",
    "E_PATTERN_HOTSPOT",
    ":6:66  traffic[1].pattern.hosts",
  ],
  [
    "of hosts, of which a pattern needs others",
    "{ kind: poisson, load: 0.1, pattern: shift }",
    "{ kind: poisson, load: 0.1, pattern: { kind: tornado, sizes: [5] } }",
    "E_PATTERN_HOSTS",
    ":6:42  traffic[1].pattern",
  ],
])(
  "a parameter %s: that of the entry that is refused, not of one before it",
  async (_, right, wrong, code, place) => {
    const scenario = folder.write(
      "two-entries.yaml",
      `topology: { kind: xgft, children: 4, parents: [] }
routing: minhop
switch: iba
traffic:
  - ${right}
  - ${wrong}
`,
    );
    const answer = await fabriclab("run", scenario);
    expect(answer.code).toBe(2);
    expect(answer.err).toContain(code);
    expect(answer.err).toContain(`two-entries.yaml${place}`);
  },
);
