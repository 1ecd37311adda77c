/** What a claim may be instead, so that the checks of either outcome are seen. */
const otherwise: Readonly<Record<string, readonly unknown[]>> = {
  aligned: [false, true, {}],
  deadlockFree: [false, { lanes: 1 }],
  exactlyOnce: [false, true],
};

/** Claims in all combinations of yes and no. */
export function claimVariants(
  claims: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] {
  return Object.entries(claims).reduce<Record<string, unknown>[]>(
    (variants, [name, value]) => {
      const values =
        otherwise[name] ??
        (typeof value === "boolean" ? [false, true] : [value]);
      return variants.flatMap((variant) =>
        values.map((other) => ({ ...variant, [name]: other })),
      );
    },
    [{}],
  );
}
