import type { ErrorEntries } from "./entry.ts";

/** topology-dragonfly, topology-dragonfly-plus, topology-torus. */
export const dragonflyErrors: ErrorEntries = {
  E_DRAGONFLY_GROUPS: {
    means:
      "A group of a dragonfly has fewer global links than there are other groups, so that some two could not be cabled.",
    example: "fabriclab topology dragonfly --groups 10",
    mend: "Give more links to each switch, more switches to each group, or fewer groups.",
  },
  E_DRAGONFLY_PORTS: {
    means: "The cables of a switch of a dragonfly are more than its ports.",
    example: "fabriclab topology dragonfly --switches-per-group 254",
    mend: "Give fewer hosts, switches to a group or global links: 254 in all.",
  },
  E_DRAGONFLY_TOO_LARGE: {
    means: "The dragonfly would have more ports than can be generated.",
    example:
      "fabriclab topology dragonfly --switches-per-group 64 --global-links 64",
    mend: "Give fewer groups, or smaller ones.",
  },
  E_DRAGONFLY_PLUS_GROUPS: {
    means:
      "A group of a dragonfly+ has fewer global links than there are other groups, so that some two could not be cabled.",
    example: "fabriclab topology dragonfly-plus --groups 18",
    mend: "Give more links to each spine, more spines to each group, or fewer groups.",
  },
  E_DRAGONFLY_PLUS_PORTS: {
    means:
      "The cables of a leaf or spine of a dragonfly+ are more than its ports.",
    example: "fabriclab topology dragonfly-plus --leaves 252",
    mend: "Give fewer hosts, leaves, spines or global links: 254 at each switch, or as many as `ports` says.",
  },
  E_DRAGONFLY_PLUS_TOO_LARGE: {
    means: "The dragonfly+ would have more ports than can be generated.",
    example:
      "fabriclab topology dragonfly-plus --spines 64 --global-links 64 --groups 0",
    mend: "Give fewer groups, or smaller ones.",
  },
  E_TORUS_TOO_LARGE: {
    means: "The torus would have more ports than can be generated.",
    example: "fabriclab topology torus --x 100 --y 100 --z 100",
    mend: "Give fewer switches along x, y or z, or fewer hosts at each.",
  },
};
