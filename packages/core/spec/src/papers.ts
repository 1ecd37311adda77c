import type { Citation } from "./plugin.ts";

/** Sources that plugins of several packages cite, each once; a source of one package stands there. */
export const PAPERS = {
  dally1987: {
    key: "dally1987",
    authors: "W. J. Dally, C. L. Seitz",
    title:
      "Deadlock-free message routing in multiprocessor interconnection networks",
    venue: "IEEE Transactions on Computers C-36(5), 547-553",
    year: 1987,
    doi: "10.1109/TC.1987.1676939",
  },
  glass1994: {
    key: "glass1994",
    authors: "C. J. Glass, L. M. Ni",
    title: "The turn model for adaptive routing",
    venue: "Journal of the ACM 41(5), 874-902",
    year: 1994,
    doi: "10.1145/185675.185682",
  },
  kim2007: {
    key: "kim2007",
    authors: "E. J. Kim, K. H. Yum, C. R. Das, M. Yousif, J. Duato",
    title: "Exploring IBA Design Space for Improved Performance",
    venue:
      "IEEE Transactions on Parallel and Distributed Systems 18(4), 498-510",
    year: 2007,
    doi: "10.1109/TPDS.2007.1010",
  },
  wang2008: {
    key: "wang2008",
    authors: "D. Wang, Z. Cao, X. Liu, N. Sun",
    title: "HPP Switch: A Novel High Performance Switch for HPC",
    venue: "16th IEEE Symposium on High Performance Interconnects",
    year: 2008,
  },
  zhou2007: {
    key: "zhou2007",
    authors: "J. Zhou, X.-Y. Lin, Y.-C. Chung",
    title: "Hardware supported multicast in fat-tree-based InfiniBand networks",
    venue: "The Journal of Supercomputing 40(3), 333-352",
    year: 2007,
  },
  zhou2010: {
    key: "zhou2010",
    authors: "J. Zhou, S.-E. Liu, Y.-C. Chung",
    title:
      "A hardware supported multicast scheme based on XY routing for 2-D mesh InfiniBand networks",
    venue: "The Journal of Supercomputing",
    year: 2010,
  },
} as const satisfies Readonly<Record<string, Citation>>;

/** OpenSM, whose C code several plugins follow. @param part of it, such as `fat-tree routing` */
export const citeOpenSm = (part: string): Citation => ({
  key: "opensm",
  authors: "linux-rdma",
  title: `OpenSM, InfiniBand subnet manager: ${part}`,
  venue: "software, version 3.3.23",
  year: 2020,
});
