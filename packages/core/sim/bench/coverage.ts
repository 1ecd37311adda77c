/**
 * In how many runs of a queue whose mean is known the interval holds it, how many lie below it, and packets a run:
 * `node --conditions=fabriclab-source bench/coverage.ts load=0.8 seeds=400 precision=0.05`.
 */
import { coverage } from "../test/single-queue.ts";

const options = { load: 0.8, seeds: 400, precision: 0.05 };
for (const argument of process.argv.slice(2)) {
  const [key, value] = argument.split("=");
  options[key as keyof typeof options] = Number(value);
}
const { load, seeds, precision } = options;
const { covered, below, packets } = await coverage(load, { precision }, seeds);
console.log(
  `load ${load}, precision ${precision}: ${(covered / seeds).toFixed(3)} of ${seeds} runs hold the mean, ${below} of the other ${seeds - covered} lie below it; ${Math.round(packets / seeds)} packets a run`,
);
