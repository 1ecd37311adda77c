// Where the hosts of a 16-host fabric send to, under four patterns.
import { randomStream } from "@fabriclab/kernel";
import { parseOptions, type PatternPlugin } from "@fabriclab/spec";
import {
  bitComplement,
  randomPermutation,
  shift,
  transpose,
} from "@fabriclab/traffic-patterns";

const plugins: readonly PatternPlugin[] = [
  bitComplement,
  transpose,
  shift,
  randomPermutation,
];
for (const plugin of plugins) {
  const random = randomStream(1, "pattern");
  const pattern = plugin.create(16, parseOptions(plugin, {}), random);
  const row = Array.from({ length: 16 }, (_, host) =>
    pattern.destination(host, random),
  );
  console.log(
    plugin.name.padEnd(18),
    row.map((d) => String(d).padStart(2)).join(" "),
  );
}
