import { addressingKit } from "@fabriclab/testing-conformance";
import {
  chain,
  irregularFabric,
  star,
  twoPlanes,
} from "@fabriclab/testing-fabrics";
import { describe, it } from "vitest";
import { opensm } from "../src/index.ts";

const wide = irregularFabric({
  switches: 400,
  ports: 4,
  extraLinks: 0,
  seed: 1,
});
const cases = [
  ...[chain(3), star(4), twoPlanes()].map((fabric) => ({ fabric })),
  { fabric: star(5), options: { lmc: 2 } },
  { fabric: twoPlanes(), options: { lmc: 7 } },
];

addressingKit(
  opensm,
  { cases, tooLarge: [{ fabric: wide, options: { lmc: 7 } }] },
  { describe, it },
);
