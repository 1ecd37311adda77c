import { sequential } from "@fabriclab/addressing-sequential";
import { spf } from "@fabriclab/routing-spf";
import { parseOptions } from "@fabriclab/spec";
import { multicastTablesKit, ruleCase } from "@fabriclab/testing-conformance";
import { chain, complete, kimFigure4a, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { fig6like, irregular } from "@fabriclab/topology-irregular";
import { describe, it } from "vitest";
import { multicastSourceTree } from "../src/index.ts";

const cases = [
  chain(4),
  star(5),
  complete(5),
  kimFigure4a(),
  fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
  fig6like.build(parseOptions(fig6like, {})),
  irregular.build(parseOptions(irregular, { hostsPerSwitch: 2 })),
].map((fabric) => ruleCase(fabric, sequential, spf));

multicastTablesKit(multicastSourceTree, cases, { describe, it });
