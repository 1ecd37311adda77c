import { pathBits } from "@fabriclab/addressing-path-bits";
import { routingKit } from "@fabriclab/testing-conformance";
import {
  chain,
  complete,
  irregularFabric,
  kimFigure4a,
  parallel,
  ring,
  star,
} from "@fabriclab/testing-fabrics";
import { describe, it } from "vitest";
import { multipath } from "../src/index.ts";

const irregular = irregularFabric({
  switches: 8,
  ports: 5,
  extraLinks: 4,
  seed: 1,
});
const cases = [
  chain(3),
  star(4),
  parallel(3),
  ring(5),
  kimFigure4a(),
  complete(4),
  irregular,
].map((fabric) => ({ fabric, addressing: pathBits }));

routingKit(multipath, { cases }, { describe, it });
