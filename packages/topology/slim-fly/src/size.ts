import { refuseGeneratedSize } from "@fabriclab/fabric";
import { FabricError } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { primePower } from "./field.ts";

/** What names a Slim Fly; see the parameters of `slim-fly`. */
export interface SlimFlySize {
  /** q: elements of the field. */
  readonly order: number;
  /** p of Besta and Hoefler; 0 = half as many as a switch has cables to others, rounded up. */
  readonly hostsPerSwitch: number;
}

/** δ of q = 4w + δ: -1, 0 or 1 of all prime powers but 2. */
export const deltaOf = (order: number): number => ((order + 1) % 4) - 1;

/** Cables of a switch to others: (3q - δ) / 2. */
export const degreeOf = ({ order }: Pick<SlimFlySize, "order">): number =>
  (3 * order - deltaOf(order)) / 2;

export const perSwitch = (size: SlimFlySize): number =>
  size.hostsPerSwitch === 0
    ? Math.ceil(degreeOf(size) / 2)
    : size.hostsPerSwitch;

export const switchesOf = ({ order }: Pick<SlimFlySize, "order">): number =>
  2 * order * order;

export const hostsOf = (size: SlimFlySize): number =>
  perSwitch(size) * switchesOf(size);

export const linksOf = (size: SlimFlySize): number =>
  hostsOf(size) + (switchesOf(size) * degreeOf(size)) / 2;

export const portsOf = (size: SlimFlySize): number =>
  perSwitch(size) + degreeOf(size);

/** Whether there is a Slim Fly of that field. */
export const isOrder = (order: number): boolean =>
  order > 2 && primePower(order) !== undefined;

/** @throws FabricError E_SLIM_FLY_ORDER */
export function checkOrder(order: number): void {
  if (!isOrder(order))
    throw new FabricError({
      code: "E_SLIM_FLY_ORDER",
      message:
        "a Slim Fly is made of a field, and no field has so many elements",
      where: { path: "order" },
      got: String(order),
      expected: `a power of a prime from 3 on, such as ${near(order).join(" or ")}`,
    });
}

/** @throws FabricError E_SLIM_FLY_ORDER, E_SLIM_FLY_PORTS or E_SLIM_FLY_TOO_LARGE */
export function checkSize(size: SlimFlySize): void {
  checkOrder(size.order);
  const ports = portsOf(size);
  if (ports > MAX_PORTS)
    throw new FabricError({
      code: "E_SLIM_FLY_PORTS",
      message: "a switch has fewer ports than cables",
      where: { path: size.hostsPerSwitch === 0 ? "order" : "hostsPerSwitch" },
      got: `${ports} cables: ${perSwitch(size)} hosts, ${degreeOf(size)} switches`,
      expected: `at most ${MAX_PORTS}`,
      hint: "lower hostsPerSwitch or order",
    });
  const switches = switchesOf(size);
  const hosts = hostsOf(size);
  refuseGeneratedSize(
    { switches, hosts, ports: switches * ports + hosts },
    {
      code: "E_SLIM_FLY_TOO_LARGE",
      path: "order",
      expected: "a smaller order, or fewer hosts at each switch",
    },
  );
}

/** The nearest orders below and above one that is none. */
function near(order: number): number[] {
  let below = order;
  while (below > 3 && !isOrder(below)) below--;
  let above = Math.max(3, order);
  while (!isOrder(above)) above++;
  return isOrder(below) && below !== above ? [below, above] : [above];
}
