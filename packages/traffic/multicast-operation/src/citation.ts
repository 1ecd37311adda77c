import type { Citation } from "@fabriclab/spec";

export const zhou2007: Citation = {
  key: "zhou2007",
  authors: "J. Zhou, X.-Y. Lin, Y.-C. Chung",
  title: "Hardware supported multicast in fat-tree-based InfiniBand networks",
  venue: "The Journal of Supercomputing 40(3), 333-352",
  year: 2007,
};
