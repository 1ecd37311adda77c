// The lane that each service level takes at a host's port with four data lanes, without and with a map.
import { injector } from "@fabriclab/hca-injector";
import { parseOptions } from "@fabriclab/spec";

const levels = [0, 3, 5, 15];
const lanes = 4;
for (const slToVl of [
  undefined,
  Array.from({ length: 16 }, (_, sl) => (sl < 8 ? 0 : 1)),
]) {
  const hca = injector.build(
    parseOptions(injector, {
      sendDelay: "400ns",
      ...(slToVl === undefined ? {} : { slToVl }),
    }),
  );
  console.log(
    `sends ${hca.sendDelay / 1000} ns after birth; ` +
      levels
        .map((sl) => `SL ${sl} on VL ${hca.slToVl?.[sl] ?? sl % lanes}`)
        .join(", "),
  );
}
