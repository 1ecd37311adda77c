import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  allowSoftwareWebgl,
  hasBrowser,
  openLaboratory,
  said,
  type Laboratory,
} from "./browser.ts";

/** h = 10: 2·h³ hosts and 3 levels of as many cables, 5·h² switches */
const CABLES = 6000;
const SCENARIO = `topology: { kind: fat-tree, ports: 20, levels: 3 }
routing: minhop
switch: relay
traffic:
  - { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
seed: 1
`;
/** Lines and nodes that a frame of a moved drawing may draw, and those that are marked. */
const MOST = 4096 + 100;

/** Counts lines, triangles by two and points that a page draws with WebGL, and whatever it sends. */
function count(): void {
  const counts = { drawn: 0 };
  Object.assign(globalThis, { counts });
  const { prototype } = WebGL2RenderingContext;
  for (const name of ["drawArrays", "drawElements"] as const) {
    const own = prototype[name] as (...values: unknown[]) => void;
    Object.assign(prototype, {
      [name](this: WebGL2RenderingContext, ...values: number[]) {
        const [mode, first = 0, second = 0] = values;
        const vertices = name === "drawArrays" ? second : first;
        // Rectangles that show finished pictures are strips.
        if (mode !== this.TRIANGLE_STRIP)
          counts.drawn +=
            vertices /
            (mode === this.LINES ? 2 : mode === this.TRIANGLES ? 6 : 1);
        own.apply(this, values);
      },
    });
  }
}

const whole = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => document.getElementById("drawing")?.dataset["picture"] === "whole",
    undefined,
    { polling: 50 },
  );

/** Share of pixels that differ from the first one: 0 where nothing is drawn. */
const drawnShare = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const drawing = document.getElementById("drawing")!;
        // A step of a key, so that this very frame is drawn.
        drawing.dispatchEvent(new KeyboardEvent("keydown", { key: "+" }));
        requestAnimationFrame(() => {
          const from = drawing.querySelector("canvas")!;
          const flat = new OffscreenCanvas(from.width, from.height);
          const c = flat.getContext("2d")!;
          c.drawImage(from, 0, 0);
          const pixels = new Uint32Array(
            c.getImageData(0, 0, flat.width, flat.height).data.buffer,
          );
          const other = pixels.filter((one) => one !== pixels[0]).length;
          resolve(other / pixels.length);
        });
      }),
  );

