import { refuseParam } from "@fabriclab/spec";
import { z } from "zod";

/** A number of hosts: fixed, or a share of all. */
export type Share = { readonly count: number } | { readonly percent: number };

const PERCENT = /^([0-9]+(?:\.[0-9]+)?)\s*%$/;

function parse(input: number | string): Share | undefined {
  if (typeof input === "number") {
    if (Number.isInteger(input) && input > 0) return { count: input };
    return input > 0 && input < 1 ? { percent: input * 100 } : undefined;
  }
  const text = input.trim();
  if (text === "all") return { percent: 100 };
  const percent = PERCENT.exec(text)?.[1];
  if (percent !== undefined) {
    const value = Number(percent);
    return value > 0 && value <= 100 ? { percent: value } : undefined;
  }
  return /^[0-9]+$/.test(text) && Number(text) > 0
    ? { count: Number(text) }
    : undefined;
}

/**
 * A parameter such as `13`, `"40%"`, `0.4` or `all`. A whole number is a count, so 1 is one host: all of them is `100%` or `all`.
 */
export const shareParam = (what: string) =>
  z
    .union([z.number(), z.string()], { error: "a count or a share" })
    .transform((input, context): Share => {
      const share = parse(input);
      if (share !== undefined) return share;
      refuseParam(context, input, {
        code: "E_MULTICAST_OPERATION_SHARE",
        message: `This is no number of ${what}`,
        got: JSON.stringify(input),
        expected:
          'a count such as 13, a percentage such as "40%", a fraction between 0 and 1, or all',
      });
      return z.NEVER;
    });

/** Hosts that a share of `total` is: the nearest whole number, halves up. 40 % of 128 is 51, 10 % is 13. */
export const hostsOf = (share: Share, total: number): number =>
  "count" in share
    ? share.count
    : Math.round((Number(share.percent.toFixed(9)) * total) / 100);
