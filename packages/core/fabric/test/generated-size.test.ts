import { MAX_GENERATED_PORTS, refuseGeneratedSize } from "@fabriclab/fabric";
import { describe, expect, it } from "vitest";

const refusal = {
  code: "E_TEST_TOO_LARGE",
  path: "levels",
  expected: "fewer",
} as const;

describe("the size of a generated fabric", () => {
  it("may be the limit itself and not a port more", () => {
    const size = { switches: 3, hosts: 7, ports: MAX_GENERATED_PORTS };
    expect(() => refuseGeneratedSize(size, refusal)).not.toThrow();
    expect(() =>
      refuseGeneratedSize({ ...size, ports: MAX_GENERATED_PORTS + 1 }, refusal),
    ).toThrow(
      expect.objectContaining({
        code: "E_TEST_TOO_LARGE",
        where: { path: "levels" },
        got: "3 switches, 7 hosts, 4194305 ports",
        expected: "fewer",
      }),
    );
  });
});
