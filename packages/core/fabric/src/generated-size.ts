import { FabricError } from "@fabriclab/units";

/**
 * Ports (of switches and hosts) of the largest fabric that a topology generates: 4,194,304. A subnet has 49,151 unicast LIDs.
 *
 * Why so many: the builder's drafts, and the fabric's text as ibnetdiscover prints it, then still fit into Node.js's default heap
 * and its longest string.
 */
export const MAX_GENERATED_PORTS = 2 ** 22;

/** The counts of a fabric that is to be generated. */
export interface GeneratedSize {
  readonly switches: number;
  readonly hosts: number;
  /** Of switches and hosts, cabled or not. */
  readonly ports: number;
}

/**
 * Refuses a fabric before it is begun that would run out of memory.
 *
 * @param refusal code, the parameter that is to blame, and what would fit
 * @throws FabricError of that code, above {@link MAX_GENERATED_PORTS}
 */
export function refuseGeneratedSize(
  { switches, hosts, ports }: GeneratedSize,
  refusal: {
    readonly code: `E_${string}`;
    readonly path: string;
    readonly expected: string;
  },
): void {
  if (ports <= MAX_GENERATED_PORTS) return;
  throw new FabricError({
    code: refusal.code,
    message: `the fabric would have ${ports} ports, and ${MAX_GENERATED_PORTS} are the most that can be generated`,
    where: { path: refusal.path },
    got: `${switches} switches, ${hosts} hosts, ${ports} ports`,
    expected: refusal.expected,
    hint: "a subnet has 49151 unicast LIDs: larger fabrics could not be addressed",
  });
}
