import type { Citation } from "@fabriclab/spec";

export const iba: Citation = {
  key: "iba",
  authors: "InfiniBand Trade Association",
  title:
    "InfiniBand Architecture Specification, Volume 1, section 7.6.9: VL arbitration and prioritization",
  venue: "Release 1.2",
  year: 2004,
};
