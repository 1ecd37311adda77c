import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { drawFabric } from "../src/index.ts";

const PODS = 4;
/** Leaves of a pod, aggregation switches of it, and cores that each of these goes to. */
const WIDE = 4;

/** Three levels: every leaf to all aggregation switches of its pod, and those of one number in all pods to the same four cores. */
function podTree(lacks?: { pod: number; leaf: number; agg: number }): Fabric {
  const builder = new FabricBuilder("pods");
  const make = (name: string, count: number) =>
    Array.from({ length: count }, (_, k) =>
      builder.addSwitch(`${name}${String(k).padStart(2, "0")}`, 8),
    );
  const leaves = make("leaf", PODS * WIDE);
  const aggs = make("agg", PODS * WIDE);
  const cores = make("core", WIDE * WIDE);
  const at = <T>(list: readonly T[], k: number): T => {
    const one = list[k];
    if (one === undefined) throw new Error(`no switch ${k}`);
    return one;
  };
  for (let pod = 0; pod < PODS; pod++)
    for (let agg = 0; agg < WIDE; agg++) {
      const middle = at(aggs, pod * WIDE + agg);
      for (let k = 0; k < WIDE; k++) {
        if (lacks?.pod !== pod || lacks.leaf !== k || lacks.agg !== agg)
          builder.connect(
            at(leaves, pod * WIDE + k),
            agg + 1,
            middle,
            WIDE + k + 1,
          );
        builder.connect(middle, k + 1, at(cores, agg * WIDE + k), pod + 1);
      }
    }
  leaves.forEach((leaf, k) =>
    builder.connect(builder.addHost(`host${k}`), 1, leaf, 8),
  );
  return builder.build();
}

/** Numbers of the switches of a layer, from left to right. */
function drawn(fabric: Fabric, layer: string): number[] {
  const svg = drawFabric(fabric, { title: "" });
  return [
    ...svg.matchAll(
      new RegExp(`translate\\((\\S+) \\S+\\)"><title>${layer}(\\d+)[,<]`, "g"),
    ),
  ]
    .map(([, x, number]) => ({ x: Number(x), number: Number(number) }))
    .sort((a, b) => a.x - b.x)
    .map(({ number }) => number);
}

describe("pods of a tree in a drawing", () => {
  it("stand in the order of their numbers, and so do the switches in them", () => {
    const numbers = Array.from({ length: PODS * WIDE }, (_, k) => k);
    for (const layer of ["leaf", "agg", "core"])
      expect(drawn(podTree(), layer)).toEqual(numbers);
  });

  it("keep their switches when one of the cables between them is missing", () => {
    for (let pod = 0; pod < PODS; pod++)
      for (let leaf = 0; leaf < WIDE; leaf++)
        for (let agg = 0; agg < WIDE; agg++) {
          const fabric = podTree({ pod, leaf, agg });
          for (const layer of ["leaf", "agg"]) {
            const pods = drawn(fabric, layer).map((k) => Math.floor(k / WIDE));
            expect(pods, `${layer}: ${pod} ${leaf} ${agg}`).toEqual(
              Array.from({ length: PODS * WIDE }, (_, k) =>
                Math.floor(k / WIDE),
              ),
            );
          }
        }
  });
});
