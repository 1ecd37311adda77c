// Six frames of one stream, one every 100 ticks of 4 ns from tick 10 on; the third is 40 ticks late.
import { deadline } from "@fabriclab/metrics-deadline";
import { parseOptions } from "@fabriclab/spec";
import {
  writtenContext,
  writtenJournal,
  writtenTraffic,
} from "@fabriclab/testing-conformance";

const arrivals = [90, 150, 350, 450, 550, 600];
for (const origin of ["generation", "first-arrival"]) {
  const metric = deadline.create(
    writtenContext({
      traffic: [
        {
          ...writtenTraffic([2]),
          frames: { streams: 1, periodTicks: 100, packets: () => 1 },
        },
      ],
    }),
    parseOptions(deadline, { origin }),
  );
  metric.observe(
    writtenJournal(
      arrivals.map((time, frame) => ({
        tag: frame,
        birth: 10 + 100 * frame,
        time,
        place: 3,
      })),
    ),
  );
  for (const [name, { value, unit, absent }] of Object.entries(
    metric.result(1),
  ))
    console.log(
      origin.padEnd(13),
      name.padEnd(17),
      absent ?? `${value.toFixed(3)} ${unit}`,
    );
}
