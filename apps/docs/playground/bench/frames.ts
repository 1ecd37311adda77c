import { openLaboratory, said } from "../test/browser.ts";

// Frames a second while a fabric of 15,523 nodes and 41,154 cables is moved by hand, in Chromium without a graphics card:
// node --conditions=fabriclab-source apps/docs/playground/bench/frames.ts

const SECONDS = 4;
const lab = await openLaboratory();
try {
  const page = await lab.open(lab.url, {
    viewport: { width: 1400, height: 900 },
  });
  page.setDefaultTimeout(300_000);
  await said(page, "routed by ftree");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  /** Seconds that the page's own script has run. */
  const script = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
  };
  const drag = async (name: string): Promise<void> => {
    await page.mouse.move(500, 400);
    await page.mouse.down();
    const before = await script();
    const [frames, passed] = await page.evaluate(
      (seconds) =>
        new Promise<[number, number]>((resolve) => {
          const from = performance.now();
          let frames = 0;
          const frame = (now: number): void => {
            frames += 1;
            const passed = now - from;
            document.dispatchEvent(
              new MouseEvent("mousemove", {
                clientX: 500 + 100 * Math.sin(passed / 300),
                clientY: 400 + 60 * Math.cos(passed / 300),
                bubbles: true,
              }),
            );
            if (passed < 1000 * seconds) requestAnimationFrame(frame);
            else resolve([frames, passed]);
          };
          requestAnimationFrame(frame);
        }),
      SECONDS,
    );
    const busy = (await script()) - before;
    await page.mouse.up();
    process.stdout.write(
      `${name}: ${((1000 * frames) / passed).toFixed(1)} frames/s, ${((1000 * busy) / frames).toFixed(0)} ms of script a frame\n`,
    );
  };
  await drag("36 nodes");
  const begun = Date.now();
  await page.selectOption("#preset", "large");
  await said(page, "Computing forwarding tables");
  const drawn = Date.now();
  await said(page, "routed by minhop");
  process.stdout.write(
    `built and drawn in ${((drawn - begun) / 1000).toFixed(1)} s, routed in ${((Date.now() - drawn) / 1000).toFixed(1)} s\n`,
  );
  await drag("moved at first, with its cables");
  await drag("moved again, cables left out if that was slow");
} finally {
  await lab.close();
}
