import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { withPolicy } from "../src/policy.ts";
import { siteProblems } from "../src/site-check.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-site-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const html = (head: string, body: string): string =>
  `<html><head>${head}</head><body>${body}</body></html>`;

it("finds what is loaded from elsewhere, dead links, dead anchors and pages without a policy", () => {
  mkdirSync(join(folder, "sub"));
  writeFileSync(
    join(folder, "good.html"),
    withPolicy(
      html("", '<h1 id="here">x</h1><a href="/sub/#there">y</a>'),
      "good",
    ),
  );
  writeFileSync(
    join(folder, "sub/index.html"),
    withPolicy(
      html(
        '<script src="https://example.org/x.js"></script>',
        '<a href="../good#nowhere">a</a><a href="gone">b</a><a href="https://example.org">c</a>',
      ),
      "sub",
    ),
  );
  writeFileSync(join(folder, "bare.html"), html("", ""));
  expect(siteProblems(folder)).toEqual([
    "bare.html: no content security policy",
    "good.html: no anchor for /sub/#there",
    'sub/index.html: loads from elsewhere: <script src="https://example.org/x.js">',
    "sub/index.html: no anchor for ../good#nowhere",
    "sub/index.html: no file for gone",
  ]);
});

it("takes links to a site under another path, and no others", () => {
  const lab = mkdtempSync(join(folder, "lab-"));
  writeFileSync(
    join(lab, "index.html"),
    withPolicy(
      html("", '<a href="/lab/">a</a><a href="/">b</a><a href="./">c</a>'),
      "index",
    ),
  );
  expect(siteProblems(lab, "/lab/")).toEqual(["index.html: no file for /"]);
});

it("allows an inline script by its hash: sha256 of `alert(1)`", () => {
  expect(withPolicy(html("<script>alert(1)</script>", ""), "page")).toContain(
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  );
});

it("refuses a style attribute, which the policy would forbid, and a page without a head", () => {
  expect(() => withPolicy(html("", '<p style="color:red">'), "page")).toThrow(
    "style attribute",
  );
  expect(() => withPolicy("<p>", "page")).toThrow("no <head>");
});
