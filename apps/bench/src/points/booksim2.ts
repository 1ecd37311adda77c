/** One process: runs the packet engine as BookSim2 is configured. Argument: JSON of `BookSimRun`. */
import { runAsBookSim, type BookSimRun } from "../booksim2/model.ts";

const before = process.cpuUsage();
const figures = runAsBookSim(JSON.parse(process.argv[2] ?? "{}") as BookSimRun);
const used = process.cpuUsage(before);
const whole = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    ...figures,
    cpuSeconds: (used.user + used.system) / 1e6,
    processSeconds: (whole.user + whole.system) / 1e6,
  }),
);
