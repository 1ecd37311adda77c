// The checks of a routing without a test runner: one that sends everything out of port 1.
import { FabricBuilder } from "@fabriclab/fabric";
import { defineRouting } from "@fabriclab/spec";
import {
  ConformanceFailure,
  routingChecks,
} from "@fabriclab/testing-conformance";
import { z } from "zod";

const hopeful = defineRouting({
  name: "hopeful",
  summary: "Everything out of port 1.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "any",
    minimal: true,
    deadlockFree: { lanes: 1 },
    adaptive: false,
    toleratesFaults: true,
  },
  create: () => ({
    candidates(_at, _lid, out) {
      out[0] = 1;
      return 1;
    },
  }),
});

const builder = new FabricBuilder("pair");
const [a, b] = [builder.addSwitch("A", 2), builder.addSwitch("B", 2)];
builder.connect(a, 1, b, 1);
builder.connect(a, 2, builder.addHost("HA"), 1);
builder.connect(b, 2, builder.addHost("HB"), 1);

for (const check of routingChecks(hopeful, {
  cases: [{ fabric: builder.build() }],
})) {
  try {
    check.run();
    console.log(`ok      ${check.name}`);
  } catch (error) {
    if (!(error instanceof ConformanceFailure)) throw error;
    console.log(`not ok  ${error.message}`);
  }
}
