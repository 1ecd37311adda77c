import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric, MetricContext, Stream, Traffic } from "@fabriclab/spec";
import type { Bytes, EndportIx } from "@fabriclab/units";

/** Two switches `L` and `R` on a cable, `L:3` to `R:3`, with the hosts A, B on L and C, D on R. Endports 2, 3, 4, 5. */
export function pair(): Fabric {
  const builder = new FabricBuilder("pair");
  const left = builder.addSwitch("L", 4);
  const right = builder.addSwitch("R", 4);
  for (const [i, name] of ["A", "B", "C", "D"].entries())
    builder.connect(
      i < 2 ? left : right,
      (i % 2) + 1,
      builder.addHost(name),
      1,
    );
  builder.connect(left, 3, right, 3);
  return builder.build();
}

/** A traffic entry as metrics see one: who sends, and how much is to come. */
export function traffic(
  sources: readonly number[],
  finite: Pick<Traffic, "operations" | "expectedDeliveries"> = {},
): Traffic {
  return {
    streams: sources.map((source): Stream => ({
      source: source as EndportIx,
      serviceLevels: [0],
      next: () => false,
    })),
    finite: finite.operations !== undefined,
    maxPacketBytes: 256 as Bytes,
    minPacketBytes: 256 as Bytes,
    ...finite,
  };
}

export function context(extra: Partial<MetricContext> = {}): MetricContext {
  return {
    fabric: pair(),
    tickPs: 4000,
    sources: 4,
    receivers: 4,
    operations: 0,
    hostBytePs: 4000,
    offeredLoad: undefined,
    traffic: [traffic([2, 3, 4, 5])],
    ...extra,
  };
}
