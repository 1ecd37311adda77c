import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A file that is served. */
export interface ServedFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A server of a fixed set of files on the loopback interface. */
export interface ViewServer {
  /** `http://127.0.0.1:40123/` */
  readonly url: string;
  close(): Promise<void>;
}

/** The page may load its own files and nothing else, run no text as code, and stand in no frame. */
export const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/**
 * Serves files on 127.0.0.1, at a port that the system chooses.
 *
 * Only the paths of `files` exist, so there is none that leads out of a folder. A request whose Host is not this very server is refused: a page of another site whose name was
 * made to point at this machine (DNS rebinding) comes with that site's name.
 *
 * @param files path with its leading slash -> file; `/` is the page
 */
export async function serveView(
  files: ReadonlyMap<string, ServedFile>,
): Promise<ViewServer> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const own = [`127.0.0.1:${port}`, `localhost:${port}`];
    const { host, origin } = request.headers;
    if (host === undefined || !own.includes(host.toLowerCase())) {
      refuse(response, 403, "This server is for this machine alone.");
      return;
    }
    if (
      origin !== undefined &&
      !own.some((one) => origin.toLowerCase() === `http://${one}`)
    ) {
      refuse(response, 403, "Other sites may not ask this server.");
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      refuse(response, 405, "Only GET and HEAD are answered.", {
        Allow: "GET, HEAD",
      });
      return;
    }
    const [path = "/"] = (request.url ?? "/").split("?");
    const file = files.get(path);
    if (file === undefined) {
      refuse(response, 404, "There is no such file.");
      return;
    }
    response.writeHead(200, {
      ...HEADERS,
      "Content-Type": file.type,
      "Content-Length": file.bytes.byteLength,
    });
    response.end(request.method === "HEAD" ? undefined : file.bytes);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...HEADERS,
    ...headers,
    "Content-Type": "text/plain; charset=utf-8",
  });
  response.end(`${text}\n`);
}
