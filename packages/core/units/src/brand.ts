import { FabricError } from "./fabric-error.ts";

declare const brand: unique symbol;
type Branded<Name extends string> = number & { readonly [brand]: Name };

/** Picoseconds, an integer. The one type of time outside the kernel. */
export type Ps = Branded<"Ps">;
/** Bytes, an integer. */
export type Bytes = Branded<"Bytes">;
/** Unicast local identifier, 0x0001-0xBFFF. */
export type Lid = Branded<"Lid">;
/** Multicast local identifier, 0xC000-0xFFFE. */
export type Mlid = Branded<"Mlid">;
/** Port number as printed on the switch, 1-254; 0 is a switch's management port. */
export type PortNum = Branded<"PortNum">;
/** Service level, 0-15. */
export type Sl = Branded<"Sl">;
/** Virtual lane, 0-14 for data; 15 is management. */
export type Vl = Branded<"Vl">;
/** LID mask control, 0-7: an endport answers to 2^LMC consecutive LIDs. */
export type Lmc = Branded<"Lmc">;
/** Dense index of a switch, 0 … switchCount-1. */
export type SwitchIx = Branded<"SwitchIx">;
/** Dense index of a host (channel adapter), 0 … hostCount-1. */
export type HostIx = Branded<"HostIx">;
/** Dense index of a node: switches first, then hosts. */
export type NodeIx = Branded<"NodeIx">;
/** Dense index of a physical port over all nodes; also the index of the channel (link direction) that it sends on. */
export type PortIx = Branded<"PortIx">;
/** Dense index of a link (cable). */
export type LinkIx = Branded<"LinkIx">;
/** Dense index of an endport, that is whatever owns a LID: every switch (its port 0) first, then every host port in port order. */
export type EndportIx = Branded<"EndportIx">;

/** Globally unique identifier, 64 bits; a bigint, and only at the border (files, reports). */
export type Guid = bigint;

/** A GUID as InfiniBand's tools print it: `0x` and 16 hexadecimal digits, `0x0000000000200013`. */
export const formatGuid = (guid: Guid): string =>
  `0x${guid.toString(16).padStart(16, "0")}`;

export const UNICAST_LID_MIN = 0x0001;
export const UNICAST_LID_MAX = 0xbfff;
export const MULTICAST_LID_MIN = 0xc000;
export const MULTICAST_LID_MAX = 0xfffe;
/** Multicast LIDs that a subnet has: 16,383. */
export const MLID_CAPACITY = MULTICAST_LID_MAX - MULTICAST_LID_MIN + 1;
/** The LFT entry that means "no path". */
export const NO_PORT = 255;
/** The virtual lane of subnet management. */
export const MANAGEMENT_VL = 15;
export const MAX_LMC = 7;
export const MAX_PORTS = 254;

function ranged<T extends number>(
  code: `E_${string}`,
  what: string,
  min: number,
  max: number,
  hex = false,
) {
  const show = (value: number): string =>
    hex ? `0x${value.toString(16)}` : String(value);
  return (value: number): T => {
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new FabricError({
        code,
        message: `${what} out of range`,
        got: Number.isInteger(value) ? show(value) : String(value),
        expected: `an integer from ${show(min)} to ${show(max)}`,
      });
    }
    return value as T;
  };
}

const MAX = Number.MAX_SAFE_INTEGER;

export const ps = ranged<Ps>("E_UNITS_TIME", "time in picoseconds", 0, MAX);
export const bytes = ranged<Bytes>("E_UNITS_BYTES", "size in bytes", 0, MAX);
export const lid = ranged<Lid>(
  "E_UNITS_LID",
  "unicast LID",
  UNICAST_LID_MIN,
  UNICAST_LID_MAX,
  true,
);
export const mlid = ranged<Mlid>(
  "E_UNITS_MLID",
  "multicast LID",
  MULTICAST_LID_MIN,
  MULTICAST_LID_MAX,
  true,
);
export const portNum = ranged<PortNum>(
  "E_UNITS_PORT",
  "port number",
  0,
  MAX_PORTS,
);
export const sl = ranged<Sl>("E_UNITS_SL", "service level", 0, 15);
export const vl = ranged<Vl>("E_UNITS_VL", "virtual lane", 0, MANAGEMENT_VL);
export const lmc = ranged<Lmc>("E_UNITS_LMC", "LMC", 0, MAX_LMC);
export const switchIx = ranged<SwitchIx>(
  "E_UNITS_INDEX",
  "switch index",
  0,
  2 ** 31 - 1,
);
export const hostIx = ranged<HostIx>(
  "E_UNITS_INDEX",
  "host index",
  0,
  2 ** 31 - 1,
);
export const nodeIx = ranged<NodeIx>(
  "E_UNITS_INDEX",
  "node index",
  0,
  2 ** 31 - 1,
);
export const portIx = ranged<PortIx>(
  "E_UNITS_INDEX",
  "port index",
  0,
  2 ** 31 - 1,
);
export const linkIx = ranged<LinkIx>(
  "E_UNITS_INDEX",
  "link index",
  0,
  2 ** 31 - 1,
);
export const endportIx = ranged<EndportIx>(
  "E_UNITS_INDEX",
  "endport index",
  0,
  2 ** 31 - 1,
);
