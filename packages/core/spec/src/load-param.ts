import { z } from "zod";
import { flagParam } from "./params.ts";
import { refuseParam } from "./refuse-param.ts";

/** More than twice the host link is no experiment; it is a percentage written as a number. */
const MOST_OVERLOAD = 2;

/**
 * The offered load of a host as a fraction of its link's data rate: above 0, at most 2. That a load above 1 is meant is asked by `overloadCheck`.
 *
 * @param code the plugin's own error code, such as `E_POISSON_LOAD`
 */
export const loadParam = (code: `E_${string}`) =>
  z
    .number()
    .superRefine((value, context) => {
      if (value > 0 && value <= MOST_OVERLOAD) return;
      refuseParam(context, value, {
        code,
        message: "The load is a fraction of the host link's data rate",
        got: String(value),
        expected: `more than 0, at most 1 (${MOST_OVERLOAD} with overload: true)`,
        ...(value > MOST_OVERLOAD && value <= 100
          ? { hint: `${value} % is written ${value / 100}` }
          : {}),
      });
    })
    .meta({ unit: "1" });

/** The parameter that allows a load above 1. */
export const overloadParam = () =>
  flagParam(false).describe(
    `the load may be above 1, up to ${MOST_OVERLOAD}: the host's own link is overloaded, so that its source never idles`,
  );

/**
 * For `superRefine` of a parameter table with `load` and `overload`: refuses a load above 1 unless `overload` says that it is meant.
 *
 * @param code as for `loadParam`
 */
export const overloadCheck =
  (code: `E_${string}`) =>
  (
    { load, overload }: { readonly load: number; readonly overload: boolean },
    context: z.RefinementCtx,
  ): void => {
    if (load <= 1 || overload) return;
    refuseParam(
      context,
      load,
      {
        code,
        message: "A load above 1 is more than the host's link can carry",
        got: String(load),
        expected: "more than 0, at most 1",
        hint: "write overload: true beside it where the host's own link is meant to be overloaded",
      },
      ["load"],
    );
  };
