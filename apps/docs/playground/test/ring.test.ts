import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { fabriclab, workFolder } from "../../../cli/test/command.ts";
import { Camera } from "../src/page/drawing/camera.ts";
import { Geometry } from "../src/page/drawing/geometry.ts";
import { viewOf } from "../src/worker/view.ts";
import {
  hasBrowser,
  offeredAddress,
  openLaboratory,
  said,
  type Laboratory,
} from "./browser.ts";
import { ringOf } from "./ring-fabric.ts";

const SWITCHES = 7;
const NAME = "ring.topo";

const steps = (page: Page, within: string): Promise<string[]> =>
  page.locator(`${within} ol li`).allTextContents();

const poll = <T>(look: () => Promise<T>) =>
  expect.poll(look, { timeout: 50_000, interval: 100 });

/** Pixels of the page at which nodes are drawn: switches, then hosts. */
async function places(page: Page): Promise<[number, number][]> {
  const view = viewOf(
    readIbnetdiscover(ringOf(SWITCHES), { file: NAME }).fabric,
    [],
  );
  const box = (await page.locator("#drawing").boundingBox())!;
  const camera = new Camera();
  camera.resize(box.width, box.height);
  camera.fit(new Geometry(view).bounds());
  const { scale, x, y } = camera.affine();
  return Array.from(view.x, (at, node) => [
    box.x + x + scale * at,
    box.y + y - scale * view.y[node]!,
  ]);
}

const number = (text: string): number => Number(text.replaceAll(",", ""));

/** The table under the histogram: lower and upper edge in us, deliveries; those with none left out. */
async function bins(page: Page): Promise<[number, number, number][]> {
  const rows = await page
    .locator("#bins tr")
    .evaluateAll((all) =>
      all.map((one) => [
        one.children[0]!.textContent,
        one.children[1]!.textContent,
      ]),
    );
  return rows
    .map(([edges = "", count = ""]): [number, number, number] => {
      const [from, to] = Array.from(
        edges.matchAll(/([\d.]+) (ns|us|ms)/g),
        ([, value, unit]) =>
          Number(value) *
          { ns: 1e-3, us: 1, ms: 1e3 }[unit as "ns" | "us" | "ms"],
      ) as [number, number];
      return [from, to, number(count)];
    })
    .filter(([, , count]) => count > 0);
}

const deliveries = async (page: Page): Promise<number> =>
  number(
    (await page
      .locator("tr", { has: page.locator("th", { hasText: /^Delivered$/ }) })
      .locator("td")
      .textContent()) ?? "",
  );

/** Pixels of a colour of the page's that are drawn above the fabric. */
const drawnIn = (page: Page, colour: string): Promise<number> =>
  page.evaluate((name) => {
    const canvas = document.getElementById("overlay") as HTMLCanvasElement;
    const wanted = getComputedStyle(document.documentElement)
      .getPropertyValue(`--${name}`)
      .trim();
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext(
      "2d",
      { willReadFrequently: true },
    )!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const hex = (at: number): string => data[at]!.toString(16).padStart(2, "0");
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if (`#${hex(at)}${hex(at + 1)}${hex(at + 2)}` === wanted) found += 1;
    return found;
  }, colour);

const clockwise = Array.from(
  { length: SWITCHES },
  (_, k) => `s${k}:1 to s${(k + 1) % SWITCHES}, VL 0`,
);
const anticlockwise = Array.from(
  { length: SWITCHES },
  (_, k) => `s${k}:2 to s${(k + SWITCHES - 1) % SWITCHES}, VL 0`,
);

let scenarios = 0;

const scenario = (
  flight: string,
  traffic: string,
  rest = "",
): string => `name: ring ${++scenarios}
topology: { kind: file, path: ${NAME} }
routing: minhop
${rest}switch: relay
link: { byteTime: 4ns, flight: ${flight} }
traffic:
  - ${traffic}
metrics: [latency]
measure: { maxTime: 1ms }
seed: 1
`;

