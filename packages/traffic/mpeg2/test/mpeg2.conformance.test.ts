import { trafficKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { mpeg2 } from "../src/index.ts";

// 2000 packets of a stream are about 8 groups of pictures whose activities hang together: 80 streams of CoV 0.4 are known to 0.4 / sqrt(80) = 4.5 %.
const burstiness = 0.15;

trafficKit(
  mpeg2,
  [
    { options: { load: 0.01 }, burstiness },
    {
      options: {
        load: 0.01,
        frames: 40,
        pacing: "spread",
        multicast: { share: 0.4 },
      },
    },
    {
      options: {
        load: 0.01,
        headers: "rc",
        mtu: "4KiB",
        multicast: { scheme: "replicated-unicast", share: 1 },
      },
      burstiness,
    },
  ],
  { describe, it },
);
