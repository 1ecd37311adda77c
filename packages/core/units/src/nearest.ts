/**
 * Number of single-character insertions, deletions, replacements and swaps of neighbours that turn one word into the other
 * (optimal string alignment).
 *
 * Complexity: O(|a|·|b|) time, O(|b|) space.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replace, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * The candidate that a mistyped word most probably means, for "did you mean …"; undefined where none is near enough
 * (more than half of the letters differ, or all; one edit is allowed in words of two and more). Case is ignored unless it alone tells candidates
 * apart. Ties go to the earlier candidate.
 */
export function nearest(
  word: string,
  candidates: readonly string[],
): string | undefined {
  let found: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const longest = Math.max(word.length, candidate.length);
    const distance = Math.min(
      editDistance(word, candidate),
      // Why: half an edit, so that the same letters in another case beat a different letter but lose to an exact match.
      editDistance(word.toLowerCase(), candidate.toLowerCase()) +
        (word === candidate ? 0 : 0.5),
    );
    // Why below `longest`: a word of one letter would be one edit from every other letter, "256X" from "256B".
    if (
      distance < least &&
      distance < longest &&
      distance <= Math.max(1.5, longest / 2)
    ) {
      least = distance;
      found = candidate;
    }
  }
  return found;
}
