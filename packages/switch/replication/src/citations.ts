import type { Citation } from "@fabriclab/spec";

export const zhou2007: Citation = {
  key: "zhou2007",
  authors: "J. Zhou, X.-Y. Lin, Y.-C. Chung",
  title: "Hardware supported multicast in fat-tree-based InfiniBand networks",
  venue: "The Journal of Supercomputing 40(3) 333-352",
  year: 2007,
};

export const wang2008: Citation = {
  key: "wang2008",
  authors: "D. Wang, Z. Cao, X. Liu, N. Sun",
  title: "HPP Switch: A Novel High Performance Switch for HPC",
  venue: "IEEE Symposium on High Performance Interconnects",
  year: 2008,
};

export const designSpace: Citation = {
  key: "kim2007",
  authors: "E. J. Kim, K. H. Yum, C. R. Das, M. Yousif, J. Duato",
  title: "Exploring IBA Design Space for Improved Performance",
  venue: "IEEE Transactions on Parallel and Distributed Systems 18(4) 498-510",
  year: 2007,
};
