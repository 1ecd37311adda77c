import { chain } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { drawFabric, type FabricDrawing } from "../src/index.ts";

const fabric = chain(4);

/** Of a chain of four: its six channels between switches, from the first to the last. */
function drawn(
  values: readonly number[],
  wish: Pick<FabricDrawing, "range" | "unit">,
): { readonly svg: string; readonly said: string[] } {
  const loads = new Float64Array(fabric.portCount);
  let next = 0;
  for (let port = 0; port < fabric.portCount; port++) {
    const node = fabric.portNode[port] ?? 0;
    const peer = fabric.portPeer[port] ?? -1;
    if (node < 4 && peer >= 0 && (fabric.portNode[peer] ?? 0) < 4)
      loads[port] = values[next++] ?? 0;
  }
  const said: string[] = [];
  const svg = drawFabric(fabric, {
    title: "",
    loads,
    ...wish,
    tell: (one) => said.push(one),
  });
  return { svg, said };
}
const steps = (svg: string): number[] =>
  [...svg.matchAll(/class="load-(\d)"/g)].map(([, step]) => Number(step));
/** Labels below the colours. */
const labels = (svg: string): string[] =>
  [...svg.matchAll(/y="47" text-anchor="middle">([^<]*)</g)].map(
    ([, text]) => text ?? "",
  );

const unit = "% of the time";
const close = [30, 30.4, 30.8, 31.2, 31.6, 33];

describe("the colours of loads", () => {
  it("begin at 0 where that tells loads apart, and are labelled where they meet, with their unit once", () => {
    const { svg, said } = drawn([6, 12, 18, 24, 30, 60], {
      unit,
      range: "auto",
    });
    expect(steps(svg)).toEqual([1, 2, 3, 6]);
    expect(labels(svg)).toEqual(["0", "0", "10", "20", "30", "40", "50", "60"]);
    expect(svg.split(`>Colours: ${unit}<`)).toHaveLength(2);
    expect(said).toEqual([]);
  });

  it("begin at the least of close loads, and say so", () => {
    const { svg, said } = drawn(close, { unit, range: "auto" });
    // 30 to 33 in steps of 0.5.
    expect(steps(svg)).toEqual([1, 2, 3, 4, 6]);
    expect(labels(svg)).toEqual([
      ...["0", "30", "30.5", "31", "31.5", "32", "32.5", "33"],
    ]);
    expect(said).toEqual([
      "Colours begin at the least value, not at 0, as all values lie between 30 and 33 % of the time.",
    ]);
    expect(svg).toContain(`>${said[0]}<`);
  });

  it("begin at 0 where that is asked for, and say that they hardly differ", () => {
    const { svg, said } = drawn(close, { unit, range: "zero" });
    expect(steps(svg)).toEqual([6]);
    expect(said).toEqual([
      "Colours hardly differ, as all values lie between 30 and 33 % of the time.",
    ]);
    // Of drawings that nobody asked for a range, such as one of routes, nothing is said.
    expect(drawn(close, { unit }).said).toEqual([]);
  });

  it("leave idle channels aside: they have a line of their own", () => {
    const { svg, said } = drawn([0, 30, 31, 32, 33, 33], {
      unit,
      range: "auto",
    });
    expect(svg).toContain('class="dark"');
    expect(steps(svg)).toEqual([1, 2, 4, 6]);
    expect(said.join()).toContain(
      "as all values above 0 lie between 30 and 33",
    );
  });

  it("hold whole numbers of things, from the least to the greatest", () => {
    const { svg } = drawn([41, 42, 43, 44, 45, 52], {
      unit: "packets",
      range: "auto",
    });
    // Twelve numbers, two in each class.
    expect(labels(svg)).toEqual([
      "0",
      ...["41 to 42", "43 to 44", "45 to 46", "47 to 48", "49 to 50"],
      "51 to 52",
    ]);
    expect(steps(svg)).toEqual([1, 2, 3, 6]);
  });

  it("stay as they are where all loads are equal, or every number has its colour", () => {
    for (const values of [
      [7.5, 7.5, 7.5, 7.5, 7.5, 7.5],
      [5, 6, 5, 6, 5, 6],
    ])
      expect(drawn(values, { unit: "packets", range: "auto" }).said).toEqual(
        [],
      );
  });

  it("have more figures where three would not tell their ends apart", () => {
    const { svg } = drawn([30, 30.01, 30.02, 30.03, 30.04, 30.06], {
      unit,
      range: "auto",
    });
    const found = labels(svg).slice(1);
    expect(found).toEqual([
      ...["30", "30.01", "30.02", "30.03", "30.04", "30.05", "30.06"],
    ]);
  });
});
