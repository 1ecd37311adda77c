import type { ErrorEntries } from "./entry.ts";

/** Fabric and table files. */
export const fileErrors: ErrorEntries = {
  E_IBNETDISCOVER_SYNTAX: {
    means: "A line of a topology file is none that ibnetdiscover prints.",
    example:
      'fabriclab audit --routing minhop --fabric cut.topo  # cut.topo: Switch 8 "S-0000000000000001',
    mend: "Mend the line that is printed.",
  },
  E_IBNETDISCOVER_STRAY_PORT: {
    means:
      "A port's line stands before any Switch or Ca line, so it belongs to nobody.",
    example:
      'fabriclab audit --routing minhop --fabric cut.topo  # cut.topo: [1] "S-0000000000002000"[2] # "leaf" lid 1 4xQDR',
    mend: "Take the whole file.",
  },
  E_IBNETDISCOVER_PORT: {
    means:
      "A port is outside its node's range, or the two ends of a cable disagree.",
    example:
      'fabriclab audit --routing minhop --fabric leaf.topo  # leaf.topo: Switch 8 "S-0000000000000001"\\n[9] "S-0000000000000002"[1]',
    mend: "Mend the line that is printed, or run ibnetdiscover again: the fabric may have changed under it.",
  },
  E_IBNETDISCOVER_NODE_TWICE: {
    means: "A node is described twice.",
    example:
      'fabriclab audit --routing minhop --fabric leaf.topo  # leaf.topo: Switch 8 "S-0000000000000001"\\nSwitch 9 "S-0000000000000001"',
    mend: "Keep one of the records.",
  },
  E_IBNETDISCOVER_EMPTY: {
    means: "A topology file has no node.",
    example:
      "fabriclab audit --routing minhop --fabric none.ibnetdiscover  # none.ibnetdiscover: # nothing",
    mend: "Check that ibnetdiscover found the subnet.",
  },
  E_IBNETDISCOVER_CONTRADICTION: {
    means: "Two records cable one port to different ones.",
    example: 'leaf1 says [7] "spine1"[1], and spine1 says [1] "leaf2"[7]',
    mend: "Run ibnetdiscover again: the fabric may have changed under it; or take out the record that is wrong.",
  },
  E_IBNETDISCOVER_PORT_LIST: {
    means:
      "A file mixes lines of `ibnetdiscover -p` with those of a topology file.",
    example: "ibnetdiscover > net.topo; ibnetdiscover -p >> net.topo",
    mend: "Give one of the two.",
  },
  E_IBNETDISCOVER_UNKNOWN_NODE: {
    means:
      "A port leads to a node that has no line of its own, and whose name does not say whether it is a switch.",
    example:
      'fabriclab audit --routing minhop --fabric leaf.topo  # leaf.topo: Switch 8 "Switch1"\\n[1] "Leaf7"[2]',
    mend: "Add the node's line.",
  },
  E_IBNETDISCOVER_NAME: {
    means: "A node's name has a line break, which a topology file cannot hold.",
    example: "a host whose name holds a line break",
    mend: "Rename the node.",
  },
  E_FABRIC_JSON_SYNTAX: {
    means: "A fabric file is not JSON.",
    example:
      'fabriclab audit --routing minhop --fabric net.json  # net.json: { "format": "fabriclab-fabric", }',
    mend: "Mend the line that is printed.",
  },
  E_FABRIC_JSON_VERSION: {
    means: "A fabric file was written for another version of the format.",
    example:
      'fabriclab audit --routing minhop --fabric net.json  # net.json: { "format": "fabriclab-fabric", "version": 2 }',
    mend: "Use a fabriclab that knows it.",
  },
  E_FABRIC_JSON_SHAPE: {
    means: "A JSON file is not a fabric, or a part of it has the wrong shape.",
    example:
      'fabriclab audit --routing minhop --fabric net.json  # net.json: { "switches": 3 }',
    mend: "See the path that the message gives; `fabriclab topology mesh --format json` shows a good one.",
  },
  E_FABRIC_JSON_NODE: {
    means:
      "A cable of a fabric file goes to a node that the file does not have.",
    example: "a link to GUID 0x5 without such a node",
    mend: "Add the node or take the cable out.",
  },
  E_OPENSM_SYNTAX: {
    means:
      "A line of a table dump, or of OpenSM's options beside it, is in no dialect of OpenSM or its tools that is known.",
    example:
      "fabriclab audit --fabric net.topo --tables dump/  # dump/lfts.dump: a word",
    mend: "Mend the line that is printed.",
  },
  E_OPENSM_UNKNOWN_SWITCH: {
    means: "A dump names a switch that the fabric does not have.",
    example: "a dump of a switch that the topology file lacks",
    mend: "Take both from the same fabric, at the same time.",
  },
  E_OPENSM_BAD_PORT: {
    means: "A dump names a port that its switch does not have.",
    example: "0x0010 037 on a 36-port switch",
    mend: "Take the dump and the topology file of the same fabric. If switches do hold such entries, `fabriclab audit` goes on and lists those of LFTs.",
  },
  E_OPENSM_BAD_LID: {
    means: "A dump has a LID outside its range, or one that nobody owns.",
    example: "0xC000 in a unicast table",
    mend: "Take the dump and guid2lid of the same run of OpenSM.",
  },
  E_OPENSM_BAD_SL: {
    means: "A service level in path-sl.tsv is outside 0 to 15.",
    example: "1 2 16",
    mend: "Mend the line that is printed.",
  },
  E_OPENSM_BAD_LANE: {
    means:
      "A virtual lane in an SL2VL dump, or in `qos_sl2vl` of OpenSM's options, is outside 0 to 15.",
    example: "a row with a 16",
    mend: "Mend the line that is printed.",
  },
  E_OPENSM_BAD_ARBITRATION: {
    means:
      "An option for VL arbitration in opensm-qos.conf has a VL, a weight, a limit or a number of entries that no VL arbitration table can hold.",
    example: "qos_vlarb_high 0:256",
    mend: "Mend the line that is printed: VLs are 0 to 14, weights and the limit 0 to 255, and a table has 64 entries at most.",
  },
  E_OPENSM_CONTRADICTION: {
    means:
      "Two lines of table dumps, or two files of a folder, say different things of one entry.",
    example: "0x0003 001 and 0x0003 002 under one switch",
    mend: "Take all dumps from one run of OpenSM, each of them once.",
  },
  E_OPENSM_TRUNCATED: {
    means:
      "A table dump breaks off: its last line has no end, or a total does not fit the lines above it.",
    example: "a dump that was copied while it was written",
    mend: "Take the dump again, or end the last line if it is whole.",
  },
  E_OPENSM_OTHER_FABRIC: {
    means:
      "Most nodes that a dump names are called otherwise in the fabric: it is a dump of another fabric whose GUIDs are the same, as simulators hand them out.",
    example: "fabriclab audit --fabric other.topo --tables tables/",
    mend: "Take the dump and the topology file of the same fabric, with the same node name map if any.",
  },
  E_OPENSM_NO_LFTS: {
    means: "A folder of tables has no unicast tables.",
    example: "a folder with other dumps of OpenSM, and none of LFTs",
    mend: "Run OpenSM with -D 0x43, which dumps them.",
  },
  E_SVG_NO_SWITCHES: {
    means:
      "A drawing shows switches and what is between them; this fabric has none.",
    example: "an audit with --svg of two hosts cabled to each other",
    mend: "Draw another fabric.",
  },
};
