import type { ErrorEntries } from "./entry.ts";

/** Files of fabrics in the formats of other tools. */
export const formatErrors: ErrorEntries = {
  E_READING_SYNTAX: {
    means: "A line is not in the format that the file is read in.",
    example:
      "fabriclab audit --routing minhop --fabric net.lst  # net.lst: { SW Ports:xyz }",
    mend: "Mend the line that is printed, or take the dump again.",
  },
  E_READING_LINE: {
    means: "A line is longer than a megabyte, which no format of fabrics has.",
    example: "a disk image given as --fabric",
    mend: "Give a text file.",
  },
  E_READING_ENCODING: {
    means: "A file has two bytes for each character.",
    example: "ibnetdiscover > fabric.txt in the shell of Windows",
    mend: "Convert it: iconv -f UTF-16 -t UTF-8.",
  },
  E_READING_PORT: {
    means: "A line names a port that its node does not have.",
    example: "PN:25 on a switch with Ports:24, both hexadecimal",
    mend: "Mend the line; for IBADM, check that the .ibnl file of the system is beside the .topo file.",
  },
  E_READING_NODE_TWICE: {
    means: "Two lines describe one node, system or switch differently.",
    example: "the same NodeGUID once as CA and once as SW",
    mend: "Keep one of the two; perhaps two files were put together.",
  },
  E_READING_CONTRADICTION: {
    means: "Two lines cable one port to different ones.",
    example: "leaf1[7] to spine1[1], and spine1[1] to leaf2[7]",
    mend: "Take out the line that is wrong, or write the file again: the fabric may have been changed while it was read.",
  },
  E_IBLINKINFO_LID: {
    means:
      "The other end of a cable is named by its LID, and the LID is missing or that of two nodes.",
    example: "iblinkinfo before a subnet manager gave LIDs",
    mend: "Use iblinkinfo -l, which names both ends by their GUIDs.",
  },
  E_NDT_COLUMN: {
    means: "A file of UFM's NDT does not begin with the names of its columns.",
    example:
      "fabriclab audit --routing minhop --fabric net.ndt  # net.ndt: #StartDevice,StartPort",
    mend: "Begin with #StartDevice,StartPort,EndDevice,EndPort,LinkType.",
  },
  E_NDT_PORT: {
    means:
      "A device of UFM's NDT has ports in the words of a switch and in those of a host.",
    example: "DSM07IB1 with Port 3 on one line and ibp12s0 on another",
    mend: "Mend the line that is printed.",
  },
  E_READING_EMPTY: {
    means: "A file names no node.",
    example: "fabriclab audit --routing minhop --fabric net.lst  # net.lst: ",
    mend: "Take the dump again.",
  },
  E_READING_TRUNCATED: {
    means: "A file breaks off in the middle.",
    example:
      "fabriclab audit --routing minhop --fabric net.db_csv  # net.db_csv: START_NODES",
    mend: "Take the dump again.",
  },
  E_GOAL_RANK: {
    means: "A GOAL schedule names a rank that it does not have, or one twice.",
    example:
      'readGoal("num_ranks 1\\nrank 0 {\\n a: send 8b to 4 tag 0\\n}\\n")',
    mend: "Correct the number, or num_ranks.",
  },
  E_GOAL_NUMBER: {
    means:
      "A size, a time or another number of a GOAL schedule is above 9007199254740991 (2^53 - 1), and could not be kept exactly.",
    example: 'readGoal("rank 0 {\\n a: calc 9007199254740993\\n}\\n")',
    mend: "Correct the number, or write it in parts, such as two calc of which one requires the other.",
  },
  E_GOAL_LABEL: {
    means:
      "A label of a GOAL schedule stands before two operations of a rank, or before none.",
    example:
      'readGoal("num_ranks 1\\nrank 0 {\\n a: calc 1\\n a requires b\\n}\\n")',
    mend: "Give every operation that others wait for a label of its own.",
  },
  E_GOAL_CYCLE: {
    means: "Operations of a GOAL schedule wait for each other in a cycle.",
    example:
      'readGoal("num_ranks 1\\nrank 0 {\\n a: calc 1\\n b: calc 1\\n a requires b\\n b requires a\\n}\\n")',
    mend: "Take one of the dependencies out.",
  },
  E_GOAL_SCHEDULE: {
    means:
      "A schedule that is to be written as GOAL waits for an operation that its rank does not have, or has a number that is not whole, below 0, or above 2^53 - 1.",
    example: "requires: [3] in a rank of two operations, or size: 1.5",
    mend: "Correct the index, which counts from 0 within the rank, or the number.",
  },
  E_IBDM_SYSTEM: {
    means:
      "The definition of a system (.ibnl) does not hold together, or a topology file changes a board that it does not have.",
    example: "CFG: leaf99=R for a director with 12 leafs",
    mend: "Mend the .ibnl file, or the CFG: section.",
  },
  E_IBDM_NAME: {
    means: "A node's name cannot stand in subnet.lst or a .topo file.",
    example: "a host whose name holds a line break",
    mend: "Rename the node, with a node name map for instance.",
  },
  E_IBDIAGNET_NO_LINKS: {
    means:
      "An ibdiagnet2.db_csv has no section LINKS, so that nothing says how its nodes are cabled.",
    example:
      "fabriclab audit --routing minhop --fabric net.db_csv  # net.db_csv: START_NODES\\nNodeDesc,NumPorts,NodeType,NodeGUID\\nEND_NODES",
    mend: "Give ibdiagnet2.lst of the same run instead.",
  },
  E_IBDIAGNET_UNKNOWN_NODE: {
    means:
      "A row of PORTS or LINKS in a db_csv names a node that NODES does not have.",
    example: "a file whose sections come from two runs",
    mend: "Take the dump again.",
  },
  E_IBDIAGNET_NAME: {
    means: "A node's name has a line break, which a row cannot hold.",
    example: "a host whose name holds a line break",
    mend: "Rename the node.",
  },
  E_OPENSM_NAME: {
    means: "A name cannot stand in a node-name map.",
    example: 'a name with a quote in it, such as 19" rack',
    mend: "Choose another name.",
  },
  E_QUIRKS_UNKNOWN: {
    means: "There is no quirk of this name.",
    example: "fabriclab topology fat-tree --quirks rust",
    mend: "Choose names from `fabriclab topology --help`, or all.",
  },
  E_QUIRKS_ROOM: {
    means: "A quirk needs more ports than a switch can have.",
    example: "wide switches made of a switch of 200 ports",
    mend: "Leave the quirk out, or take a fabric of smaller switches.",
  },
};
