import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { CHROMIUM } from "./browser.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** A built site in a browser for which no other machine exists. */
export interface OfflineSite {
  readonly url: string;
  readonly page: Page;
  /** What the browser complained of, what was not there, and what was asked for elsewhere. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Serves the files of a folder as a plain static server does. @param folder absolute */
export async function openOffline(folder: string): Promise<OfflineSite> {
  const complaints: string[] = [];
  const server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(new URL(url, "http://x").pathname);
    const file = [
      join(folder, path),
      join(folder, path, "index.html"),
      join(folder, `${path}.html`),
    ].find((one) => existsSync(one) && statSync(one).isFile());
    if (file === undefined) {
      complaints.push(`nothing at ${path}`);
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => {
    // What a driver says of its own speed is no fault of the page.
    if (
      ["error", "warning"].includes(message.type()) &&
      !message.text().includes("GPU stall")
    )
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !/^(blob|data):/.test(asked))
      complaints.push(`asked for ${asked}`);
  });
  return {
    url,
    page,
    complaints,
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
