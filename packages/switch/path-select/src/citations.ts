import type { Citation } from "@fabriclab/spec";

export const kim2007: Citation = {
  key: "kim2007",
  authors: "E. J. Kim, K. H. Yum, C. R. Das, M. Yousif, J. Duato",
  title: "Exploring IBA Design Space for Improved Performance",
  venue: "IEEE Transactions on Parallel and Distributed Systems 18(4) 498-510",
  year: 2007,
};

export const vaidya1999: Citation = {
  key: "vaidya1999",
  authors: "A. S. Vaidya, A. Sivasubramaniam, C. R. Das",
  title: "LAPSES: A Recipe for High Performance Adaptive Router Design",
  venue:
    "International Symposium on High-Performance Computer Architecture (HPCA-5)",
  year: 1999,
};
