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

/** Refuses mixes of packets that take no time on a link, or that nobody can send: they have no variation. */
export function checkMix(
  mix: readonly { readonly bytes: number; readonly weight: number }[],
): void {
  const wrong = mix.find(
    ({ bytes, weight }) =>
      !(bytes >= 0 && weight >= 0) || bytes * weight === Infinity,
  );
  if (
    wrong === undefined &&
    mix.some(({ bytes, weight }) => bytes > 0 && weight > 0)
  )
    return;
  const texts = (wrong === undefined ? mix : [wrong]).map(
    ({ bytes, weight }) => `${bytes} bytes of weight ${weight}`,
  );
  throw new FabricError({
    code: "E_QUEUEING_MIX",
    message: "A mix of packets has sizes and weights of 0 or more, some above",
    got: texts.length === 0 ? "no packets" : texts.slice(0, 3).join(", "),
    expected: "a size and a weight above 0, and none below",
  });
}
