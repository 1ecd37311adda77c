import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  hasBrowser,
  openLaboratory,
  said,
  type Laboratory,
} from "./browser.ts";

describe.skipIf(!hasBrowser)("what is said of an earlier question", () => {
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

  const shown = (selector: string) =>
    expect.poll(() => page.textContent(selector), {
      timeout: 20_000,
      interval: 100,
    });

  it("goes when a group of other hosts is asked for", async () => {
    await page.getByText("Tree of a multicast group").click();
    const ask = async (hosts: string): Promise<void> => {
      await page.fill("#members", hosts);
      await page.getByRole("button", { name: "Show its tree" }).click();
    };
    const panel = "details:has(#members)";
    await ask("99");
    await shown(panel).toContain("No hosts: 99");
    // ftree's paths from the first host to the second switch's hosts part and meet again.
    await ask("1-4");
    await shown("#refusal").toContain("their union would deliver twice");
    await shown(panel).not.toContain("No hosts");
    await ask("98");
    await shown(panel).toContain("No hosts: 98");
    expect(await page.textContent("#refusal")).toBe("");
  });

  it("stays when a file is wanted for a fabric and none is open, and the page says what to do", async () => {
    const topology = page.getByLabel("Topology", { exact: true });
    await topology.selectOption("");
    await said(page, "Open the file of a fabric");
    expect(await page.textContent("#refusal")).toBe("");
    expect(await topology.inputValue()).toBe("fat-tree");
    expect(await page.isEnabled("#play")).toBe(true);
    expect(lab.complaints).toEqual([]);
  });
});
