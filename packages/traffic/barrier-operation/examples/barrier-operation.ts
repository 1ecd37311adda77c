// A barrier of 15 leaves and a parent port in one idle HPP switch; then with packets of 256 bytes at full load beside 16 groups of barriers; then
// of 1,024 nodes, whose adapters take 400 ns each way.
import { run, ibft } from "./laboratory.part.ts";
import { use } from "@fabriclab/sim";
import { singleLid } from "@fabriclab/routing-single-lid";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";

const show = async (
  what: string,
  result: ReturnType<typeof run>,
): Promise<void> => {
  const { metrics } = await result;
  const ns = (name: string): string =>
    (metrics[name]?.value ?? NaN).toFixed(1).padStart(9);
  console.log(
    what,
    ns("barrier"),
    ns("barrier.combine"),
    ns("barrier.distribute"),
    ns("barrier.total"),
  );
};

console.log("ns                        barrier   combine distribute   total");
await show("one switch, idle    ", run({ parent: 15, barriers: 10 }));
const full = {
  ...use(poisson, { load: 1, size: "256B", sl: [0, 1, 2], slChoice: "random" }),
  pattern: use(uniform),
};
await show(
  "one switch, loaded  ",
  run({ parent: 15, groups: 16, barriers: 20 }, { beside: [full] }),
);
await show(
  "1,024 nodes         ",
  run(
    { barriers: 2, ack: "3us", statistics: "total" },
    {
      fabric: ibft(16, 3),
      routing: singleLid,
      flight: 40_000,
      adapter: 400_000,
      checked: false,
    },
  ),
);
