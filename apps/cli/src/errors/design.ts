import type { ErrorEntries } from "./entry.ts";

/** topology, addressing, routing. */
export const designErrors: ErrorEntries = {
  E_XGFT_NUMBERS: {
    means:
      "The children, parents or parallel cables of a tree's levels are no list of numbers, or one of them is 0.",
    example: "fabriclab topology xgft --children 24,,4",
    mend: "Write a whole number from 1 for each level, with commas between.",
  },
  E_XGFT_LEVELS: {
    means:
      "A tree has a number of children for each level of switches, and a number of parents for each but the roots; parallel cables are one number, or as many as the parents.",
    example: "fabriclab topology xgft --children 24,12,4 --parents 12",
    mend: "Give one number fewer in `parents` than in `children`, both from the leaves up.",
  },
  E_XGFT_HOSTS: {
    means: "The tree is to have more hosts than it has room for.",
    example: "fabriclab topology xgft --children 4,3 --parents 2 --hosts 13",
    mend: "Give fewer hosts, or more children at the leaves or above.",
  },
  E_XGFT_PORTS: {
    means:
      "The cables of a level's switches, to children and parents, are more than a switch has ports.",
    example: "fabriclab topology xgft --children 30,8 --parents 15 --ports 40",
    mend: "Give fewer children, parents or parallel cables, or more ports (254 at most).",
  },
  E_XGFT_TOO_LARGE: {
    means: "The tree would have more ports than can be generated.",
    example: "fabriclab topology xgft --children 200,200,200 --parents 40,40",
    mend: "Give fewer children or parents.",
  },
  E_FAT_TREE_PORTS_ODD: {
    means:
      "A fat tree's switches have half of their ports up and half down, so their number must be even.",
    example: "fabriclab topology fat-tree --ports 7",
    mend: "Take one port more or one less.",
  },
  E_FAT_TREE_PORTS: {
    means: "No InfiniBand switch has this number of ports.",
    example: "fatTree.build({ ...parseOptions(fatTree, {}), ports: 256 })",
    mend: "Take an even number from 2 to 254.",
  },
  E_FAT_TREE_LEVELS: {
    means: "A fat tree has at least one level of switches.",
    example: "fatTree.build({ ...parseOptions(fatTree, {}), levels: 0 })",
    mend: "Take 1 or more.",
  },
  E_FAT_TREE_TOO_LARGE: {
    means:
      "The tree has more ports than can be generated (4194304, of switches and hosts).",
    example: "fabriclab topology fat-tree --ports 128 --levels 4",
    mend: "The message says how many levels fit.",
  },
  E_FAT_TREE_NOT_A_FAT_TREE: {
    means:
      "The fabric is not a complete m-port n-tree: a switch, cable or label is not where it belongs.",
    example: "the shape of a mesh, or of a tree with a dead link",
    mend: "Mend the cable that the message names, or use parts that take any fabric.",
  },
  E_MESH_SIZE: {
    means:
      "The mesh has more ports than can be generated (4194304, of switches and hosts).",
    example: "fabriclab topology mesh --columns 99999 --rows 99999",
    mend: "Take a smaller one.",
  },
  E_MESH_WRAP: {
    means: "A torus needs rings of at least three switches.",
    example: "fabriclab topology mesh --columns 2 --rows 8 --wrap",
    mend: "Take 3 or more columns and rows, or leave --wrap out.",
  },
  E_MESH_NOT_A_MESH: {
    means:
      "The fabric is not a complete 2-D mesh or torus: a switch, cable or label is not where it belongs.",
    example: "the shape of a fat tree, or of a mesh with a dead link",
    mend: "Mend the cable that the message names, or use parts that take any fabric.",
  },
  E_SEQUENTIAL_OVERFLOW: {
    means: "The fabric has more endports than there are unicast LIDs (49151).",
    example: "a fat tree of 16 ports and 5 levels",
    mend: "Take a smaller fabric: a subnet has no more LIDs.",
  },
  E_MULTIPLE_LID_PORTS: {
    means:
      "Multiple-LID addressing names a path by the low LMC bits of a LID, so the number of paths must be a power of two; with m/2 no power of two it is not.",
    example:
      "topology: { kind: fat-tree, ports: 6, levels: 2 }\naddressing: multiple-lid",
    mend: "Take 4, 8, 16, 32 … ports, give lmc a number, or route with single-lid.",
  },
  E_MULTIPLE_LID_LMC: {
    means:
      "The tree has more than 2^7 paths between two hosts, and an LMC has three bits.",
    example: "4 ports, 9 levels",
    mend: "Take a size that the message lists, or give a smaller lmc.",
  },
  E_MULTIPLE_LID_OVERFLOW: {
    means:
      "All hosts' blocks of 2^LMC LIDs and the switches' LIDs together are more than the 49151 unicast LIDs of a subnet.",
    example:
      "topology: { kind: fat-tree, ports: 16, levels: 3 }\naddressing: multiple-lid",
    mend: "Take a size that the message lists, a smaller lmc, or route with single-lid.",
  },
  E_MULTIPLE_LID_UNSUPPORTED_FABRIC: {
    means:
      "The LMC follows from the shape of an m-port n-tree, and this fabric is none.",
    example: "topology: mesh\naddressing: multiple-lid",
    mend: "Give lmc a number from 0 to 7, or use the sequential addressing. The cyclic routing, which brings this addressing, serves such trees only: elsewhere take another, such as updn, minhop or nue.",
  },
  E_CYCLIC_UNSUPPORTED_FABRIC: {
    means:
      "Cyclic routing climbs by a host's digits, which only a complete m-port n-tree in the paper's wiring has.",
    example:
      "topology: { kind: mesh, columns: 3, rows: 3 }\naddressing: sequential\nrouting: cyclic",
    mend: "Mend a tree of which a part is missing, or take updn, minhop or nue, which serve what a failure leaves. On fabrics that are no trees: nue, which makes no credit loops, or minhop.",
  },
  E_CYCLIC_LMC: {
    means:
      "A host has fewer LIDs than there are paths to it, so cyclic routing cannot name them.",
    example: "routing: cyclic\naddressing: sequential",
    mend: "Use the multiple-lid addressing with lmc: auto.",
  },
  E_SINGLE_LID_UNSUPPORTED_FABRIC: {
    means:
      "Single-LID routing climbs by a host's digits, which only a complete m-port n-tree in the paper's wiring has.",
    example: "topology: mesh\nrouting: single-lid",
    mend: "Mend the fabric, or take a routing that serves others, too, such as those that a failure leaves: updn, minhop, or nue, which makes no credit loops.",
  },
  E_XY_UNSUPPORTED_FABRIC: {
    means:
      "XY routing goes by coordinates, which only a complete 2-D mesh has.",
    example: "topology: fat-tree\nrouting: xy",
    mend: "Mend the fabric, or take a routing for it: `fabriclab list routing`.",
  },
};
