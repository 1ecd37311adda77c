import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { playgroundFiles } from "../../../cli/src/view/page.ts";
import {
  serveView,
  type ServedFile,
  type ViewServer,
} from "../../../cli/src/view/server.ts";
import { fromHash } from "../src/page/share.ts";

/** Debian's: `apt-get install -y --no-install-recommends chromium`. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export const hasBrowser = existsSync(CHROMIUM);

/** Where pictures are kept for people to look at; git ignores it. */
export const screenshots = join(import.meta.dirname, "../screenshots");

/** A browser, and the playground served to it as `fabriclab view` does. */
export interface Laboratory {
  readonly url: string;
  /** What the browser complained of, and requests that went elsewhere. */
  readonly complaints: readonly string[];
  /** Paths that were asked for, in order. */
  readonly requests: readonly string[];
  open(
    address?: string,
    options?: Parameters<Browser["newPage"]>[0],
  ): Promise<Page>;
  close(): Promise<void>;
}

/** @param fabric what stands at `/fabric` */
export async function openLaboratory(fabric?: ServedFile): Promise<Laboratory> {
  const files = await playgroundFiles(() => undefined);
  if (fabric !== undefined) files.set("/fabric", fabric);
  const server: ViewServer = await serveView(files);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    // WebGL without a graphics card.
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
  const complaints: string[] = [];
  const requests: string[] = [];
  return {
    url: server.url,
    complaints,
    requests,
    async open(address = server.url, options = {}) {
      const page = await browser.newPage({
        viewport: { width: 1000, height: 640 },
        ...options,
      });
      page.setDefaultTimeout(60_000);
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()))
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error.stack)));
      page.on("request", (request) => {
        const asked = request.url();
        if (asked.startsWith("blob:")) return;
        requests.push(asked);
        if (!asked.startsWith(server.url))
          complaints.push(`asked for ${asked}`);
      });
      await page.goto(address);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Waits until the page says something. Why not by frames of the browser, as is the default: without a graphics card they are few. */
export async function said(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.getElementById("status")?.textContent.includes(wanted),
    text,
    { polling: 100 },
  );
}

/** The experiment that the page shows, as it would be saved. */
export const scenarioText = (page: Page): Promise<string> =>
  page.inputValue("#scenario");

/**
 * The address of an experiment, as soon as the page offers it: it is packed after the page has said what it shows.
 *
 * @param text stands in that experiment or its pair of hosts, and not in the ones before
 */
export async function offeredAddress(
  page: Page,
  text: string,
): Promise<string> {
  for (;;) {
    const address = await page.inputValue("#address");
    const shared = URL.canParse(address)
      ? await fromHash(new URL(address).hash)
      : undefined;
    if (JSON.stringify(shared)?.includes(text)) return address;
    await page.waitForTimeout(50);
  }
}

/** To be run in a page before its own scripts: lets WebGL draw where there is no graphics card, as it would with one. */
export function allowSoftwareWebgl(): void {
  const { prototype } = HTMLCanvasElement;
  const own = prototype.getContext as (...values: unknown[]) => unknown;
  Object.assign(prototype, {
    getContext(this: HTMLCanvasElement, kind: string, options?: object) {
      return own.call(this, kind, {
        ...options,
        failIfMajorPerformanceCaveat: false,
      });
    },
  });
}
