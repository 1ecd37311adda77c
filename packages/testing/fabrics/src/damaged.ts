import fc from "fast-check";

/** Texts damaged at random: slices are taken out and words, or characters of any kind, put in their place. For readers, which must refuse or read, and never hang. */
export const damaged = (
  text: string,
  words: readonly string[],
): fc.Arbitrary<string> =>
  fc
    .array(
      fc.record({
        at: fc.nat(),
        length: fc.nat({ max: 30 }),
        instead: fc.oneof(
          fc.string({ maxLength: 8 }),
          fc.constantFrom(...words),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((wounds) => {
      let hurt = text;
      for (const { at, length, instead } of wounds) {
        const from = at % (hurt.length + 1);
        hurt = hurt.slice(0, from) + instead + hurt.slice(from + length);
      }
      return hurt;
    });
