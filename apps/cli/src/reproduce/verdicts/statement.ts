import type { Claim } from "@fabriclab/experiment-report";
import type { Finding } from "./rules.ts";

/** A statement of a paper with the rule by which it is judged. */
export interface Statement {
  readonly id: string;
  readonly statement: string;
  /** Where and how the paper says it. */
  readonly paper: string;
  /** What `measured` is. */
  readonly quantity: string;
  readonly criterion: string;
  /** Of `measured`; absent = 1. */
  readonly unit?: string;
  readonly found: Finding;
  /** Findings under other readings of the paper; the verdict is that of `found`. */
  readonly variants?: readonly {
    readonly name: string;
    readonly found: Finding;
  }[];
}

const judged = ({ measured, verdict, why }: Finding) => ({
  measured: measured.value,
  ci95: [measured.low, measured.high] as const,
  verdict,
  why,
});

/** The row of the report. */
export const claimOf = ({
  id,
  statement,
  paper,
  quantity,
  criterion,
  found,
  unit = "1",
  variants = [],
}: Statement): Claim => {
  const { measured, ci95, verdict, why } = judged(found);
  return {
    id,
    statement,
    paper,
    measured,
    unit,
    ci95,
    verdict,
    why,
    quantity,
    criterion,
    ...(variants.length === 0
      ? {}
      : {
          variants: variants.map((variant) => ({
            name: variant.name,
            ...judged(variant.found),
          })),
        }),
  };
};
