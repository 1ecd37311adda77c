// Barriers of eight hosts on one HPP switch that lose a tenth of their packets: the timers mend it, and the slow ones show in the percentiles.
import { run } from "../../../traffic/barrier-operation/test/laboratory.ts";

const members = [0, 1, 2, 3, 4, 5, 6, 7];
for (const loss of [0, 0.1]) {
  const { metrics } = await run({ members, barriers: 200, loss });
  const { value = NaN, percentiles = {} } = metrics["barrier.total"] ?? {};
  console.log(
    `loss ${loss}`.padEnd(9),
    `mean ${value.toFixed(0)} ns`.padStart(14),
    ...["50", "90", "99"].map((p) =>
      `p${p} ${(percentiles[p] ?? NaN).toFixed(0)} ns`.padStart(14),
    ),
  );
}
