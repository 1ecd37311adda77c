import { FabricError } from "@fabriclab/spec";

/** One dimension of a torus or mesh. */
export interface Dimension {
  readonly radix: number;
  /** Its last switch is cabled to its first. */
  readonly wraps: boolean;
}

/** A link whose place in the torus is known: from the seed's common switch one step along a dimension. */
export interface SeedLink {
  readonly dimension: number;
  readonly step: 1 | -1;
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

export interface Seed {
  readonly links: readonly SeedLink[];
  /** Dimension -> by how much the origin lies beyond the common switch. */
  readonly datelines: readonly number[];
}

/** What a torus-2QoS.conf says. */
export interface TorusConf {
  readonly dimensions: readonly Dimension[];
  readonly seeds: readonly Seed[];
}

const AXES = "xyz";
const RADIX = /^(\d+)([mMtT]?)$/;
const LINK = /^([xyz])([pm])_link$/;
const DATELINE = /^([xyz])_dateline$/;

/**
 * Reads the configuration of OpenSM's torus-2QoS. `torus` or `mesh`, `?p_link`, `?m_link`, `?_dateline`, `next_seed` and comments are understood;
 * `portgroup_max_ports` and `max_changes`, which change no route, are passed over; all else is refused.
 *
 * @throws FabricError E_TORUS_2QOS_CONF with the line
 */
export function readConf(text: string): TorusConf {
  let dimensions: Dimension[] | undefined;
  const seeds: { links: SeedLink[]; datelines: number[] }[] = [
    { links: [], datelines: [0, 0, 0] },
  ];
  for (const [index, raw] of text.split("\n").entries()) {
    const words = raw.replace(/#.*/, "").trim().split(/\s+/);
    const [key = "", ...rest] = words;
    if (key === "") continue;
    const refuse = (expected: string): never => {
      throw new FabricError({
        code: "E_TORUS_2QOS_CONF",
        message: "the configuration of torus-2qos cannot be read",
        where: { path: "routing.conf", line: index + 1 },
        got: raw.trim(),
        expected,
      });
    };
    const seed = seeds.at(-1);
    const link = LINK.exec(key);
    const dateline = DATELINE.exec(key);
    if (key === "torus" || key === "mesh") {
      if (dimensions !== undefined) refuse("one line `torus` or `mesh`");
      if (rest.length < 1 || rest.length > 3) refuse(`${key} 4 4 1`);
      dimensions = rest.map((word) => {
        const [, digits = "", kind = ""] = RADIX.exec(word) ?? [];
        const radix = Number(digits);
        if (radix < 1 || radix > 4096)
          refuse("radixes from 1 to 4096, each with t or m behind it or not");
        const wraps = kind === "" ? key === "torus" : /t/i.test(kind);
        // Two switches in a ring are joined by two parallel cables, and by no other way round.
        return { radix, wraps: wraps && radix > 2 };
      });
    } else if (link !== null) {
      const [from = "", to = ""] = rest;
      if (rest.length !== 2) refuse(`${key} and two switches`);
      seed?.links.push({
        dimension: AXES.indexOf(link[1] ?? ""),
        step: link[2] === "p" ? 1 : -1,
        from,
        to,
        line: index + 1,
      });
    } else if (dateline !== null) {
      if (!/^-?\d+$/.test(rest.join(" "))) refuse(`${key} and a whole number`);
      if (seed !== undefined)
        seed.datelines[AXES.indexOf(dateline[1] ?? "")] = Number(rest[0]);
    } else if (key === "next_seed")
      seeds.push({ links: [], datelines: [0, 0, 0] });
    else if (key !== "portgroup_max_ports" && key !== "max_changes")
      refuse(
        "torus, mesh, ?p_link, ?m_link, ?_dateline, next_seed, portgroup_max_ports or max_changes (port_order is not offered)",
      );
  }
  if (dimensions === undefined)
    throw new FabricError({
      code: "E_TORUS_2QOS_CONF",
      message: "the configuration of torus-2qos names no dimensions",
      where: { path: "routing.conf" },
      got: "no line `torus` or `mesh`",
      expected: "torus 4 4 1",
    });
  return { dimensions, seeds };
}
