import type { Citation } from "@fabriclab/spec";

export const kim2007: Citation = {
  key: "kim2007",
  authors: "Kim, Yum, Das, Yousif, Duato",
  title: "Exploring IBA Design Space for Improved Performance",
  venue: "IEEE Transactions on Parallel and Distributed Systems 18(4)",
  year: 2007,
};
