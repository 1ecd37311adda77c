import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  hasBrowser,
  openLaboratory,
  said,
  type Laboratory,
} from "./browser.ts";

describe.skipIf(!hasBrowser)("a topology chosen under another engine", () => {
  let lab: Laboratory;
  let page: Page;

  beforeAll(async () => {
    lab = await openLaboratory();
    page = await lab.open();
    await said(page, "16 hosts, 48 cables, routed by ftree");
  });
  afterAll(async () => {
    await lab?.close();
  });

  const choice = (label: string) => page.getByLabel(label, { exact: true });

  it("is routed by minhop where that engine refuses it, and the page says why", async () => {
    await choice("Topology").selectOption("mesh");
    await said(page, "Not by ftree");
    expect(await page.textContent("#status")).toMatch(
      /, routed by minhop\. Not by ftree: .* \(E_FTREE_UNSUPPORTED_FABRIC\)\.$/,
    );
    expect(await page.textContent("#refusal")).toBe("");
    expect(await choice("Engine").inputValue()).toBe("minhop");
    expect(await page.isEnabled("#play")).toBe(true);
  });

  it("keeps the engine that routes it", async () => {
    await choice("Engine").selectOption("xy");
    await said(page, "routed by xy");
    // Of 16 columns, as many as a mesh has unless it is told otherwise.
    await choice("rows").fill("3");
    await choice("rows").dispatchEvent("change");
    await said(page, "48 switches, 48 hosts");
    await said(page, "routed by xy");
    expect(await choice("Engine").inputValue()).toBe("xy");
  });

  it("keeps an engine that is chosen although it refuses the fabric", async () => {
    await choice("Engine").selectOption("ftree");
    await expect
      .poll(() => page.textContent("#refusal"), { timeout: 20_000 })
      .toContain("E_FTREE_UNSUPPORTED_FABRIC");
    expect(await choice("Engine").inputValue()).toBe("ftree");
    expect(lab.complaints).toEqual([]);
  });
});
