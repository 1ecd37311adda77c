import { measuredScript } from "../child.ts";
import { median, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/sixth.ts", import.meta.url);

/** V8 specialises compiled code on what it saw first: the sixth configuration of a process must not pay for the five before it. */
export const sixth: Suite = {
  name: "sixth",
  summary:
    "the sixth configuration run in one process against the same in a fresh one",
  async *run({ quick, rounds }) {
    const alone: number[] = [];
    const after: number[] = [];
    const hops = quick ? 6e6 : 16e6;
    for (let round = 0; round < (quick ? 1 : rounds); round++) {
      alone.push(
        (
          await measuredScript<{ nsPerHop: number }>(script, {
            after: false,
            hops,
          })
        ).nsPerHop,
      );
      after.push(
        (
          await measuredScript<{ nsPerHop: number }>(script, {
            after: true,
            hops,
          })
        ).nsPerHop,
      );
    }
    yield {
      suite: "sixth",
      name: "16x16 mesh, 256 B, load 0.15",
      figures: {
        "alone ns/hop": median(alone),
        "sixth ns/hop": median(after),
        "sixth / alone": median(after.map((ns, i) => ns / (alone[i] ?? NaN))),
      },
      targets: [{ figure: "sixth / alone", atMost: 1.2 }],
    } satisfies Row;
  },
};
