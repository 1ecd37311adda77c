import { canonicalJson, type Json } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";

describe("canonical JSON", () => {
  it("is the same text of equal values, whatever the order of their keys", () => {
    const text = '{"a":[1,{"c":null,"d":"é"}],"b":true}';
    expect(canonicalJson({ b: true, a: [1, { d: "é", c: null }] })).toBe(text);
    expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
    // Code units, not a language's order.
    expect(canonicalJson({ a: 1, B: 2, 10: 3, 9: 4 })).toBe(
      '{"10":3,"9":4,"B":2,"a":1}',
    );
  });

  it("leaves out what is undefined, and refuses numbers that would come back as null", () => {
    expect(canonicalJson({ a: undefined } as unknown as Json)).toBe("{}");
    for (const value of [Number.NaN, Infinity])
      expect(() => canonicalJson([value])).toThrow(RangeError);
  });
});
