import type { Fabric, PathBits } from "@fabriclab/spec";
import type { PortIx, SwitchIx } from "@fabriclab/units";

const fails = "cycles close, and patterns are those of paths";

/** Routings whose paths by bits are wrong, and nothing else. */
export function brokenPathBits<Made>(
  routing: (name: string, pathBits: (fabric: Fabric) => PathBits) => Made,
): (Made & { readonly fails: string })[] {
  return [
    {
      fails,
      ...routing("open-cycle", () => ({
        bits: 1,
        cycleCount: 1,
        cycles: [
          {
            switches: [0 as SwitchIx, 1 as SwitchIx],
            channels: [0 as PortIx, 0 as PortIx],
          },
        ],
        patterns: () => [],
      })),
    },
    {
      fails,
      ...routing("no-such-path", ({ portStart }) => ({
        bits: 1,
        cycleCount: 0,
        cycles: [],
        // Out of the host's port.
        patterns: (at) => {
          const port = (portStart[at + 1] ?? 0) - (portStart[at] ?? 0);
          return [{ care: 1, value: 0, port, hops: 9 }];
        },
      })),
    },
  ];
}
