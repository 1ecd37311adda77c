import {
  designPoints,
  factorsOf,
  runSweep,
  type RunFigures,
  type Shard,
} from "@fabriclab/experiment-sweep";

// A network that saturates above 0.62, instead of an engine.
const figures = ({ runs }: Shard): RunFigures[] =>
  runs.map(({ key, point, seed }) => {
    const saturated = Number(point.levels["load"]) > 0.62;
    return {
      key,
      point: point.index,
      seed,
      status: saturated ? "saturated" : "converged",
      value: saturated ? null : 1,
      ci95: null,
    };
  });

const factors = factorsOf(
  [
    {
      name: "load",
      values: [0.2, 0.5, 0.8].map((load) => ({
        label: load,
        sets: [{ path: "load", value: load }],
      })),
    },
  ],
  { taken: [], columnName: (name) => name },
);
const { saturation, points } = await runSweep(
  {
    factors,
    points: designPoints("grid", factors, { seed: 1 }),
    seed: 1,
    seeds: 1,
    saturation: { factor: "load", resolution: 0.01 },
    identity: "example",
  },
  {
    store: {
      figures: () => Promise.resolve(undefined),
      kept: () => Promise.resolve(new Set()),
    },
    executor: {
      name: "example",
      run(shards, { onEnded }) {
        for (const shard of shards)
          onEnded(shard, { status: "done", figures: figures(shard) });
        return Promise.resolve();
      },
    },
  },
);
console.log(`tried: ${points.map(({ levels }) => levels["load"]).join(" ")}`);
for (const { low, high } of saturation)
  console.log(`not saturated at ${low}, saturated at ${high}`);
