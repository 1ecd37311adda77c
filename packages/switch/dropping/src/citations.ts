import type { Citation } from "@fabriclab/spec";

export const iba: Citation = {
  key: "iba",
  authors: "InfiniBand Trade Association",
  title:
    "InfiniBand Architecture Specification, Volume 1: switch and head-of-queue lifetime limits, VLStallCount",
  venue: "Release 1.2",
  year: 2004,
};
