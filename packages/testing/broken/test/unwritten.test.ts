import { routingChecks } from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";
import { brokenRoutings, unwrittenRouting } from "../src/index.ts";
import { failing } from "./failing.ts";

describe("a package as the generator leaves it", () => {
  it("says what to write where a generated package is not written yet", () => {
    const setup = brokenRoutings[0]?.setup ?? { cases: [] };
    const failures = failing(routingChecks(unwrittenRouting, setup));
    expect(failures.length).toBeGreaterThan(5);
    for (const { message } of failures) {
      expect(message).toContain("is not written yet (E_UNWRITTEN_NOT_WRITTEN)");
      expect(message).toContain("to do: write src/unwritten.ts");
    }
  });
});
