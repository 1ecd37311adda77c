/**
 * The page's style sheet. Verdicts are told apart by word and mark as well as colour; contrast is at least 4.5 : 1. Wide tables and
 * figures scroll in a frame of their own; in the dark, figures stay on white. In print, figures and rows are not broken and links need no colour.
 */
export const STYLE = `
:root { color-scheme: light dark; font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 15px; line-height: 1.45; color: #1a1a1a; background: #fff; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin-bottom: 0.25rem; }
h2 { font-size: 1.25rem; margin-top: 2.5rem; border-bottom: 2px solid #ccc; }
.citation, .paper, .criterion, caption, figcaption { color: #4a4a4a; font-size: 0.88rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; list-style: none; padding: 0; }
a { color: #005a8c; }
.wide { overflow-x: auto; margin: 1rem 0 1.75rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
caption { text-align: left; padding-bottom: 0.35rem; }
th, td { border: 1px solid #ccc; padding: 0.35rem 0.5rem; text-align: left; vertical-align: top; }
thead th { background: #f1f1f1; }
td p { margin: 0 0 0.4rem; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.claims th[scope=row] { white-space: nowrap; }
.verdict { display: inline-block; padding: 0.05rem 0.5rem; border-radius: 0.6rem; font-weight: bold; white-space: nowrap; border: 1px solid; }
.verdict::before { content: "? "; }
.verdict.reproduced { color: #00563f; background: #e0f3ec; }
.verdict.reproduced::before { content: "\\2713  "; }
.verdict.not-reproduced { color: #5c4600; background: #fbf1d0; }
.verdict.contradicted { color: #8c2f00; background: #fde5d8; }
.verdict.contradicted::before { content: "\\2717  "; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
figure.natural svg { max-width: none; }
pre { background: #f5f5f5; padding: 0.75rem; overflow-x: auto; }
@media screen and (max-width: 40rem) {
  body { padding: 0.75rem 0.75rem 3rem; }
  figure { margin: 1.5rem 0; }
  figure svg { min-width: 40rem; }
}
@media screen and (prefers-color-scheme: dark) {
  :root { color: #e6e6e6; background: #16181b; }
  h2, th, td { border-color: #4b5056; }
  thead th, pre { background: #24282d; }
  .citation, .paper, .criterion, caption, figcaption { color: #b4b9bf; }
  a { color: #7cc4ef; }
  figure svg { color: #1a1a1a; background: #fff; border-radius: 0.4rem; }
  .verdict.reproduced { color: #8fe0c0; background: #0f3226; }
  .verdict.not-reproduced { color: #f1d27a; background: #3a2f0c; }
  .verdict.contradicted { color: #ffb394; background: #43200f; }
}
@media print {
  :root { font-size: 11px; }
  body { max-width: none; padding: 0; }
  nav { display: none; }
  .wide { overflow: visible; }
  figure.natural svg { max-width: 100%; }
  figure, tr { break-inside: avoid; }
  h2 { break-after: avoid; }
  .verdict { background: none; }
}
`;
