import { resolve } from "node:path";
import { openOffline } from "./offline-site.ts";

// Looks at a built site in a browser without a network and says what is wrong with it. Why a program: the site's test is type-checked without a browser's names.
// node --conditions=fabriclab-source walk-site.ts FOLDER
const offline = await openOffline(resolve(process.argv[2] ?? "."));
const { url, page, complaints } = offline;
const found: string[] = [];
try {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    "",
    "start.html",
    "guides/audit.html",
    "validation/",
    "packages/routing/cyclic.html",
    "reference/",
  ]) {
    await page.goto(url + path);
    const [width, wanted] = await page.evaluate(() => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    if (wanted > width)
      found.push(`${path} is ${wanted} pixels wide on a screen of ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}start.html`);
  await page.getByRole("button", { name: "Search" }).first().click();
  const first = page.locator(".VPLocalSearchBox .result").first();
  for (const [words, wanted] of [
    ["dfsssp", "packages/routing/dfsssp.html"],
    ["sweep", "guides/"],
    ["plot", "guides/plots.html"],
    ["query", "guides/"],
    ["E_SWEEP_POINTS", "errors/sweeps.html#e_sweep_points"],
  ] as const) {
    await page.locator("#localsearch-input").fill(words);
    const leads = page.locator(`.VPLocalSearchBox a[href*="${wanted}"]`);
    await first
      .and(leads)
      .waitFor({ timeout: 20_000 })
      .catch(async () =>
        found.push(
          `${words} finds ${(await first.getAttribute("href")) ?? "nothing"} before ${wanted}`,
        ),
      );
  }
  await page.goto(`${url}playground/`);
  await page.waitForFunction(
    () => document.getElementById("status")?.textContent.includes("routed by"),
    undefined,
    { polling: 100 },
  );
} finally {
  await offline.close();
}
found.push(...complaints);
process.stdout.write(`${found.join("\n") || "nothing to complain of"}\n`);
