import type { Citation } from "@fabriclab/spec";

export const dallyTowles2004: Citation = {
  key: "dally-towles2004",
  authors: "W. J. Dally, B. Towles",
  title: "Principles and Practices of Interconnection Networks, chapter 18",
  venue: "Morgan Kaufmann",
  year: 2004,
};

export const abts2007: Citation = {
  key: "abts2007",
  authors: "D. Abts, D. Weisser",
  title: "Age-based packet arbitration in large-radix k-ary n-cubes",
  venue: "ACM/IEEE Conference on Supercomputing (SC07)",
  year: 2007,
};
