import type { Citation } from "@fabriclab/spec";

export const vaidya1999: Citation = {
  key: "vaidya1999",
  authors: "A. S. Vaidya, A. Sivasubramaniam, C. R. Das",
  title: "LAPSES: A Recipe for High Performance Adaptive Router Design",
  venue:
    "International Symposium on High-Performance Computer Architecture (HPCA-5)",
  year: 1999,
};
