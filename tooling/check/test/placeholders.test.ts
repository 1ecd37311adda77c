import { expect, it } from "vitest";
import { placeholderProblems } from "../src/placeholders.ts";

it("finds each sentence that the skeleton left, by its line", () => {
  const readme = `# @fabriclab/x

What it is.

Choose it when …

Not when …

## Limits

…
`;
  expect(placeholderProblems(readme)).toEqual([
    'README.md:5: "Choose it when …" is the skeleton\'s; say for which fabrics or questions it is the right one',
    'README.md:7: "Not when …" is the skeleton\'s; say where another one is better, and which',
    'README.md:11: "…" is the skeleton\'s; write the section, or take its heading out',
  ]);
});

it("lets dots be that stand for output, or end a sentence", () => {
  const readme = `# @fabriclab/x

Choose it when rings are open. The published 3, 5 …

\`\`\`text
first
…
\`\`\`

~~~~text
~~~
…
~~~~
`;
  expect(placeholderProblems(readme)).toEqual([]);
});
