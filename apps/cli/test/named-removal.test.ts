import { FabricBuilder } from "@fabriclab/fabric";
import type { Guid } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { namedRemovals } from "../src/named-removal.ts";

/** A switch with two adapters that call themselves alike, and one that tells no description. */
function odd() {
  const builder = new FabricBuilder("odd");
  const sw = builder.addSwitch("S0", 4, 1n as Guid);
  ["n1 HCA-1", "n1 HCA-1", ""].forEach((name, i) => {
    const host = builder.addHost(name, 1, BigInt(16 + 2 * i) as Guid);
    builder.connect(host, 1, sw, i + 1);
  });
  return builder.build();
}

const refusal = (text: string): string => {
  try {
    namedRemovals(odd(), [text]);
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("--remove", () => {
  it("takes no word for a node without a description", () => {
    for (const word of ["", ":1", "nosuch"])
      expect(refusal(word)).toContain("no such node");
    expect(namedRemovals(odd(), ["0x14"])[0]?.links).toHaveLength(1);
  });

  it("says that several nodes have a name, with a port behind it, too", () => {
    for (const word of ["n1 HCA-1", "n1 HCA-1:1"])
      expect(refusal(word)).toContain("2 nodes have this name");
  });

  it("takes such a node as reports write it", () => {
    const name = "n1 HCA-1 0x0000000000000012";
    const [one, port] = [name, `${name}:1`].map(
      (text) => namedRemovals(odd(), [text])[0]?.links,
    );
    expect(one).toEqual(namedRemovals(odd(), ["0x12"])[0]?.links);
    expect(port).toEqual(one);
  });
});
