import { destinationOf, type RandomStream } from "@fabriclab/spec";
import { endportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

const hosts = [5, 6, 7].map(endportIx);
const random = {} as RandomStream;
const ask = (to: number) =>
  destinationOf(hosts, { destination: () => to }, 1, random);

describe("the destination that a pattern names", () => {
  it("is the host of that index, or none of a host that stays silent", () => {
    expect([ask(0), ask(2), ask(-1)]).toEqual([5, 7, undefined]);
  });

  it.each([1, 3, 1e6, 0.5, Number.NaN])(
    "is refused where it is %f, of host 1 of 3",
    (to) => {
      expect(() => ask(to)).toThrow(
        expect.objectContaining({ code: "E_SPEC_DESTINATION" }),
      );
    },
  );
});
