import { FabricError } from "@fabriclab/units";

/** Refuses loads at which a queue has no mean wait, and variations that no distribution has. */
export function checkLoad(load: number, scv = 0): void {
  if (!(load >= 0 && load < 1)) {
    throw new FabricError({
      code: "E_QUEUEING_LOAD",
      message: "A queue has a mean wait only below load 1",
      got: String(load),
      expected: "0 <= load < 1",
    });
  }
  if (!(scv >= 0)) {
    throw new FabricError({
      code: "E_QUEUEING_VARIATION",
      message: "A squared coefficient of variation is not negative",
      got: String(scv),
      expected: "0 or more",
    });
  }
}

/** Refuses numbers of ports or layers that no switch has. */
export function checkCount(what: string, count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new FabricError({
    code: "E_QUEUEING_COUNT",
    message: `A switch has a whole number of ${what}`,
    got: String(count),
    expected: "1 or more",
  });
}
