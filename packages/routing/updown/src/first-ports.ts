import type { SwitchIx } from "@fabriclab/units";

/** Switch -> number of the port by which it sends packets for switch `to`; 255 (`NO_PORT`) at `to` itself and where there is no path. */
export type FirstPorts = (to: SwitchIx) => Uint8Array;
