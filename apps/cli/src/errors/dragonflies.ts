import type { ErrorEntries } from "./entry.ts";

/** topology-dragonfly, topology-dragonfly-plus, topology-slim-fly, topology-hyperx, topology-torus. */
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
  E_SLIM_FLY_ORDER: {
    means:
      "A Slim Fly is made of a field, and there is none of so many elements.",
    example: "fabriclab topology slim-fly --order 6",
    mend: "Give a power of a prime from 3 on: 3, 4, 5, 7, 8, 9, 11, 13, 16 and so on.",
  },
  E_SLIM_FLY_PORTS: {
    means: "The cables of a switch of a Slim Fly are more than its ports.",
    example: "fabriclab topology slim-fly --hosts-per-switch 250",
    mend: "Give fewer hosts at each switch, or a smaller order: 254 cables in all, (3q - δ)/2 of them to other switches.",
  },
  E_SLIM_FLY_TOO_LARGE: {
    means: "The Slim Fly would have more ports than can be generated.",
    example: "fabriclab topology slim-fly --order 113",
    mend: "Give a smaller order, or fewer hosts at each switch.",
  },
  E_HYPERX_NUMBERS: {
    means:
      "The sizes or parallel cables of a HyperX are no list of numbers, or one of them is 0.",
    example: "fabriclab topology hyperx --sizes 4,,4",
    mend: "Write a whole number from 1 for each dimension, with commas between.",
  },
  E_HYPERX_DIMENSIONS: {
    means:
      "A HyperX has no dimension, or so many that the names of its hosts would be longer than InfiniBand's NodeDescription, or another number of parallel cables than dimensions.",
    example: "fabriclab topology hyperx --sizes 4,4 --parallel 1,2,1",
    mend: "Give a size for each dimension, none for those of one place, and one number of parallel cables for all or one for each.",
  },
  E_HYPERX_PORTS: {
    means: "The cables of a switch of a HyperX are more than its ports.",
    example: "fabriclab topology hyperx --sizes 255",
    mend: "Give shorter dimensions, and more of them, fewer parallel cables or fewer hosts: 254 cables in all.",
  },
  E_HYPERX_TOO_LARGE: {
    means: "The HyperX would have more ports than can be generated.",
    example: "fabriclab topology hyperx --sizes 50,50,50",
    mend: "Give fewer or shorter dimensions, or fewer hosts at each switch.",
  },
  E_TORUS_TOO_LARGE: {
    means: "The torus would have more ports than can be generated.",
    example: "fabriclab topology torus --x 100 --y 100 --z 100",
    mend: "Give fewer switches along x, y or z, or fewer hosts at each.",
  },
};
