import type { ErrorEntries } from "./entry.ts";

/** units, spec, fabric, paths, kernel. */
export const coreErrors: ErrorEntries = {
  E_UNITS_TIME: {
    means:
      "A time has an unknown unit, no unit, or a part smaller than a picosecond. Only 0 needs no unit.",
    example: "link: { flight: 20 }",
    mend: "Write a number and ps, ns, us, ms or s in one word: 20ns.",
  },
  E_UNITS_SIZE: {
    means:
      "A size has an unknown unit, no unit, or a part smaller than a byte. Only 0 needs no unit.",
    example: "traffic: { kind: poisson, load: 0.3, size: 256 }",
    mend: "Write B, KB, MB, GB (powers of 1000) or KiB, MiB, GiB (powers of 1024): 256B, 2KiB.",
  },
  E_UNITS_RATE: {
    means:
      "A data rate has an unknown unit, is zero, or is no ratio of whole numbers that fits.",
    example: 'parseRate("2Gbps")',
    mend: "Write bits as Gb/s or bytes as GB/s: 2Gb/s.",
  },
  E_UNITS_FLIGHT: {
    means:
      "A cable's length has an unknown unit or a part smaller than a millimetre.",
    example: "fabriclab topology mesh --flight 3.00001m",
    mend: "Write a time (20ns) or a length (4m, at 5 ns per metre).",
  },
  E_UNITS_BYTES: {
    means:
      "A number of bytes is negative, not whole, or too large to be exact.",
    example: "bytes(-1)",
    mend: "Pass a whole number from 0 to 2^53-1.",
  },
  E_UNITS_LID: {
    means: "A unicast LID is outside 0x0001 to 0xBFFF.",
    example: "lid(0xC000)",
    mend: "0xC000 and above are multicast LIDs; 0 is nobody's.",
  },
  E_UNITS_MLID: {
    means: "A multicast LID is outside 0xC000 to 0xFFFE.",
    example: "mlid(0xFFFF)",
    mend: "0xFFFF is the permissive LID; below 0xC000 LIDs are unicast.",
  },
  E_UNITS_PORT: {
    means: "A port number is outside 0 to 254.",
    example: "portNum(255)",
    mend: "Ports are numbered from 1; 0 is a switch's management port and 255 means no path.",
  },
  E_UNITS_SL: {
    means: "A service level is outside 0 to 15.",
    example: "sl(16)",
    mend: "InfiniBand headers have four bits for it.",
  },
  E_UNITS_VL: {
    means: "A virtual lane is outside 0 to 15.",
    example: "vl(16)",
    mend: "Data lanes are 0 to 14; 15 is management's.",
  },
  E_UNITS_LMC: {
    means: "An LMC is outside 0 to 7.",
    example: "lmc(8)",
    mend: "It has three bits: a port has at most 128 LIDs.",
  },
  E_UNITS_INDEX: {
    means:
      "An index of a switch, host, node, port, link or endport is negative, not whole, or beyond 2^31-1.",
    example: "switchIx(-1)",
    mend: "Take indices from a fabric's own counts.",
  },
  E_SPEC_UNKNOWN_PARAMETER: {
    means: "A plugin or a section of a scenario has no parameter of this name.",
    example: "topology: { kind: fat-tree, prots: 8 }",
    mend: "Take the nearest one that the hint names; `fabriclab explain NAME` lists a plugin's parameters.",
  },
  E_SPEC_NO_PLUGIN: {
    means:
      "A program of your own gives options to something that is no plugin.",
    example: "a program with use(undefined)",
    mend: "Import the plugin by the name under which its package exports it; what makes a plugin is called first, as traceFile(read).",
  },
  E_SPEC_BAD_PARAMETER: {
    means: "A parameter has the wrong type, or is outside its range.",
    example: "topology: { kind: fat-tree, ports: many }",
    mend: "The message says what is expected; `fabriclab explain NAME` lists types and ranges.",
  },
  E_SPEC_BUFFER: {
    means:
      "A buffer's size is neither a number of packets nor a size in bytes.",
    example: "switch: { kind: relay, inputBuffer: large }",
    mend: "Write a number of packets, `1 packet`, or a size, `4KiB`.",
  },
  E_SPEC_FRAMING: {
    means:
      "A message cannot be cut into packets: it is empty, its MTU is no positive integer, or it is multicast over a connection.",
    example: 'packetsOfMessage(0, { transport: "ud", multicast: false })',
    mend: "Give a size of at least a byte; multicast goes by datagrams.",
  },
  E_SPEC_DESTINATION: {
    means:
      "A pattern sends a host to itself, or to a host that there is not. Patterns that come with fabriclab do not; a plugin's `destination` returns the index of another host, or -1 where the host stays silent.",
    example: "the destination of a plugin's pattern returns NaN",
    mend: "Mend the pattern; `patternKit` of @fabriclab/testing-conformance tests one.",
  },
  E_SPEC_LID_COLLISION: {
    means:
      "Two endports own the same LID, so a packet for it has two destinations.",
    example: "lidTable(Uint16Array.of(4, 5), Uint8Array.of(1, 0))",
    mend: "Give every endport a block of 2^LMC LIDs of its own.",
  },
  E_SPEC_LID_RANGE: {
    means: "An addressing gives an endport LIDs beyond 0xBFFF.",
    example: "lidTable(Uint16Array.of(0xbfff), Uint8Array.of(1))",
    mend: "Use a smaller LMC or fewer endports.",
  },
  E_SPEC_TABLES_FABRIC: {
    means:
      "Forwarding tables are of another fabric: the numbers of switches or endports differ.",
    example: "new PathWalker(builder.build(), tables)",
    mend: "Take the tables that were made for this fabric; after a change of the fabric, make them anew.",
  },
  E_FABRIC_PORT_COUNT: {
    means: "A node has no ports, or more than 254.",
    example: 'new FabricBuilder("net").addSwitch("S", 255)',
    mend: "InfiniBand numbers ports 1 to 254.",
  },
  E_FABRIC_NO_SUCH_NODE: {
    means:
      "A cable was to be plugged into a node that this builder did not make.",
    example: 'new FabricBuilder("other").connect(a, 1, b, 1)',
    mend: "Connect nodes that addSwitch and addHost of the same builder returned.",
  },
  E_FABRIC_NO_SUCH_PORT: {
    means: "A cable was to be plugged into a port that the node does not have.",
    example: "builder.connect(a, 9, b, 1)",
    mend: "Ports are numbered from 1 to the node's number of ports.",
  },
  E_FABRIC_PORT_TWICE: {
    means: "Two cables were to be plugged into one port.",
    example: "builder.connect(a, 1, b, 1); builder.connect(a, 1, c, 1)",
    mend: "Give each cable a port of its own.",
  },
  E_FABRIC_SELF_LOOP: {
    means: "A cable goes from a node to itself.",
    example: "builder.connect(a, 1, a, 2)",
    mend: "Leave the cable out: nothing is ever routed over it.",
  },
  E_FABRIC_GUID: {
    means: "A GUID is zero, negative, or longer than 64 bits.",
    example: 'builder.addHost("H", 1, 0n)',
    mend: "Give a positive 64-bit number, or none: then one is made.",
  },
  E_FABRIC_GUID_TWICE: {
    means: "Two nodes have the same NodeGUID, which is their identity.",
    example: 'builder.addSwitch("D", 8, 7n); builder.addSwitch("E", 8, 7n)',
    mend: "Give each node a GUID of its own.",
  },
  E_FABRIC_FLIGHT: {
    means:
      "A cable's time of flight is negative, not a whole number of picoseconds, or beyond 2^31 ps.",
    example: "fabriclab topology mesh --columns 2 --rows 2 --flight 1000000m",
    mend: "Give a time up to 2 ms.",
  },
  E_FABRIC_LINK_SPEED: {
    means: "No InfiniBand link has this speed.",
    example: 'a JSON fabric with "speed": "TDR"',
    mend: "Take SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR.",
  },
  E_FABRIC_LINK_WIDTH: {
    means: "No InfiniBand link has this number of lanes.",
    example: 'a JSON fabric with "width": 3',
    mend: "Take 1, 2, 4, 8 or 12.",
  },
  E_FABRIC_INDEX: {
    means: "The fabric has no node, port, link or endport of this index.",
    example: "fabric.serializationPs(fabric.linkCount, 256)",
    mend: "Indices run from 0 to one less than the count.",
  },
  E_FABRIC_NO_SUCH_LINK: {
    means: "A fault was to remove a link that the fabric does not have.",
    example: "withoutLinks(fabric, [fabric.linkCount])",
    mend: "Links are numbered from 0 to linkCount - 1.",
  },
  E_FABRIC_NO_SUCH_SWITCH: {
    means: "A fault was to remove a switch that the fabric does not have.",
    example: "withoutSwitches(fabric, [fabric.switchCount])",
    mend: "Switches are numbered from 0 to switchCount - 1.",
  },
  E_PATHS_NO_SUCH_SWITCH: {
    means: "A search was to start at a switch that the fabric does not have.",
    example: "hopsTo(fabric, fabric.switchCount)",
    mend: "Switches are numbered from 0 to switchCount - 1.",
  },
  E_PATHS_NEGATIVE_WEIGHT: {
    means:
      "A channel has a negative weight, with which Dijkstra's search goes wrong.",
    example: "a cost function that returns -1",
    mend: "Weights must be 0 or more.",
  },
  E_PATHS_LANE: {
    means:
      "An SL2VL table sends packets to a virtual lane that the tables do not declare.",
    example: "tables of 1 lane whose sl2vl holds a 3",
    mend: "Raise `lanes` of the tables, or mend the SL2VL table.",
  },
  E_PATHS_UNATTACHED: {
    means:
      "A multicast was to be followed from a host that is cabled to no switch.",
    example: "a host whose only link was removed",
    mend: "Name a source that is cabled.",
  },
  E_PATHS_UNKNOWN_MLID: {
    means:
      "A multicast was to be followed for an MLID that the tables do not have.",
    example: "0xC005 in tables of three MLIDs",
    mend: "MLIDs run from 0xC000 + firstMlid on, mlidCount of them.",
  },
  E_KERNEL_SEED: {
    means: "The seed is not a whole number of 0 or more.",
    example: 'randomStream(0.5, "x")',
    mend: "Give an integer.",
  },
  E_KERNEL_RANDOM_BELOW: {
    means:
      "A random number below n was asked for, and n is no whole number from 1 to 2^32.",
    example: 'randomStream(1, "x").below(0)',
    mend: "Ask for a whole n of at least 1.",
  },
  E_KERNEL_RANDOM_STATE: {
    means:
      "A random stream was given the state of four zeros, which it never leaves.",
    example: "new Xoshiro128(0, 0, 0, 0)",
    mend: "Make streams from a seed and a name.",
  },
};
