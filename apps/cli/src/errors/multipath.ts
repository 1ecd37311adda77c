import type { ErrorEntries } from "./entry.ts";

/** Paths named by bits: addressing path-bits, routing multipath, tables path-bit-table. */
export const multipathErrors: ErrorEntries = {
  E_PATH_BITS_LMC: {
    means:
      "More than six path bits are asked for. A host has at most 2^7 LIDs (an LMC has three bits), and one of the seven bits is the indication bit.",
    example: "addressing: { kind: path-bits, bits: 9 }",
    mend: "Give six bits or fewer, or auto; or mode: wide, for simulation only.",
  },
  E_PATH_BITS_OVERFLOW: {
    means:
      "Blocks of 2^(bits+1) LIDs for every host port are more than the 49151 unicast LIDs of a subnet.",
    example:
      "6 path bits for 400 hosts, which need 51327 LIDs and those of the switches",
    mend: "Give the number of bits that the message says fits.",
  },
  E_MULTIPATH_ROOT: {
    means: "The root of the search for cycles is no switch of the fabric.",
    example: "routing: { kind: multipath, root: H1 }",
    mend: "Name a switch, or give its index in the fabric's order.",
  },
  E_MULTIPATH_LIDS: {
    means:
      "Multipath names paths by the low bits of the LID, and the hosts have no blocks of LIDs, or blocks of different sizes.",
    example: "routing: multipath\naddressing: sequential",
    mend: "Use the addressing path-bits.",
  },
  E_MULTIPATH_CYCLE_SEARCH: {
    means:
      "The search for a cycle that is independent of those before it took too long.",
    example: "a dense fabric of hundreds of switches, bits for all its cycles",
    mend: "Take fewer path bits with keep: first, another root, or cycles: literal.",
  },
  E_MULTIPATH_TOO_MANY_PATHS: {
    means:
      "The fabric has more simple paths than may be looked at. Their number grows exponentially with its size.",
    example:
      "topology: { kind: fat-tree, ports: 8, levels: 3 }\nrouting: multipath",
    mend: "Bound their length with detour: 0, 1, 2 …, or raise maxPaths.",
  },
  E_PATH_BIT_TABLE_NO_BITS: {
    means:
      "The routing names no paths by bits, so there is nothing to compile.",
    example: "tables: path-bit-table\nrouting: xy",
    mend: "Leave out tables, or use a routing with path bits, such as multipath.",
  },
  E_PATH_BIT_TABLE_LIDS: {
    means:
      "A host's block of LIDs has not the size that the path bits and the indication bit need.",
    example: "multipath with --lids keep on a fabric whose hosts differ in LMC",
    mend: "Use the addressing path-bits.",
  },
  E_PATH_BIT_TABLE_DESTINATION: {
    means: "A LID with path bits is asked for an endport that has none.",
    example: "the path bits of a switch's own endport",
    mend: "Use its base LID: it has one path.",
  },
  E_PATH_BIT_TABLE_VALUE: {
    means: "A number is no value of the path bits.",
    example: "the value 4 where there are two path bits",
    mend: "Values are 0 to 2^bits - 1.",
  },
  E_SPEC_NO_MULTIPATH: {
    means:
      "A traffic is to take several paths, and the tables have one for each pair.",
    example: "traffic: { kind: poisson, load: 0.3, paths: random }",
    mend: "Use routing: multipath, or leave out paths.",
  },
};
