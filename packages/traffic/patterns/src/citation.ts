import type { Citation } from "@fabriclab/spec";

export const dallyTowles2004: Citation = {
  key: "dally-towles2004",
  authors: "W. J. Dally, B. Towles",
  title: "Principles and Practices of Interconnection Networks, section 3.2",
  venue: "Morgan Kaufmann",
  year: 2004,
};
