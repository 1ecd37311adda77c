import { excerpt, FabricError } from "@fabriclab/spec";
import type {
  BoardDefinition,
  BuiltSystem,
  InstanceDefinition,
  LinkDefinition,
  SystemChip,
  SystemDefinition,
  SystemPin,
} from "./system-definition.ts";

/** Why: boards in boards in boards grow without bound, and the largest director has a few hundred chips. */
const MOST_CHIPS = 10_000;

/**
 * Puts a system together from its boards.
 *
 * @param modifiers board's path -> modifier, as a `CFG:` section says: `R` leaves a board out, `12x` takes `BOARD:12x`
 * @throws FabricError E_IBDM_SYSTEM where the definition does not hold together, or a modifier fits nothing
 */
export function buildSystem(
  system: SystemDefinition,
  modifiers: ReadonlyMap<string, string> = new Map(),
): BuiltSystem {
  const chips: SystemChip[] = [];
  const cables: [SystemPin, SystemPin][] = [];
  const used = new Set<string>();
  const ports = build(system.top, "", []);
  for (const [board] of modifiers)
    if (!used.has(board))
      throw wrong(system, `it has no board ${board}`, [...used].join(", "));
  return { chips, cables, ports };

  function build(
    board: BoardDefinition,
    prefix: string,
    above: readonly BoardDefinition[],
  ): Map<string, SystemPin> {
    if (above.includes(board))
      throw wrong(system, "a board holds itself", "boards that end in chips");
    const inside = new Map<string, (pin: string) => SystemPin | undefined>();
    for (const one of board.instances) {
      const path = `${prefix}${one.name}`;
      const pins = instance(one, path, [...above, board]);
      if (pins !== undefined) inside.set(one.name, pins);
    }
    const out = new Map<string, SystemPin>();
    const cabled = new Set<string>();
    for (const one of board.instances) {
      const pins = inside.get(one.name);
      if (pins === undefined) continue;
      for (const link of one.links) {
        const here = pins(link.pin);
        // Why not refused: a board of another make has other ports, and the links that its system has for those lead nowhere.
        if (here === undefined) continue;
        const there = reach(inside, board, link, prefix);
        if (there === undefined) continue;
        if (typeof there === "string") out.set(there, rated(here, link));
        else {
          const ends = [here, there].map((pin) => `${pin.path} ${pin.num}`);
          const key = ends.sort().join(" ");
          if (!cabled.has(key))
            cables.push([rated(here, link), rated(there, link)]);
          cabled.add(key);
        }
      }
    }
    return out;
  }

  function instance(
    one: InstanceDefinition,
    path: string,
    above: readonly BoardDefinition[],
  ): ((pin: string) => SystemPin | undefined) | undefined {
    const { chip } = one;
    if (chip !== undefined) {
      if (chips.length === MOST_CHIPS)
        throw wrong(system, "it has too many chips", `at most ${MOST_CHIPS}`);
      chips.push({ path, ...chip });
      return (pin) => {
        if (
          !/^\d{1,3}$/.test(pin) ||
          Number(pin) < 1 ||
          Number(pin) > chip.ports
        )
          throw wrong(
            system,
            `${path} has no port ${pin} (line ${one.place.line})`,
            `1 to ${chip.ports}`,
          );
        const num = Number(pin);
        return { path, num, width: undefined, speed: undefined };
      };
    }
    used.add(path);
    const modifier = modifiers.get(path);
    if (modifier === "R") return undefined;
    const name = one.board ?? "";
    const modified = modifier === undefined ? name : `${name}:${modifier}`;
    const definition = system.boards.get(modified);
    if (definition === undefined)
      throw wrong(
        system,
        `there is no board ${modified} for ${path} (line ${one.place.line})`,
        [...system.boards.keys()].join(", "),
      );
    const ports = build(definition, `${path}/`, above);
    return (pin) => ports.get(pin);
  }

  function reach(
    inside: ReadonlyMap<string, (pin: string) => SystemPin | undefined>,
    board: BoardDefinition,
    { port, peer, peerPin }: LinkDefinition,
    prefix: string,
  ): SystemPin | string | undefined {
    if (port !== undefined) return port;
    if (!board.instances.some(({ name }) => name === peer))
      throw wrong(
        system,
        `a link leads to ${prefix}${peer ?? ""}, which is not there`,
        board.instances.map(({ name }) => name).join(", "),
      );
    return inside.get(peer ?? "")?.(peerPin ?? "");
  }
}

/** What stands at the lower level holds before what stands above it. */
const rated = (
  pin: SystemPin,
  { width, speed }: LinkDefinition,
): SystemPin => ({
  ...pin,
  width: pin.width ?? width,
  speed: pin.speed ?? speed,
});

const wrong = (
  system: SystemDefinition,
  message: string,
  expected: string,
): FabricError =>
  new FabricError({
    code: "E_IBDM_SYSTEM",
    message: `the system ${system.names[0] ?? ""} cannot be put together: ${message}`,
    got: excerpt(system.names.join(","), 200),
    expected: excerpt(expected, 200) || "none",
  });