describe.skipIf(!hasBrowser)("a drawing that is moved", () => {
  let lab: Laboratory;
  let page: Page;

  beforeAll(async () => {
    lab = await openLaboratory();
    page = await lab.open("about:blank");
    await page.addInitScript(allowSoftwareWebgl);
    await page.addInitScript(count);
    await page.goto(lab.url);
    await said(page, "routed by ftree");
    await page.getByText("Share and export").click();
    await page.fill("#scenario", SCENARIO);
    await page.click("#use-text");
    await said(page, `${CABLES.toLocaleString("en")} cables, routed by minhop`);
    await whole(page);
  });
  afterAll(async () => {
    await lab?.close();
  });

  it("draws few lines a frame while a hand drags it, moves by what the hand does, and is whole afterwards", async () => {
    const { most, during, differing, after } = await page.evaluate(
      () =>
        new Promise<{
          most: number;
          during: number;
          differing: number;
          after: number;
        }>((resolve) => {
          const { counts } = globalThis as unknown as {
            counts: { drawn: number };
          };
          const drawing = document.getElementById("drawing")!;
          drawing.setPointerCapture = () => undefined;
          const hand = (kind: string, x: number, y: number): void => {
            drawing.dispatchEvent(
              new PointerEvent(kind, {
                pointerId: 1,
                clientX: 300 + x,
                clientY: 300 + y,
                bubbles: true,
              }),
            );
          };
          const grab = (): { at: Uint32Array; width: number } => {
            const from = drawing.querySelector("canvas")!;
            const flat = new OffscreenCanvas(from.width, from.height);
            const c = flat.getContext("2d")!;
            c.drawImage(from, 0, 0);
            return {
              at: new Uint32Array(
                c.getImageData(0, 0, flat.width, flat.height).data.buffer,
              ),
              width: flat.width,
            };
          };
          hand("pointerdown", 0, 0);
          const begun = counts.drawn;
          let [most, before, frames] = [0, begun, 0];
          let first: ReturnType<typeof grab> | undefined;
          let differing = -1;
          const frame = (): void => {
            most = Math.max(most, counts.drawn - before);
            before = counts.drawn;
            if (frames === 1) first = grab();
            if (frames === 21 && first !== undefined) {
              // 20 frames of 2 and 1 pixels
              const last = grab();
              let [other, compared] = [0, 0];
              for (let y = 60; y < 300; y++)
                for (let x = 60; x < first.width - 60; x++) {
                  compared += 1;
                  if (
                    last.at[(y + 20) * last.width + x + 40] !==
                    first.at[y * first.width + x]
                  )
                    other += 1;
                }
              differing = other / compared;
            }
            if (frames < 30) {
              frames += 1;
              hand("pointermove", 10 + 2 * frames, frames);
              requestAnimationFrame(frame);
              return;
            }
            const during = counts.drawn - begun;
            hand("pointerup", 70, 30);
            const rest = (): void => {
              if (drawing.dataset["picture"] === "whole")
                resolve({
                  most,
                  during,
                  differing,
                  after: counts.drawn - begun - during,
                });
              else setTimeout(rest, 20);
            };
            rest();
          };
          requestAnimationFrame(frame);
        }),
    );
    expect(most).toBeLessThanOrEqual(MOST);
    expect(differing).toBeGreaterThanOrEqual(0);
    expect(differing).toBeLessThan(0.01);
    expect(during + after).toBeGreaterThan(CABLES);
  });

  it("is drawn by the processor while WebGL is lost, and by WebGL when it comes back", async () => {
    const share = await drawnShare(page);
    expect(share).toBeGreaterThan(0.1);
    await page.evaluate(() => {
      const context = document
        .querySelector<HTMLCanvasElement>("#drawing canvas")!
        .getContext("webgl2")!;
      const lost = context.getExtension("WEBGL_lose_context")!;
      Object.assign(globalThis, { lost });
      lost.loseContext();
    });
    const isFlat = (): Promise<boolean> =>
      page.evaluate(
        () =>
          document
            .querySelector<HTMLCanvasElement>("#drawing canvas")
            ?.getContext("2d") instanceof CanvasRenderingContext2D,
      );
    await expect.poll(isFlat, { timeout: 20_000 }).toBe(true);
    await whole(page);
    expect(await drawnShare(page)).toBeGreaterThan(0.1);
    await page.evaluate(() => {
      (
        globalThis as unknown as { lost: WEBGL_lose_context }
      ).lost.restoreContext();
    });
    await expect.poll(isFlat, { timeout: 20_000 }).toBe(false);
    await whole(page);
    expect(await drawnShare(page)).toBeGreaterThan(0.1);
    expect(
      lab.complaints.filter((text) => !text.includes("GPU stall")),
    ).toEqual([]);
  });

  it("is drawn where there is no WebGL", async () => {
    const other = await lab.open("about:blank");
    await other.addInitScript(() => {
      Object.assign(globalThis, { WebGL2RenderingContext: undefined });
      const { prototype } = HTMLCanvasElement;
      const own = Object.getOwnPropertyDescriptor(prototype, "getContext")!
        .value as (...values: unknown[]) => unknown;
      Object.assign(prototype, {
        getContext(this: HTMLCanvasElement, kind: string, options?: object) {
          return kind.startsWith("webgl")
            ? null
            : own.call(this, kind, options);
        },
      });
    });
    await other.goto(lab.url);
    await said(other, "routed by ftree");
    await whole(other);
    expect(await drawnShare(other)).toBeGreaterThan(0.01);
    await other.close();
  });
});
