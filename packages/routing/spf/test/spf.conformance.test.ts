import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import {
  chain,
  complete,
  kimFigure4a,
  parallel,
  ring,
  star,
} from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { fig6like, irregular } from "@fabriclab/topology-irregular";
import { describe, it } from "vitest";
import { spf } from "../src/index.ts";

const cases = [
  chain(3),
  star(4),
  ring(5),
  complete(4),
  parallel(3),
  kimFigure4a(),
  fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
  fig6like.build(parseOptions(fig6like, {})),
  irregular.build(
    parseOptions(irregular, { hostsPerSwitch: 2, parallel: true }),
  ),
].map((fabric) => ({ fabric, addressing: sequential }));

routingKit(spf, { cases }, { describe, it });
