import { FabricError, type Traffic } from "@fabriclab/spec";
import type { Drive } from "./drive.ts";

/** What the finite traffic of a run has to reach, and how far it has come. Endless traffic beside it is left out of account. */
export class FiniteGoal {
  /** Deliveries and drops that are to come, of all finite traffic; undefined where nobody knows beforehand. */
  readonly declared: number | undefined;
  readonly #drive: Drive;

  /**
   * @param mixed endless traffic runs beside the finite one
   * @throws FabricError `E_SIM_MIXED_TRAFFIC`, where the end of finite traffic beside endless traffic could not be told
   */
  constructor(drive: Drive, mixed: boolean) {
    const { traffic } = drive.composition;
    this.#drive = drive;
    if (mixed) refuseUncounted(traffic);
    this.declared = sum(
      traffic,
      ({ expectedDeliveries }) => expectedDeliveries,
    );
  }

  /**
   * Deliveries and drops that are to come, of all finite traffic; undefined where nobody knows. A guess where they are counted on the way.
   *
   * @param due of an entry, delivered or dropped; Infinity = no guess
   */
  expected(
    due: (index: number) => number = (index) => this.#drive.sums.due[index]!,
  ): number | undefined {
    return sum(this.#drive.composition.traffic, (one, index) =>
      expectedOf(one, due(index)),
    );
  }

  /** Whether all of it has come to its end. @param due packets of each entry that were delivered or dropped, of those that it expects */
  isComplete(due: Float64Array = this.#drive.sums.due): boolean {
    return this.#drive.composition.traffic.every((_, index) =>
      this.#isEntryComplete(index, due),
    );
  }

  #isEntryComplete(index: number, due: Float64Array): boolean {
    const one = this.#drive.composition.traffic[index]!;
    if (!one.finite) return true;
    return (
      one.done?.(due[index]!) ??
      due[index]! >= (expectedOf(one, due[index]!) ?? Infinity)
    );
  }

  /** Whether all that could still send is behind links that are down. */
  isHopeless(): boolean {
    const { changes, composition, sums } = this.#drive;
    return composition.traffic.every(
      ({ streams }, index) =>
        this.#isEntryComplete(index, sums.due) ||
        streams.every(({ source }) => changes.isCutOff(source)),
    );
  }

  /** Packets of it that were delivered or dropped, of those that it expects. */
  settled(): number {
    const { composition, sums } = this.#drive;
    return sum(composition.traffic, (_, index) => sums.due[index])!;
  }

  /** How far it has come: in copies delivered, unless traffic counts otherwise itself. */
  progress(): number {
    const { composition, sums } = this.#drive;
    let sum = 0;
    for (const [index, one] of composition.traffic.entries())
      if (one.finite)
        sum +=
          one.progress?.() ??
          (sums.settled[index] ?? 0) - (sums.dropped[index] ?? 0);
    return sum;
  }
}

const expectedOf = (
  { expectedDeliveries, countDeliveries }: Traffic,
  due: number,
): number | undefined => expectedDeliveries ?? countDeliveries?.(due);

/** Over the finite entries; undefined where one is. */
function sum(
  traffic: readonly Traffic[],
  of: (one: Traffic, index: number) => number | undefined,
): number | undefined {
  let all = 0;
  for (const [index, one] of traffic.entries()) {
    if (!one.finite) continue;
    const count = of(one, index);
    if (count === undefined) return undefined;
    all += count;
  }
  return all;
}

function refuseUncounted(traffic: readonly Traffic[]): void {
  const uncounted = traffic.findIndex(
    ({ finite, expectedDeliveries, countDeliveries, done }) =>
      finite && (expectedDeliveries ?? countDeliveries ?? done) === undefined,
  );
  if (uncounted < 0) return;
  throw new FabricError({
    code: "E_SIM_MIXED_TRAFFIC",
    message:
      "finite traffic beside endless traffic must say how many deliveries it expects",
    where: { path: `traffic[${uncounted}]` },
    expected: "expectedDeliveries",
  });
}
