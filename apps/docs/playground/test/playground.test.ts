import { gzipSync } from "node:zlib";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "../../../cli/test/command.ts";
import {
  hasBrowser,
  offeredAddress,
  openLaboratory,
  said,
  scenarioText,
  screenshots,
  type Laboratory,
} from "./browser.ts";
import { fromHash } from "../src/page/share.ts";
import { small } from "./small-fabric.ts";

if (!hasBrowser)
  process.stderr.write(
    "the playground's browser tests are skipped: there is no /usr/bin/chromium (apt-get install -y --no-install-recommends chromium)\n",
  );

const steps = (page: Page, within: string): Promise<string[]> =>
  page.locator(`${within} ol li`).allTextContents();

const choose = async (
  page: Page,
  preset: string,
  engine: string,
): Promise<void> => {
  await page.selectOption("#preset", preset);
  await said(page, `routed by ${engine}`);
};

/** Why so long: a browser without a graphics card, on a machine that does other things. */
const poll = <T>(look: () => Promise<T>) =>
  expect.poll(look, { timeout: 50_000, interval: 100 });

/** Simulated time that the page shows, in us. */
const clock = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.textContent("#clock")) ?? "");

/** To be run in a page: its worker answers nothing more until it is ended. Why not a fabric that takes long: a quick machine is done with it before the button is pressed. */
function neverAnswer(): void {
  const { prototype } = Worker;
  const { postMessage, terminate } = prototype;
  prototype.postMessage = () => undefined;
  prototype.terminate = function () {
    Object.assign(prototype, { postMessage, terminate });
    terminate.call(this);
  };
}

