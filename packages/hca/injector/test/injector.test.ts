import { parseOptions } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { injector } from "../src/index.ts";

describe("injector", () => {
  it("adds no delay and no SL-to-VL table unless told to", () => {
    expect(injector.build(injector.params.parse({}))).toEqual({
      name: "injector",
      sendDelay: 0,
      receiveDelay: 0,
    });
  });

  it("takes delays with a unit and a table of 16 lanes", () => {
    const slToVl = Array.from({ length: 16 }, (_, sl) => sl % 3);
    expect(
      injector.build(
        injector.params.parse({
          sendDelay: "400ns",
          receiveDelay: "0.3us",
          slToVl,
        }),
      ),
    ).toEqual({
      name: "injector",
      sendDelay: 400_000,
      receiveDelay: 300_000,
      slToVl,
    });
  });

  it("refuses a delay without a unit and a table of another length", () => {
    expect(injector.params.safeParse({ sendDelay: 400 }).success).toBe(false);
    expect(() => parseOptions(injector, { slToVl: [0, 1] })).toThrow(
      expect.objectContaining({
        expected: "16 entries, one for each SL from 0 to 15",
      }),
    );
  });
});
