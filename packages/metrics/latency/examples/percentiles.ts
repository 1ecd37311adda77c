// A million exponential latencies in a histogram of some kB: percentiles against the closed form.
import { randomStream } from "@fabriclab/kernel";
import { LatencyHistogram } from "@fabriclab/metrics-latency";

const random = randomStream(1, "example");
const histogram = new LatencyHistogram();
const mean = 250_000;
for (let i = 0; i < 1_000_000; i++)
  histogram.record(Math.round(random.exponential() * mean));

for (const share of [0.5, 0.9, 0.99, 0.999]) {
  const exact = -Math.log(1 - share) * mean;
  const off = Math.abs(histogram.quantile(share) / exact - 1);
  console.log(`${share * 100} %: within 1 %: ${off < 0.01}`);
}
console.log("values", histogram.count);