describe.skipIf(!hasBrowser)("the playground", () => {
  let lab: Laboratory;
  let page: Page;
  const folder = workFolder();

  beforeAll(async () => {
    lab = await openLaboratory();
    page = await lab.open();
    mkdirSync(screenshots, { recursive: true });
  });
  afterAll(async () => {
    await lab?.close();
  });

  it("draws a fat tree, routes it, and shows the path of a pair", async () => {
    await said(page, "routed by ftree");
    // (2n-1)·h^(n-1) switches and 2·h^n hosts of a 4-port 3-tree
    expect(await page.textContent("#drawing-text")).toContain(
      "20 switches in ranks, roots on top, 16 hosts, 48 cables",
    );
    expect(await page.inputValue("#source")).toBe("P(000)");
    expect(await page.inputValue("#destination")).toBe("P(311)");
    // up to a root and down again: 2n-1 switches
    const path = await steps(page, "#path");
    expect(path).toHaveLength(6);
    expect(path[0]).toBe("P(000):1 to SW<00,2>, VL 0");
    expect(path[5]).toMatch(/^SW<31,2>:2 to P\(311\), VL 0$/);
    await page.screenshot({ path: join(screenshots, "light.png") });
  });

  it("shows another path for another pair, and the tree of a group", async () => {
    await page.fill("#destination", "P(001)");
    await poll(() => steps(page, "#path")).toEqual([
      "P(000):1 to SW<00,2>, VL 0",
      "SW<00,2>:2 to P(001), VL 0",
    ]);
    await page.getByText("Tree of a multicast group").click();
    await page.fill("#members", "1, 2-3, 17 <i>x");
    await page.getByText("Show its tree").click();
    await poll(() => page.getByText("No hosts").textContent()).toBe(
      "No hosts: 17, <i>x. Name at least two hosts from 1 to 16.",
    );
    await page.fill("#members", "1, 2-3");
    await page.getByText("Show its tree").click();
    // P(000) to its leaf; from there to P(001), up, down to the next leaf, to P(010)
    await poll(() =>
      page.getByText("2 members of your group").textContent(),
    ).toMatch(
      /^P\(000\) to 2 members of your group by MLID 0xc000: 5 channels\.$/,
    );
  });

  it("says what an engine refuses", async () => {
    await page
      .locator("details", { hasText: "Routing" })
      .first()
      .locator("select")
      .first()
      .selectOption("xy");
    await poll(() => page.textContent("#refusal")).toContain("E_");
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.textContent("#refusal")).toBe("");
  });

  it("finds the credit loop of shortest paths on a torus, and draws it", async () => {
    await choose(page, "torus-deadlock", "minhop");
    await page.click("#audit");
    // The last that is said: what comes before may pass between two looks.
    await said(page, "remedies found");
    expect(await page.textContent("#audit-result")).toContain("a credit loop");
    const cycle = await steps(page, "#audit-result");
    expect(cycle.length).toBeGreaterThanOrEqual(3);
    // each channel ends at the switch where the next begins, the last where the first does
    const ends = cycle.map(
      (text) => /^(.*):\d+ to (.*), VL 0$/.exec(text)?.slice(1) ?? [],
    );
    ends.forEach(([from], k) => expect(ends.at(k - 1)?.[1]).toBe(from));
  });

  it("runs, pauses and steps by a packet time", async () => {
    await page.fill("#speed", "20");
    await page.click("#play");
    await poll(() => clock(page)).toBeGreaterThan(1);
    await page.click("#play");
    await said(page, "Paused");
    const before = await clock(page);
    await page.click("#step");
    // 256 bytes of 4 ns each
    await poll(() => clock(page)).toBeCloseTo(before + 1.024, 1);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: join(screenshots, "dark.png") });
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("shows a deadlock, with the cycle of those that wait", async () => {
    await page.fill("#speed", "60");
    await page.click("#play");
    await said(page, "Deadlock");
    const cycle = await steps(page, "#deadlock");
    expect(cycle.length).toBeGreaterThanOrEqual(3);
    const stands = await clock(page);
    expect(await page.textContent("#play")).toBe("Play");
    await page.screenshot({ path: join(screenshots, "deadlock.png") });
    expect(await clock(page)).toBe(stands);
  });

  // The audit's list is of another loop, and stood in view before.
  it("colours channels by what waits on them when asked, at once also where the run stands still", async () => {
    const list = page.locator("#results-most");
    const legend = (): Promise<string | null> =>
      page.textContent("#legend .ramp");
    await page.selectOption("#colours", "queue");
    await poll(() => list.textContent()).toContain(" packets");
    expect(await legend()).toContain("packets that wait");
    // In the cycle nobody moves: the port of each of its channels has data for ever.
    await page.selectOption("#colours", "wait");
    await poll(() => list.textContent()).toMatch(/: \d+ %/);
    expect(await page.textContent("#results-most-title")).toBe(
      "Ports between switches that wait most",
    );
    await page.screenshot({ path: join(screenshots, "waits.png") });
    await page.selectOption("#colours", "load");
    await poll(legend).toBe("load, 0 to 100 %");
  });

  it("shows which of the lists has the numbers of the arrows: the deadlock's, until the audit's loop is drawn again", async () => {
    const numbered = (within: string): Promise<string> =>
      page
        .locator(`${within} ol`)
        .first()
        .evaluate((list) => getComputedStyle(list).listStyleType);
    const isInView = (within: string): Promise<boolean> =>
      page.locator(`${within} ol`).evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        const panels = document
          .getElementById("panels")!
          .getBoundingClientRect();
        return top >= panels.top && bottom <= panels.bottom;
      });
    expect(await isInView("#deadlock")).toBe(true);
    expect(await numbered("#deadlock")).toBe("decimal");
    expect(await page.textContent("#deadlock")).toContain("Drawn: these");
    expect(await numbered("#audit-result")).toBe("disc");
    expect(await page.textContent("#audit-result")).toContain(
      "Not the cycle that is drawn",
    );
    const listed = await steps(page, "#deadlock");
    const [, buffers, channels] =
      /: (\d+) buffers on (\d+) channels/.exec(
        (await page.textContent("#status")) ?? "",
      ) ?? [];
    expect(Number(channels)).toBe(listed.length);
    expect(Number(buffers)).toBeGreaterThan(listed.length);
    await page
      .locator("#audit-result")
      .getByRole("button", { name: "Draw this loop" })
      .click();
    expect(await numbered("#audit-result")).toBe("decimal");
    expect(await numbered("#deadlock")).toBe("disc");
  });

  it("finds nothing of the kind with torus-2qos", async () => {
    await choose(page, "torus-2qos", "torus-2qos");
    await page.click("#audit");
    await said(page, "The tables of torus-2qos are sound.");
  });

  it("restores an experiment from its address, which follows what is changed, so that the page can be loaded again", async () => {
    await page.fill("#source", "H(1,2)");
    await page.fill("#destination", "H(4,0)");
    await page.locator('input[name="load"]').fill("0.123");
    await page.locator('input[name="load"]').blur();
    await poll(() => scenarioText(page)).toContain("load: 0.123");
    await page.getByText("Share and export").click();
    await page.click("#share");
    const address = await offeredAddress(page, "0.123");
    expect(address).toContain("#x=");
    const other = await lab.open(address);
    await said(other, "routed by torus-2qos");
    await poll(() => scenarioText(other)).toBe(await scenarioText(page));
    await poll(() => other.inputValue("#destination")).toBe("H(4,0)");
    expect(await other.inputValue("#source")).toBe("H(1,2)");
    await expect.poll(() => page.url()).toBe(address);
    await other.fill("#destination", "H(0,4)");
    await other.locator('input[name="load"]').fill("0.2");
    await other.locator('input[name="load"]').blur();
    await poll(() => scenarioText(other)).toContain("load: 0.2");
    await poll(
      async () => await fromHash(new URL(other.url()).hash),
    ).toMatchObject({
      setup: { traffic: [{ load: 0.2 }] },
      destination: "H(0,4)",
    });
    await other.reload();
    await said(other, "routed by torus-2qos");
    await poll(() => scenarioText(other)).toContain("load: 0.2");
    await poll(() => other.inputValue("#destination")).toBe("H(0,4)");
    await other.close();
  });

  it("measures what fabriclab run measures of the exported scenario", async () => {
    const text = (await scenarioText(page)).replace(
      "maxTime: 10ms",
      "maxTime: 200us",
    );
    await page.fill("#scenario", text);
    await page.click("#use-text");
    await offeredAddress(page, "200us");
    await page.click("#measure");
    await poll(() => page.locator("#measured table").count()).toBe(1);
    const verdict = await page.locator("#measured p").textContent();
    const file = folder.write("scenario.yaml", await scenarioText(page));
    const { out } = await fabriclab("run", file, "--json");
    expect(verdict).toBe(
      (JSON.parse(out) as { readonly verdict: string }).verdict,
    );
  });

  it("points at the line of a scenario that is wrong", async () => {
    await page.fill("#scenario", "topology: fat-tree\nrouting: cyclik\n");
    await page.click("#use-text");
    await poll(() => page.textContent("#refusal")).toContain("your text:2:10");
    await page.getByRole("button", { name: "Close" }).click();
  });

  it("opens a file, which nobody else gets", async () => {
    const before = lab.requests.length;
    await page.setInputFiles("#file", {
      name: "small.topo.gz",
      mimeType: "application/gzip",
      buffer: gzipSync(small),
    });
    await said(page, "2 switches, 2 hosts, 3 cables");
    // Chromium asks for the page's icon anew now and then when the address changes.
    const asked = lab.requests.slice(before);
    expect(asked.filter((url) => !url.endsWith("/icon.svg"))).toEqual([]);
    await page.setInputFiles("#file", {
      name: "broken.topo",
      mimeType: "text/plain",
      buffer: Buffer.from('[1] "S-1"[2\n'),
    });
    await poll(() => page.textContent("#refusal")).toContain("E_IBNETDISCOVER");
    await page.getByRole("button", { name: "Close" }).click();
  });

  it("can be used by keys and is named for screen readers", async () => {
    const unnamed = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll<HTMLInputElement>(
          "input, select, textarea, button",
        ),
      )
        .filter((one) => one.getAttribute("aria-label") === null)
        .filter(
          (one) => (one.labels?.length ?? 0) === 0 && one.tagName !== "BUTTON",
        )
        .map(({ outerHTML }) => outerHTML),
    );
    expect(unnamed).toEqual([]);
    const address = page.url();
    await page.focus("#skip");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(
      "panels",
    );
    expect(page.url()).toBe(address);
    await page.focus("#drawing");
    const picture = (): Promise<string> =>
      page
        .locator("#stage")
        .screenshot()
        .then((bytes) => bytes.toString("base64"));
    // Why first: a focus that keys gave is drawn.
    await page.keyboard.press("0");
    await page.waitForTimeout(500);
    const all = await picture();
    const isAll = async (): Promise<boolean> => (await picture()) === all;
    await page.keyboard.press("+");
    await page.keyboard.press("ArrowLeft");
    await poll(isAll).toBe(false);
    await page.keyboard.press("0");
    await poll(isAll).toBe(true);
  });

  it("offers to stop what takes long, which leaves the experiment before it", async () => {
    const tab = await lab.open(lab.url);
    await said(tab, "routed by ftree");
    const stop = tab.getByRole("button", { name: "Stop", exact: true });
    expect(await stop.isVisible()).toBe(false);
    await tab.evaluate(neverAnswer);
    await tab.selectOption("#preset", { label: "18,000 nodes" });
    await stop.focus();
    await tab.keyboard.press("Enter");
    await stop.waitFor({ state: "hidden" });
    await said(tab, "16 hosts, 48 cables, routed by ftree");
    expect(await tab.textContent("#drawing-text")).toContain("16 hosts");
    expect(await tab.textContent("#refusal")).toBe("");
    expect(await tab.inputValue("#preset")).toBe("fat-tree");
    expect(await tab.evaluate(() => document.activeElement?.id)).toBe("panels");
    await tab.close();
  });

  it("fits a telephone", async () => {
    const phone = await lab.open(lab.url, {
      viewport: { width: 360, height: 740 },
    });
    await said(phone, "routed by ftree");
    const [width, wanted] = await phone.evaluate(() => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    expect(wanted).toBe(width);
    // Names stand at every edge of the drawing, and entries in the legend.
    const boxes = await phone.evaluate(() =>
      [
        "#zoom button",
        "#drawing, #legend span, #transport button, #transport input",
      ].map((selector) =>
        Array.from(document.querySelectorAll(selector), (element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      ),
    );
    expect(boxes[0]).toHaveLength(3);
    for (const button of boxes[0] ?? []) {
      expect(button.right).toBeLessThanOrEqual(width ?? 0);
      for (const other of boxes[1] ?? [])
        expect(
          button.left >= other.right ||
            button.right <= other.left ||
            button.top >= other.bottom ||
            button.bottom <= other.top,
          JSON.stringify([button, other]),
        ).toBe(true);
    }
    await phone.screenshot({
      path: join(screenshots, "phone.png"),
      fullPage: true,
    });
    await phone.close();
  });

  it.each([360, 700, 1000, 1280])(
    "keeps the names of speed and colours on the lines of what they name, %i pixels wide",
    async (width) => {
      const page = await lab.open(lab.url, {
        viewport: { width, height: 740 },
      });
      await said(page, "routed by ftree");
      const apart = await page.evaluate(() =>
        ["speed", "colours"].map((id) => {
          const middle = (selector: string) => {
            const box = document
              .querySelector(selector)!
              .getBoundingClientRect();
            return (box.top + box.bottom) / 2;
          };
          return Math.abs(middle(`label[for=${id}]`) - middle(`#${id}`));
        }),
      );
      for (const lines of apart) expect(lines).toBeLessThan(4);
      await page.close();
    },
  );

  it("loads nothing from elsewhere, and the browser has nothing to complain of", () => {
    expect(lab.requests.length).toBeGreaterThan(4);
    expect(lab.complaints).toEqual([]);
  });
});
