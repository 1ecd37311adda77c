import { defineTopology } from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";

/** A mesh whose making keeps the process busy, while Ctrl-C is pressed where somebody hears it. */
export const pressing = defineTopology({
  ...mesh,
  name: "pressing",
  build(options) {
    if (process.listenerCount("SIGINT") > 0) {
      process.kill(process.pid, "SIGINT");
      // The system hands the signal over meanwhile; what is computed matters to nobody.
      for (const until = performance.now() + 100; performance.now() < until;);
    }
    return mesh.build(options);
  },
});
