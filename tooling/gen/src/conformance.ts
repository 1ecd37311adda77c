import type { Kind } from "./kinds.ts";

/** The test of a new package, which fails until the algorithm is written. */
export function conformance(kind: Kind, exported: string): string {
  const call =
    kind.define === undefined ? exported : `${exported}.${kind.method}`;
  const given = kind.define === undefined ? kind.takes.length : 3;
  return `import { it } from "vitest";
import { ${exported} } from "../src/index.ts";

it("is written", () => {
  (${call} as (...given: never[]) => unknown)(${Array(given).fill("undefined as never").join(", ")});
});
`;
}
