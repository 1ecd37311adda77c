import { FabricError, type Traffic } from "@fabriclab/spec";
import type { Drive } from "./drive.ts";

/** What the finite traffic of a run has to reach, and how far it has come. Endless traffic beside it is left out of account. */
export class FiniteGoal {
  /** Deliveries and drops that are to come, of all finite traffic; undefined where nobody knows. */
  readonly all: number | undefined;
  readonly #drive: Drive;
  /** By the traffic's index: how many are to come; 0 of endless traffic, undefined where nobody knows. */
  readonly #expected: readonly (number | undefined)[];

  /**
   * @param mixed endless traffic runs beside the finite one
   * @throws FabricError `E_SIM_MIXED_TRAFFIC`, where the end of finite traffic beside endless traffic could not be told
   */
  constructor(drive: Drive, mixed: boolean) {
    const { traffic } = drive.composition;
    this.#drive = drive;
    this.#expected = traffic.map(({ finite, expectedDeliveries }) =>
      finite ? expectedDeliveries : 0,
    );
    if (mixed) refuseUncounted(traffic);
    this.all = this.#expected.reduce<number | undefined>(
      (sum, count) =>
        sum === undefined || count === undefined ? undefined : sum + count,
      0,
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
      due[index]! >= (this.#expected[index] ?? Infinity)
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
    const { due } = this.#drive.sums;
    return this.#expected.reduce<number>(
      (sum, count, index) => sum + (count === 0 ? 0 : (due[index] ?? 0)),
      0,
    );
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

function refuseUncounted(traffic: readonly Traffic[]): void {
  const uncounted = traffic.findIndex(
    ({ finite, expectedDeliveries, done }) =>
      finite && expectedDeliveries === undefined && done === undefined,
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
