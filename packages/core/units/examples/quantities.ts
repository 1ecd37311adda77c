// Times, sizes and rates as people write them, and what the simulator computes with.
import {
  FabricError,
  formatRate,
  formatTime,
  parseRate,
  parseSize,
  parseTime,
  ps,
} from "@fabriclab/units";

const size = parseSize("4KiB");
const rate = parseRate("2Gb/s");
const wire = ps(Math.ceil((size * rate.num) / rate.den));
console.log(`${size} B at ${formatRate(rate)} take ${formatTime(wire)}`);
console.log(`with 20ns of flight: ${formatTime(ps(wire + parseTime("20ns")))}`);

try {
  parseTime("20nz");
} catch (error) {
  if (!FabricError.is(error)) throw error;
  console.log(`${error.code}: ${error.message} ${error.got}; ${error.hint}`);
}
