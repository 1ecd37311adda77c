/**
 * What a package is in one sentence: the first of its README, under the title, without marks.
 *
 * @returns undefined where the README does not begin so
 */
export function descriptionOf(readme: string): string | undefined {
  const [, paragraph] = readme.split(/\n{2,}/);
  if (paragraph === undefined || /^[#|<>`-]/.test(paragraph)) return undefined;
  const plain = paragraph
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .trim();
  // The full stop of `et al.` is followed by no capital letter, or by a colon.
  return /^.*?[.!?](?=\s+\p{Lu}|$)/u.exec(plain)?.[0];
}
