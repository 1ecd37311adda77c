import { parseOptions } from "@fabriclab/spec";
import { iba } from "@fabriclab/switch-iba";

// A packet of 1024 bytes with a UD header of 34 on links of 4 ns a byte and 20 ns of flight.
const options = parseOptions(iba, {});
for (const switches of [1, 4]) {
  const time = iba.claims.zeroLoad({
    bytes: 1058,
    bytePs: 4000,
    flightPs: 20_000,
    switches,
    options,
  });
  console.log(`${time / 1000} ns through ${switches} switches`);
}
