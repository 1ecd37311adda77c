import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "../../../cli/test/command.ts";
import { fromHash } from "../src/page/share.ts";
import {
  hasBrowser,
  openLaboratory,
  said,
  type Laboratory,
} from "./browser.ts";
import { small } from "./small-fabric.ts";

const poll = <T>(look: () => Promise<T>) =>
  expect.poll(look, { timeout: 25_000, interval: 100 });

const pairOf = (page: Page): Promise<string[]> =>
  Promise.all([page.inputValue("#source"), page.inputValue("#destination")]);

const engineOf = (page: Page) =>
  page
    .locator("details", { hasText: "Routing" })
    .first()
    .locator("select")
    .first();

/** What the address of the page holds. */
const held = (page: Page) => fromHash(new URL(page.url()).hash);

describe.skipIf(!hasBrowser)("an experiment that waits for its file", () => {
  let lab: Laboratory;
  let page: Page;
  let tree: Buffer;
  const folder = workFolder();

  const open = (name: string, buffer: Buffer): Promise<void> =>
    page.setInputFiles("#file", { name, mimeType: "text/plain", buffer });

  beforeAll(async () => {
    const file = folder.at("up.topo");
    await fabriclab(
      ..."topology fat-tree --ports 8 --levels 2 -o".split(" "),
      file,
    );
    tree = readFileSync(file);
    lab = await openLaboratory();
    page = await lab.open();
    await said(page, "routed by ftree");
  });
  afterAll(async () => {
    await lab?.close();
  });

  it("has its pair again when the file is opened after the page was loaded again", async () => {
    await open("up.topo", tree);
    // 3 * 4 switches and 2 * 4^2 hosts of an 8-port 2-tree
    await said(page, "12 switches, 32 hosts");
    await engineOf(page).selectOption("updn");
    await said(page, "routed by updn");
    await page.fill("#source", "P(10)");
    await page.fill("#destination", "P(62)");
    await poll(() => held(page)).toMatchObject({
      source: "P(10)",
      destination: "P(62)",
    });
    const address = page.url();
    await page.reload();
    await said(page, "Open the file up.topo to go on.");
    expect(await pairOf(page)).toEqual(["P(10)", "P(62)"]);
    expect(await engineOf(page).inputValue()).toBe("updn");
    expect(await page.textContent("#open-file")).toBe(
      "Waiting for the file up.topo: open it here to go on.",
    );
    // What is changed meanwhile is kept with the pair.
    await engineOf(page).selectOption("minhop");
    await poll(() => held(page)).toMatchObject({
      setup: { routing: "minhop" },
      source: "P(10)",
      destination: "P(62)",
    });
    await engineOf(page).selectOption("updn");
    await poll(() => held(page)).toMatchObject({ setup: { routing: "updn" } });
    await open("up.topo", tree);
    await said(page, "32 hosts, 64 cables, routed by updn");
    await poll(() => pairOf(page)).toEqual(["P(10)", "P(62)"]);
    await poll(() => page.textContent("#path")).toContain("P(10) to P(62)");
    expect(page.url()).toBe(address);
    expect(await page.textContent("#open-file")).toBe("Open: up.topo.");
    await page.fill("#destination", "P(63)");
    await poll(() => held(page)).toMatchObject({ destination: "P(63)" });
    await page.fill("#destination", "P(62)");
    await poll(() => held(page)).toMatchObject({ destination: "P(62)" });
  });

  it("has its pair again of the same fabric by another name; of a fabric without these hosts the address holds another one", async () => {
    await page.reload();
    await said(page, "Open the file up.topo to go on.");
    await open("up (1).topo", tree);
    await said(page, "32 hosts, 64 cables, routed by updn");
    await poll(() => pairOf(page)).toEqual(["P(10)", "P(62)"]);
    // The address is packed after the page has said what it shows.
    await poll(async () => JSON.stringify(await held(page))).toContain(
      "up (1).topo",
    );
    await page.reload();
    await said(page, "Open the file up (1).topo to go on.");
    await open("small.topo", Buffer.from(small));
    await said(page, "2 switches, 2 hosts, 3 cables");
    const [source, destination] = await pairOf(page);
    expect(source).not.toBe("");
    await poll(() => held(page)).toMatchObject({ source, destination });
    expect(lab.complaints).toEqual([]);
  });

  it("gives way to another address in the same tab; one that cannot be read is refused, and what is shown stays", async () => {
    const tab = await lab.open();
    await said(tab, "routed by ftree");
    await tab.fill("#source", "P(001)");
    await poll(() => held(tab)).toMatchObject({ source: "P(001)" });
    const first = tab.url();
    await tab.selectOption("#preset", "torus-deadlock");
    await said(tab, "routed by minhop");
    for (const hash of ["garbage%%%", "x=garbage"]) {
      await tab.evaluate((text) => {
        location.hash = text;
      }, hash);
      await poll(() => tab.textContent("#refusal")).toContain(
        "E_PLAYGROUND_ADDRESS",
      );
      expect(await tab.inputValue("#preset")).toBe("torus-deadlock");
      await tab.getByRole("button", { name: "Close" }).click();
    }
    await tab.goto(first);
    await said(tab, "routed by ftree");
    await poll(() => tab.inputValue("#source")).toBe("P(001)");
    await tab.close();
    expect(lab.complaints).toEqual([]);
  });

  it("gives way to the first experiment where what stands behind the # is erased; its own changes are none of the address", async () => {
    const tab = await lab.open();
    await said(tab, "routed by ftree");
    await poll(() => tab.inputValue("#source")).not.toBe("");
    const first = await Promise.all([tab.inputValue("#preset"), pairOf(tab)]);
    await tab.evaluate(() => {
      addEventListener("hashchange", () => {
        document.body.dataset["changes"] += "x";
      });
      document.body.dataset["changes"] = "";
    });
    const changes = () => tab.evaluate(() => document.body.dataset["changes"]);
    const erase = () =>
      tab.evaluate(() => {
        location.hash = "";
      });
    const now = () => Promise.all([tab.inputValue("#preset"), pairOf(tab)]);
    // Another pair of the same fabric, then another fabric.
    await tab.fill("#source", "P(001)");
    await poll(() => held(tab)).toMatchObject({ source: "P(001)" });
    expect(await changes()).toBe("");
    await erase();
    await poll(now).toEqual(first);
    await tab.selectOption("#preset", "torus-deadlock");
    await said(tab, "routed by minhop");
    await poll(() => held(tab)).toMatchObject({ setup: { routing: "minhop" } });
    const torus = tab.url();
    expect(await changes()).toBe("x");
    await erase();
    await said(tab, "routed by ftree");
    await poll(now).toEqual(first);
    expect(new URL(tab.url()).hash).toBe("");
    // A place in the page is no experiment to lose.
    await tab.goto(torus);
    await said(tab, "routed by minhop");
    await tab.evaluate(() => {
      location.hash = "panels";
    });
    const [, destination] = await pairOf(tab);
    await tab.getByRole("button", { name: "Swap" }).click();
    await poll(() => held(tab)).toMatchObject({
      setup: { routing: "minhop" },
      source: destination,
    });
    await tab.close();
    expect(lab.complaints).toEqual([]);
  });
});
