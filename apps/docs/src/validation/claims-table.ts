import { measuredText, type KeptClaim, type KeptStudy } from "./kept-claims.ts";

const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** Claims whose verdict is another one in another study of the same paper, in words. */
function otherwise(
  claims: readonly KeptClaim[],
  { command, claims: others }: KeptStudy,
): string {
  const changed = claims.flatMap(({ id, verdict }) => {
    const other = others.find((one) => one.id === id)?.verdict;
    return other === undefined || other === verdict
      ? []
      : [`${id} (${other} there)`];
  });
  return `\`${command}\`: ${changed.length === 0 ? "the same verdicts" : `the same verdicts but for ${changed.join(", ")}`}.`;
}

/** Verdicts counted, then a line for each paper. */
function counts(studies: readonly KeptStudy[]): string[] {
  const line = (name: string, claims: readonly KeptClaim[]): string => {
    const of = (verdict: string): number =>
      claims.filter((claim) => claim.verdict === verdict).length;
    return `| ${name} | ${claims.length} | ${of("reproduced")} | ${of("contradicted")} | ${of("not reproduced")} |`;
  };
  return [
    "| paper | claims | reproduced | contradicted | not reproduced |",
    "| --- | --- | --- | --- | --- |",
    ...studies.map(({ paper, claims }) =>
      line(`[${paper}](/studies/${paper})`, claims),
    ),
    line(
      "all",
      studies.flatMap(({ claims }) => claims),
    ),
    "",
  ];
}

/**
 * The claims of every paper with their numbers, in Markdown.
 *
 * @param kept whole studies first: the first of a paper is the one that counts
 */
export function claimsTables(kept: readonly KeptStudy[]): string[] {
  const first = [...new Set(kept.map(({ paper }) => paper))]
    .sort()
    .flatMap((paper) => kept.filter((one) => one.paper === paper).slice(0, 1));
  return [
    ...counts(first),
    ...first.flatMap((study) => [
      `### ${study.paper}`,
      "",
      `\`${study.command}\`, ${study.runs.toLocaleString("en-US")} runs; [what was run, measured and decided](/studies/${study.paper}).`,
      ...kept
        .filter((one) => one.paper === study.paper && one !== study)
        .map((one) => otherwise(study.claims, one)),
      "",
      "| claim | statement | the paper | measured, 95 % | verdict |",
      "| --- | --- | --- | --- | --- |",
      ...study.claims.map(
        (claim) =>
          `| ${claim.id} | ${cell(claim.statement)} | ${cell(claim.paper)} | ${cell(claim.quantity)}: ${measuredText(claim)} | ${claim.verdict} |`,
      ),
      "",
    ]),
  ];
}
