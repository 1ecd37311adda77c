import type { Page } from "playwright-core";
import {
  allowSoftwareWebgl,
  hasBrowser,
  openLaboratory,
  said,
} from "../test/browser.ts";

// How smoothly fabrics of 36, 13,284 (11,664 of them hosts) and 18,000 nodes move, routed and not, and while packets run on them, in Chromium without a graphics card: the gaps between the frames of the browser while a hand drags, turns the
// wheel, and holds a key down, and how long it takes until the whole picture is there again.
// pnpm frames [--quick] [--running] [PORTS ...]
// --running leaves out what stands still.

const isQuick = process.argv.includes("--quick");
const isRunning = process.argv.includes("--running");
/** Ports of the switches of the 3-level fat trees to measure. */
const PORTS = process.argv
  .slice(2)
  .filter((one) => !one.startsWith("--"))
  .map(Number);
const SECONDS = isQuick ? 2 : 4;
const VIEWPORT = { width: 1280, height: 800 };

/** What a hand does at a frame: milliseconds since it began -> an event. */
const HANDS = ["drag", "wheel", "keys"] as const;
type Hand = (typeof HANDS)[number];

interface Moved {
  readonly gaps: readonly number[];
  /** Milliseconds until the whole picture stood there. */
  readonly rest: number;
}

const move = (page: Page, hand: Hand): Promise<Moved> =>
  page.evaluate(
    ([seconds, kind]) =>
      new Promise<Moved>((resolve) => {
        const target = document.getElementById("drawing") ?? document.body;
        const { left, top, width, height } = target.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const point = (name: string, dx: number, dy: number): PointerEvent =>
          new PointerEvent(name, {
            pointerId: 1,
            clientX: x + dx,
            clientY: y + dy,
            bubbles: true,
          });
        const act: Record<Hand, (passed: number) => Event> = {
          drag: (passed) =>
            point(
              "pointermove",
              250 * Math.sin(passed / 400),
              120 * Math.cos(passed / 400),
            ),
          // In for a second, out for a second.
          wheel: (passed) =>
            new WheelEvent("wheel", {
              deltaY: passed % 2000 < 1000 ? -30 : 30,
              clientX: x,
              clientY: y,
              bubbles: true,
              cancelable: true,
            }),
          keys: (passed) =>
            new KeyboardEvent("keydown", {
              key: passed % 1200 < 600 ? "ArrowLeft" : "ArrowRight",
              bubbles: true,
            }),
        };
        // A capture needs a pointer that is there.
        target.setPointerCapture = () => undefined;
        if (kind === "drag") target.dispatchEvent(point("pointerdown", 0, 0));
        const gaps: number[] = [];
        const from = performance.now();
        let [before, acted] = [0, 0];
        const rest = (): void => {
          const state = target.dataset["picture"];
          const isRunning =
            document.getElementById("play")?.textContent === "Pause";
          if (state === undefined || state === "whole" || isRunning)
            resolve({ gaps, rest: performance.now() - from - 1000 * seconds });
          else setTimeout(rest, 20);
        };
        const frame = (now: number): void => {
          if (before > 0) gaps.push(now - before);
          before = now;
          const passed = performance.now() - from;
          // Keys are repeated 30 times a second.
          if (kind !== "keys" || passed - acted >= 33) {
            target.dispatchEvent(act[kind](passed));
            acted = passed;
          }
          if (passed < 1000 * seconds) requestAnimationFrame(frame);
          else {
            target.dispatchEvent(point("pointerup", 0, 0));
            setTimeout(rest, 0);
          }
        };
        requestAnimationFrame(frame);
      }),
    [SECONDS, hand] as const,
  );

async function measure(
  page: Page,
  name: string,
  hands: readonly Hand[] = HANDS,
): Promise<void> {
  for (const hand of hands) {
    const { gaps, rest } = await move(page, hand);
    const sorted = [...gaps].sort((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.floor(share * (sorted.length - 1))] ?? NaN).toFixed(1);
    const total = gaps.reduce((a, b) => a + b, 0);
    process.stdout.write(
      `${name}, ${hand}: ${((1000 * gaps.length) / total).toFixed(1)} frames/s; gaps in ms: median ${at(0.5)}, 95 % ${at(0.95)}, worst ${at(1)}; whole again after ${rest.toFixed(0)} ms\n`,
    );
    await page.keyboard.press("0");
    await whole(page);
  }
}

const whole = async (page: Page): Promise<unknown> => {
  await page.waitForTimeout(300);
  return await page.waitForFunction(
    () => {
      const state = document.getElementById("drawing")?.dataset["picture"];
      // A run paints links in other colours all the time.
      const isRunning =
        document.getElementById("play")?.textContent === "Pause";
      return state === undefined || state === "whole" || isRunning;
    },
    undefined,
    { polling: 50 },
  );
};

const scenario = (ports: number, levels: number): string =>
  `topology: { kind: fat-tree, ports: ${ports}, levels: ${levels} }\nrouting: minhop\nswitch: relay\ntraffic:\n  - { kind: poisson, load: 0.3, size: 256B, pattern: uniform }\nseed: 1\n`;

if (!hasBrowser) {
  process.stderr.write(
    "There is no Chromium here: .ci/install-debian installs Debian's.\n",
  );
  process.exit(1);
}
const lab = await openLaboratory();
try {
  const page = await lab.open("about:blank", { viewport: VIEWPORT });
  if (!isRunning) await measure(page, "an empty page", ["drag"]);
  await page.addInitScript(allowSoftwareWebgl);
  await page.goto(lab.url);
  page.setDefaultTimeout(600_000);
  await said(page, "routed by ftree");
  await whole(page);
  if (!isRunning) await measure(page, "36 nodes", isQuick ? ["drag"] : HANDS);
  await page.getByText("Share and export").click();
  for (const ports of PORTS.length > 0 ? PORTS : [36, 40]) {
    await page.fill("#scenario", scenario(ports, 3));
    await page.click("#use-text");
    const hosts = 2 * (ports / 2) ** 3;
    await said(page, `${hosts.toLocaleString("en")} hosts`);
    await said(page, "routed by minhop");
    await whole(page);
    const nodes = hosts + 5 * (ports / 2) ** 2;
    const name = `${nodes.toLocaleString("en")} nodes`;
    if (!isRunning) await measure(page, `${name}, routed`);
    const from = performance.now();
    await page.click("#play");
    await said(page, "Running.");
    process.stdout.write(
      `${name}: a run starts ${((performance.now() - from) / 1000).toFixed(1)} s after Play\n`,
    );
    await page.waitForTimeout(1000);
    await measure(page, `${name}, running`, ["drag", "wheel"]);
    process.stdout.write(`${name}: ${await page.textContent("#clock")}\n`);
    await page.click("#play");
  }
} finally {
  await lab.close();
}
