/**
 * One process: integer arithmetic without memory, so many units of about half a millisecond. Argument: JSON { units, progress }, and a file that tells how many are done.
 *
 * Six chains side by side keep all of a core's arithmetic busy, so that two hardware threads of one core, which a virtual machine may call two cores, show.
 */
import { writeFileSync } from "node:fs";

const { units, progress } = JSON.parse(process.argv[2] ?? "{}") as {
  units: number;
  progress: string;
};

function unit(seed: number): number {
  let [a, b, c, d, e, f] = [seed, 1, 2, 3, 4, 5];
  for (let i = 0; i < 200_000; i++) {
    a = (a + (i ^ (a >> 1))) | 0;
    b = (b + (i ^ (b >> 2))) | 0;
    c = (c + (i ^ (c >> 3))) | 0;
    d = (d + (i ^ (d >> 4))) | 0;
    e = (e + (i ^ (e >> 5))) | 0;
    f = (f + (i ^ (f >> 6))) | 0;
  }
  return a ^ b ^ c ^ d ^ e ^ f;
}

let sum = 0;
for (let at = 1; at <= units; at++) {
  sum ^= unit(at);
  if (at % 25 === 0) writeFileSync(progress, String(at));
}
process.stdout.write(JSON.stringify({ sum }));