// On a ring of seven every pair has one shortest path, of at most three cables: whatever there is to see can be said beforehand.
describe.skipIf(!hasBrowser)("a ring of seven switches from a file", () => {
  let lab: Laboratory;
  let page: Page;
  let at: [number, number][];
  const folder = workFolder();

  /** @param text has a name that no experiment before it had */
  const use = async (text: string): Promise<void> => {
    await page.fill("#scenario", text);
    await page.click("#use-text");
    await offeredAddress(page, `"${/name: (.*)/.exec(text)![1]}"`);
  };

  beforeAll(async () => {
    lab = await openLaboratory();
    page = await lab.open();
    await said(page, "routed by ftree");
    await page.setInputFiles("#file", {
      name: NAME,
      mimeType: "text/plain",
      buffer: Buffer.from(ringOf(SWITCHES)),
    });
    await said(page, "Not by ftree");
    at = await places(page);
    await page.getByText("Share and export").click();
    await page.getByText("As a table").dispatchEvent("click");
  });
  afterAll(async () => {
    await lab?.close();
  });

  it("is routed by minhop where the engine chosen before refuses it, and says so", async () => {
    expect(await page.textContent("#status")).toMatch(
      /^ring\.topo: 7 switches, 7 hosts, 14 cables, routed by minhop\. Not by ftree: .* \(E_FTREE_UNSUPPORTED_FABRIC\)\.$/,
    );
    expect(await page.textContent("#refusal")).toBe("");
  });

  it("shows the path of the pair whose second host is pointed at", async () => {
    const [h0, h2, h6] = [0, 2, 6].map((one) => at[SWITCHES + one]!) as [
      [number, number],
      [number, number],
      [number, number],
    ];
    await page.mouse.click(...h0);
    await poll(() => page.textContent("#path")).toBe("Choose where to.");
    // the ring round the host
    const ring = await drawnIn(page, "path");
    await page.mouse.move(...h2);
    await poll(() => steps(page, "#path")).toEqual([
      "h0:1 to s0, VL 0",
      "s0:1 to s1, VL 0",
      "s1:1 to s2, VL 0",
      "s2:3 to h2, VL 0",
    ]);
    // and four arrows
    await poll(() => drawnIn(page, "path")).toBeGreaterThan(ring + 40);
    await page.mouse.move(...h6);
    await poll(() => steps(page, "#path")).toEqual([
      "h0:1 to s0, VL 0",
      "s0:2 to s6, VL 0",
      "s6:3 to h6, VL 0",
    ]);
  });

  it("says which name no host has, and that a host sends nothing to itself", async () => {
    await page.fill("#source", "<b>h9");
    await page.press("#source", "Tab");
    await poll(() => page.textContent("#path")).toBe(
      "No host here is called <b>h9.",
    );
    expect(await page.getAttribute("#source", "aria-invalid")).toBe("true");
    await page.fill("#source", "h3");
    await page.fill("#destination", "h3");
    await poll(() => page.textContent("#path")).toBe(
      "A host sends nothing to itself.",
    );
    await page.fill("#destination", "h4");
    await poll(() => steps(page, "#path")).toHaveLength(3);
  });

  it("has two credit loops, all of the ring in both directions, and draws them", async () => {
    expect(await drawnIn(page, "cycle")).toBe(0);
    await page.click("#audit");
    await said(page, "found");
    const loops = await steps(page, "#audit-result");
    expect([...loops].sort()).toEqual([...clockwise, ...anticlockwise].sort());
    expect(await page.textContent("#audit-result")).toContain(
      // two hosts beyond 2 switches, two beyond 3, two beyond 4
      "All 42 pairs of hosts reach each other.3.00 switches crossed in the mean, at most 4",
    );
    await poll(() => drawnIn(page, "cycle")).toBeGreaterThan(20);
  });

  it("stands still with the loop in which everybody sends on, and its histogram holds every delivery", async () => {
    await use(
      scenario(
        "20ns",
        "{ kind: poisson, load: 0.9, size: 256B, pattern: { kind: shift, by: 3 } }",
      ),
    );
    await page.fill("#speed", "60");
    await page.click("#play");
    await said(page, "Deadlock");
    expect([...(await steps(page, "#deadlock"))].sort()).toEqual(
      [...clockwise].sort(),
    );
    await poll(() => drawnIn(page, "wait")).toBeGreaterThan(20);
    // each cable's buffers before and behind it are one numbered arrow
    expect(await page.textContent("#status")).toContain(
      `${2 * SWITCHES} buffers on ${SWITCHES} channels`,
    );
    const counted = await deliveries(page);
    expect(counted).toBeGreaterThan(0);
    expect(
      (await bins(page)).reduce((sum, [, , count]) => sum + count, 0),
    ).toBe(counted);
  });

  it("delivers every copy of a multicast once, each in the time that a hand finds, and fabriclab run agrees", async () => {
    // h0 alone sends to all others, 3 packets, one every 100 us
    await use(
      scenario(
        "2us",
        "{ kind: multicast-operation, sourceAt: h0, group: all, size: 256B, repeats: 3, interval: 100us }",
        "multicast: union\n",
      ),
    );
    await page.fill("#speed", "100");
    await page.click("#play");
    await said(page, "All packets are delivered.");
    expect(await deliveries(page)).toBe(18);
    // h switches away: 256 bytes of 4 ns, h + 1 cables of 2 us, 100 ns in each switch
    const times = [2, 3, 4].map((h) => 1.024 + 2 * (h + 1) + 0.1 * h);
    const found = await bins(page);
    expect(found.map(([, , count]) => count)).toEqual([6, 6, 6]);
    times.forEach((time, k) => {
      expect(found[k]![0]).toBeLessThanOrEqual(time);
      expect(found[k]![1]).toBeGreaterThan(time);
    });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.click("#save"),
    ]);
    expect(download.suggestedFilename()).toBe("scenario.yaml");
    const text = readFileSync(await download.path(), "utf8");
    folder.write(NAME, ringOf(SWITCHES));
    const { code, out } = await fabriclab(
      "run",
      folder.write("scenario.yaml", text),
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.stringify(JSON.parse(out))).toContain('"delivered":18');
    expect(lab.complaints).toEqual([]);
  });

  it("says where the ring is when one looks at its empty middle, and shows all of it again", async () => {
    expect(await page.isVisible("#away")).toBe(false);
    await page.focus("#drawing");
    for (let k = 0; k < 24; k++) await page.keyboard.press("+");
    await poll(() => page.isVisible("#away")).toBe(true);
    expect(await page.textContent("#away-text")).toMatch(
      /^No switch or host is in view\. The nearest, s\d, is (above|below|to the)[a-z, ]*\.$/,
    );
    await page.getByRole("button", { name: "Show all of it" }).click();
    await poll(() => page.isVisible("#away")).toBe(false);
  });

  it("refuses what is no fabric in words that help, and keeps what was there", async () => {
    for (const [name, bytes, wanted] of [
      ["noise.bin", Buffer.from([0, 159, 146, 150, 7, 1]), "in none of"],
      ["empty.topo", Buffer.alloc(0), "no node in the file"],
      ["cut.gz", Buffer.from([0x1f, 0x8b, 8, 0, 0]), "cannot be unpacked"],
    ] as const) {
      await page.setInputFiles("#file", {
        name,
        mimeType: "application/octet-stream",
        buffer: bytes,
      });
      await poll(() => page.textContent("#refusal")).toContain(wanted);
      expect(await page.textContent("#refusal")).toContain(name);
      // by keys alone
      await page.getByRole("button", { name: "Close" }).focus();
      await page.keyboard.press("Escape");
      expect(await page.textContent("#refusal")).toBe("");
    }
    expect(await page.textContent("#drawing-text")).toContain("ring.topo: 7");
  });
});
