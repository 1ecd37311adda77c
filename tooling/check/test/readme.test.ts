import { expect, it } from "vitest";
import { z } from "zod";
import { withGeneratedPart } from "../src/readme.ts";

const plugin = {
  spec: "1",
  kind: "topology",
  name: "ring",
  summary: "Switches in a ring.",
  cites: [
    {
      key: "doe2001",
      authors: "J. Doe",
      title: "Rings",
      venue: "RINGS",
      year: 2001,
      doi: "10.1000/1",
    },
  ],
  params: z.object({
    switches: z
      .int()
      .min(3)
      .max(64)
      .default(8)
      .describe("How many | in all")
      .meta({ unit: "switches" }),
    style: z.enum(["open", "closed"]).describe("Whether the ends meet"),
  }),
  claims: {
    minimal: true,
    lanes: { lanes: 2 },
    hosts: () => 1,
    sizes: () => [],
  },
};

const file = new URL("../README.md", import.meta.url).pathname;

it("adds parameters, claims and references at the end", async () => {
  const text = await withGeneratedPart(
    "# ring\n\nText.\n",
    { ring: plugin },
    file,
  );
  expect(text).toBe(`# ring

Text.

<!-- generated:begin -->

## Parameters and claims of \`ring\`

Switches in a ring. (topology, exported as \`ring\`)

| parameter  | type                   | unit     | default  | meaning               |
| ---------- | ---------------------- | -------- | -------- | --------------------- |
| \`switches\` | integer 3…64           | switches | \`8\`      | How many \\| in all    |
| \`style\`    | \`"open"\` or \`"closed"\` |          | required | Whether the ends meet |

| claim     | value                                                                                       |
| --------- | ------------------------------------------------------------------------------------------- |
| \`minimal\` | yes                                                                                         |
| \`lanes\`   | \`{"lanes":2}\`                                                                               |
| \`hosts\`   | a formula of the parameters; a test compares it with what is built                          |
| \`sizes\`   | the parameters that give a number of hosts; \`fabriclab topology ring --hosts N\` prints them |

## References

- \`doe2001\`: J. Doe. “Rings”. RINGS, 2001. <https://doi.org/10.1000/1>

<!-- generated:end -->
`);
});

it("says what to install for the examples, before anything else", async () => {
  const text = await withGeneratedPart("# x\n", { a: 1 }, file, {
    name: "@fabriclab/x",
    packages: ["@fabriclab/paths", "@fabriclab/x", "zod"],
  });
  expect(text).toBe(`# x

<!-- generated:begin -->

## To run the examples

They import packages that do not come along with this one, and Node.js runs no TypeScript inside \`node_modules\`. Install these and copy the folder; where \`package.json\` says \`"type": "module"\`, Node.js 22.18 or later runs the examples as they are.

\`\`\`sh
npm i @fabriclab/{paths,x} zod
cp -r node_modules/@fabriclab/x/examples .
\`\`\`

## Exports

\`a\`

<!-- generated:end -->
`);
});

it("changes nothing the second time, nor outside its part", async () => {
  const once = await withGeneratedPart("# ring\n", { ring: plugin }, file);
  const more = `${once}\n## After\n`;
  expect(await withGeneratedPart(more, { ring: plugin }, file)).toBe(more);
});

it("lists the exports of a package without plugins", async () => {
  const text = await withGeneratedPart("# x\n", { b: 1, a: 2 }, file);
  expect(text).toContain("`a`, `b`");
});
