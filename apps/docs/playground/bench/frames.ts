import type { Page } from "playwright-core";
import { openLaboratory, said } from "../test/browser.ts";

// What a frame costs while a fabric of 15,523 nodes and 41,154 cables is moved by hand: milliseconds of script, calls of WebGL, bytes sent to it, and frames a second
// in Chromium without a graphics card, beside those of an empty page.
// node --conditions=fabriclab-source apps/docs/playground/bench/frames.ts

const SECONDS = 4;

/** Counts what the page asks of WebGL. */
function countCalls(): void {
  const counts = { draws: 0, sent: 0 };
  Object.assign(globalThis, { webglCounts: counts });
  const { prototype } = WebGL2RenderingContext;
  for (const name of ["drawArrays", "drawArraysInstanced"] as const) {
    const own = prototype[name] as (...values: unknown[]) => void;
    Object.assign(prototype, {
      [name](this: WebGL2RenderingContext, ...values: unknown[]) {
        counts.draws += 1;
        own.apply(this, values);
      },
    });
  }
  for (const name of ["bufferData", "bufferSubData"] as const) {
    const own = prototype[name] as (...values: unknown[]) => void;
    Object.assign(prototype, {
      [name](this: WebGL2RenderingContext, ...values: unknown[]) {
        counts.sent += values.reduce<number>(
          (sum, one) => sum + (ArrayBuffer.isView(one) ? one.byteLength : 0),
          0,
        );
        own.apply(this, values);
      },
    });
  }
}

/** What any drawing costs here: a canvas of WebGL and one above it. */
function clearCanvases(): void {
  const canvases = [0, 1].map(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 1000;
    canvas.height = 740;
    canvas.style.position = "absolute";
    document.body.append(canvas);
    return canvas;
  });
  const gl = canvases[0]?.getContext("webgl2");
  const flat = canvases[1]?.getContext("2d");
  const frame = (now: number): void => {
    gl?.clearColor(0, 0, (now % 1000) / 1000, 1);
    gl?.clear(gl.COLOR_BUFFER_BIT);
    flat?.clearRect(0, 0, 1000, 740);
    flat?.fillRect(now % 1000, 10, 10, 10);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

interface Moved {
  readonly frames: number;
  readonly passed: number;
  readonly draws: number;
  readonly sent: number;
}

/** Moves whatever is there for some seconds, at every frame. */
const move = (page: Page): Promise<Moved> =>
  page.evaluate(
    (seconds) =>
      new Promise<Moved>((resolve) => {
        const counts = (
          globalThis as unknown as {
            webglCounts?: { draws: number; sent: number };
          }
        ).webglCounts ?? { draws: 0, sent: 0 };
        const before = { ...counts };
        const target = document.getElementById("drawing") ?? document.body;
        const from = performance.now();
        let frames = 0;
        const frame = (now: number): void => {
          frames += 1;
          const passed = now - from;
          target.dispatchEvent(
            new PointerEvent("pointermove", {
              pointerId: 1,
              clientX: 500 + 100 * Math.sin(passed / 300),
              clientY: 400 + 60 * Math.cos(passed / 300),
              bubbles: true,
            }),
          );
          if (passed < 1000 * seconds) requestAnimationFrame(frame);
          else
            resolve({
              frames,
              passed,
              draws: counts.draws - before.draws,
              sent: counts.sent - before.sent,
            });
        };
        requestAnimationFrame(frame);
      }),
    SECONDS,
  );

async function drag(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const script = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((one) => one.name === "ScriptDuration")?.value ?? 0;
  };
  await page.mouse.move(500, 400);
  await page.mouse.down();
  const before = await script();
  const { frames, passed, draws, sent } = await move(page);
  const busy = (await script()) - before;
  await page.mouse.up();
  process.stdout.write(
    `${name}: ${((1000 * frames) / passed).toFixed(1)} frames/s, ${((1000 * busy) / frames).toFixed(2)} ms of script (time of its thread), ${(draws / frames).toFixed(1)} draw calls, ${(sent / frames).toFixed(0)} bytes sent a frame\n`,
  );
  await session.detach();
}

const lab = await openLaboratory();
try {
  const viewport = { width: 1400, height: 900 };
  const empty = await lab.open("about:blank", { viewport });
  await drag(empty, "an empty page");
  await empty.evaluate(clearCanvases);
  await drag(
    empty,
    "two canvases of the drawing's size, cleared at every frame",
  );
  await empty.close();
  const page = await lab.open("about:blank", { viewport });
  await page.addInitScript(countCalls);
  await page.goto(lab.url);
  page.setDefaultTimeout(300_000);
  await said(page, "routed by ftree");
  await drag(page, "36 nodes");
  const begun = Date.now();
  await page.selectOption("#preset", "large");
  await said(page, "Computing forwarding tables");
  const drawn = Date.now();
  await said(page, "routed by minhop");
  process.stdout.write(
    `built and drawn in ${((drawn - begun) / 1000).toFixed(1)} s, routed in ${((Date.now() - drawn) / 1000).toFixed(1)} s\n`,
  );
  await drag(page, "15,523 nodes, all of them seen");
  for (let k = 0; k < 14; k++) await page.click("#zoom-in");
  await drag(page, "15,523 nodes, zoomed in 23 times");
} finally {
  await lab.close();
}
