// Three packets arrive, one waits too long at the head of its queue: the journal that tells of it, and what the metric makes of it.
import { drops } from "@fabriclab/metrics-drops";
import { DropCause, parseOptions } from "@fabriclab/spec";
import { writtenContext, writtenJournal } from "@fabriclab/testing-conformance";

const metric = drops.create(
  writtenContext(),
  parseOptions(drops, { split: "sl" }),
);
metric.observe(
  writtenJournal([
    { sl: 0 },
    { sl: 0 },
    { sl: 3 },
    { kind: "dropped", cause: DropCause.headLifetime, sl: 3 },
  ]),
);
for (const [name, { value }] of Object.entries(metric.result(1)))
  console.log(name.padEnd(22), value);
