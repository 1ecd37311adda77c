import { expect, it } from "vitest";
import { linked, withoutVue } from "../src/links.ts";
import { slug } from "../src/slug.ts";

const pages = [
  { file: "apps/docs/guides/audit.md", page: "guides/audit.md" },
  { file: "packages/routing/xy/README.md", page: "packages/routing/xy.md" },
];
const from = "packages/routing/xy/README.md";

it("turns a file's link into its page's, with its anchor", () => {
  expect(
    linked("[a](../../../apps/docs/guides/audit.md#loops)", from, pages).text,
  ).toBe("[a](/guides/audit#loops)");
});

it("takes along other files, and drops a link to what is no file", () => {
  const result = linked(
    "[`a`](examples/path.ts) [b](src) `[c](src)`",
    from,
    pages,
  );
  expect(result.files).toEqual(["packages/routing/xy/examples/path.ts"]);
  expect(result.text).toBe(
    '[`a`](/files/packages/routing/xy/examples/path.ts){target="_self"} b `[c](src)`',
  );
});

it("puts a site's base before links to files, which VitePress leaves as they are", () => {
  expect(linked("[a](examples/path.ts)", from, pages, "/lab/").text).toBe(
    '[a](/lab/files/packages/routing/xy/examples/path.ts){target="_self"}',
  );
});

it("leaves fenced blocks and links to elsewhere alone", () => {
  const text = "[a](https://example.org)\n```md\n[b](src)\n```\n[c](#d)\n";
  expect(linked(text, from, pages).text).toBe(text);
});

it("keeps Vue away from prose: braces, comparisons, comments", () => {
  expect(withoutVue("a {{b}} < c <!-- x -->`{{d}} <e>`")).toBe(
    "a &#123;&#123;b}} &lt; c `{{d}} <e>`",
  );
});

it("makes GitHub's anchors", () => {
  expect(slug("E_CLI_USAGE")).toBe("e_cli_usage");
  expect(slug("Parameters and claims of `xy`")).toBe(
    "parameters-and-claims-of-xy",
  );
});
