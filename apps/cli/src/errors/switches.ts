import type { ErrorEntries } from "./entry.ts";

/** Switch models and their parts. */
export const switchErrors: ErrorEntries = {
  E_DROPPING_LIFETIME: {
    means:
      "The exponent of a lifetime limit is not a whole number from 0 to 19. InfiniBand reads larger values as infinite; here that is the word infinite.",
    example: "drop: { kind: hll, hv: 25 }",
    mend: "Give 0 to 19 for 4.096 us x 2^n, write infinite, or leave the drop policy out.",
  },
  E_IBA_LANES: {
    means:
      "The switch iba was given VL15, the sixteenth lane, with fewer than 15 data lanes.",
    example: "switch: { kind: iba, virtualLanes: 4 }",
    mend: "Leave virtualLanes at 15 and let SL2VL tables use few of them, or say management: false.",
  },
  E_OLDEST_FIRST_HEADS: {
    means:
      "The arbiter oldest-first was made without the packets among which it is to choose. A network always gives them.",
    example: "oldestFirst.build({}).create(1, 5)",
    mend: "Give `create` a third argument with the births of packets, or use round-robin or matrix.",
  },
  E_VL_ARBITRATION_SYNTAX: {
    means: "A VL arbitration table cannot be read.",
    example: 'laneScheduler: { kind: vl-arbitration, high: "0:4;1:4" }',
    mend: "Write entries VL:weight with commas between them, as in OpenSM's options.",
  },
  E_VL_ARBITRATION_ENTRIES: {
    means: "A VL arbitration table has more than 64 entries.",
    example: "a high-priority table of 65 entries",
    mend: "Give a VL one entry with a larger weight in place of several.",
  },
  E_VL_ARBITRATION_WEIGHT: {
    means:
      "A weight of a VL arbitration table is not a whole number from 0 to 255 (units of 64 bytes).",
    example: 'laneScheduler: { kind: vl-arbitration, low: "1:300" }',
    mend: "Scale the weights down, or give the VL several entries.",
  },
  E_VL_ARBITRATION_WEIGHTS: {
    means: "The weights of VL arbitration tables let nobody send: all are 0.",
    example: 'laneScheduler: { kind: vl-arbitration, high: "0:0", low: "0:0" }',
    mend: "Give every VL that carries packets a weight above 0 in one of the two tables.",
  },
  E_WEIGHTED_ROUND_ROBIN_WEIGHTS: {
    means:
      "A weight of weighted-round-robin is 0, or given twice, or for a VL that is not there.",
    example:
      'crossbarScheduler: { kind: weighted-round-robin, weights: "0:4,0:9" }\nswitch: { kind: iba, outputBuffer: 1 packet }',
    mend: "Give every VL a weight above 0, once.",
  },
  E_VL_ARBITRATION_LANE: {
    means:
      "A VL arbitration table names a VL that does not exist, or that the switches do not have.",
    example:
      'switch: { kind: iba, management: false, virtualLanes: 4 }\nlaneScheduler: { kind: vl-arbitration, low: "7:4" }',
    mend: "Leave the entry out, or give the switch more virtual lanes.",
  },
  E_VL_ARBITRATION_MANAGEMENT: {
    means:
      "A VL arbitration table has an entry for VL15, which goes before all data and stands in no table.",
    example: 'laneScheduler: { kind: vl-arbitration, high: "15:1" }',
    mend: "Leave the entry out.",
  },
  E_VL_ARBITRATION_UNLISTED: {
    means:
      "A packet came to a VL that neither VL arbitration table gives a weight. In hardware it would wait for ever.",
    example: "packets of SL 3 on VL3, and tables for VL0 to VL2",
    mend: "Add the VL to one of the tables, or map the service level to another VL.",
  },
  E_RELAY_BUFFER_SHARE: {
    means:
      "The buffer of a port does not divide among the virtual lanes of the switch.",
    example:
      "switch: { kind: relay, virtualLanes: 4, bufferPer: port, inputBuffer: 6 packets }",
    mend: "Give a multiple of the number of lanes, or the size of each lane with bufferPer: lane.",
  },
};
