import type { Citation } from "@fabriclab/spec";

export const iba: Citation = {
  key: "iba",
  authors: "InfiniBand Trade Association",
  title:
    "InfiniBand Architecture Specification, Volume 1, section 7.6.9: VL arbitration and prioritization",
  venue: "Release 1.2",
  year: 2004,
};

export const kim2007: Citation = {
  key: "kim2007",
  authors: "E. J. Kim, K. H. Yum, C. R. Das, M. Yousif, J. Duato",
  title: "Exploring IBA Design Space for Improved Performance",
  venue: "IEEE Transactions on Parallel and Distributed Systems 18(4) 498-510",
  year: 2007,
};
