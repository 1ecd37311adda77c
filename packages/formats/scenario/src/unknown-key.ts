import { FabricError, nearest, type ErrorPlace } from "@fabriclab/spec";

/**
 * The refusal of a key that nobody has.
 *
 * @param path as it was written
 * @param candidates the keys that there are, among which the one that was meant is looked for
 * @param key the part of the path that is unknown
 * @param meant the one that was meant, where that is known
 */
export const unknownKey = (
  path: string,
  candidates: readonly string[],
  key: string,
  where: ErrorPlace,
  meant?: string,
): FabricError => {
  const close = meant ?? nearest(key, candidates);
  return new FabricError({
    code: "E_SCENARIO_UNKNOWN_KEY",
    message: `There is no key ${path}.`,
    where,
    got: path,
    expected: `one of ${candidates.join(", ")}`,
    ...(key === "kind"
      ? {
          hint: "a part is named by its own key, such as routing=…, traffic[0].kind=…",
        }
      : close === undefined
        ? {}
        : { hint: `did you mean ${close}?` }),
  });
};
