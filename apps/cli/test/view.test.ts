import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { readFabricJson } from "@fabriclab/formats-fabric-json";
import { afterAll, describe, expect, it } from "vitest";
import {
  serveView,
  type ServedFile,
  type ViewServer,
} from "../src/view/server.ts";
import { readFabricFile } from "../src/fabric-file.ts";
import { servedFabric } from "../src/view/fabric.ts";
import { fabriclab, nodeArguments, workFolder } from "./command.ts";

const page: ServedFile = {
  type: "text/html; charset=utf-8",
  bytes: new TextEncoder().encode("<p>here"),
};
const servers: ViewServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function served(): Promise<number> {
  const server = await serveView(new Map([["/", page]]));
  servers.push(server);
  return Number(new URL(server.url).port);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request as it is written, which `fetch` would tidy up. */
const ask = (
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port, path, method, headers, agent: false },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (text: string) => (body += text));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
          }),
        );
      },
    );
    asked.on("error", reject);
    asked.end();
  });

describe("the server of the playground", () => {
  it("answers on the loopback interface with a strict policy", async () => {
    const port = await served();
    const { status, headers, body } = await ask(port, "/?file=net.topo");
    expect([status, body]).toEqual([200, "<p>here"]);
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.join()).not.toMatch(/unsafe|\*|http|data:|blob:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("takes its own names as Host, in any case", async () => {
    const port = await served();
    for (const host of ["127.0.0.1", "localhost", "LocalHost"])
      expect(
        (await ask(port, "/", { Host: `${host}:${port}` })).status,
        host,
      ).toBe(200);
  });

  it("refuses other Hosts, as a page with DNS rebinding sends them", async () => {
    const port = await served();
    for (const host of [
      `evil.example:${port}`,
      "evil.example",
      "127.0.0.1",
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:${port}.evil.example`,
      `localhost.evil.example:${port}`,
      `0.0.0.0:${port}`,
    ]) {
      const { status, body } = await ask(port, "/", { Host: host });
      expect([host, status]).toEqual([host, 403]);
      expect(body).not.toContain("here");
    }
  });

  it("refuses pages of other origins", async () => {
    const port = await served();
    expect(
      (await ask(port, "/", { Origin: "http://evil.example" })).status,
    ).toBe(403);
    expect((await ask(port, "/", { Origin: "null" })).status).toBe(403);
    expect(
      (await ask(port, "/", { Origin: `http://127.0.0.1:${port}` })).status,
    ).toBe(200);
  });

  it("has no path that leads out of its files", async () => {
    const port = await served();
    for (const path of [
      "/../package.json",
      "/..%2fpackage.json",
      "/%2e%2e/%2e%2e/etc/passwd",
      "//etc/passwd",
      "/..\\package.json",
      "/./",
      "/fabric",
    ])
      expect([path, (await ask(port, path)).status]).toEqual([path, 404]);
  });

  it("takes nothing that is sent", async () => {
    const port = await served();
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect((await ask(port, "/", {}, method)).status, method).toBe(405);
    expect(await ask(port, "/", {}, "HEAD")).toMatchObject({
      status: 200,
      body: "",
    });
  });
});

describe("fabriclab view", () => {
  const folder = workFolder();

  it("serves the playground and the file until Ctrl-C", async () => {
    const file = folder.at("small net.topo");
    await fabriclab(
      "topology",
      "mesh",
      "--columns",
      "2",
      "--rows",
      "2",
      "-o",
      file,
    );
    const child = spawn(
      process.execPath,
      nodeArguments("view", file, "--json"),
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    const ended = new Promise<number | null>((resolve) =>
      child.once("close", resolve),
    );
    let out = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString();
        if (out.endsWith("\n")) resolve();
      });
      child.once("close", () => reject(new Error(`view ended: ${out}`)));
    });
    const { url } = JSON.parse(out) as { readonly url: string };
    expect(url).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/\?file=small%20net\.topo$/,
    );
    const port = Number(new URL(url).port);
    const served = await ask(port, "/");
    expect(served.body).toContain("<title>fabriclab playground</title>");
    for (const [, path] of served.body.matchAll(/(?:src|href)="([^"#]+)"/g))
      expect([path, (await ask(port, `/${path}`)).status]).toEqual([path, 200]);
    expect((await ask(port, "/worker.js")).headers["content-type"]).toBe(
      "text/javascript; charset=utf-8",
    );
    expect((await ask(port, "/fabric")).body).toBe(readFileSync(file, "utf8"));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  it("refuses a file that is no fabric before it serves anything", async () => {
    const file = folder.write("broken.topo", '[1] "S-1"[2\n');
    expect(await fabriclab("view", file)).toMatchObject({ code: 2, out: "" });
    expect(await fabriclab("view", "-")).toMatchObject({ code: 2, out: "" });
    expect(await fabriclab("view", folder.at("absent.topo"))).toMatchObject({
      code: 2,
      out: "",
    });
  });
});

describe("the fabric that is served", () => {
  const folder = workFolder();
  it("is the file itself, which the page reads as the command does; of IBADM's files JSON of the same fabric", async () => {
    const topo = folder.at("net.topo");
    await fabriclab(
      "topology",
      "fat-tree",
      "--ports",
      "4",
      "--levels",
      "2",
      "-o",
      topo,
    );
    const tell = (): void => undefined;
    const { fabric } = readFabricFile(topo);
    for (const [name, format] of [
      ["net.lst", "subnet-lst"],
      ["net.db_csv", "db-csv"],
      ["net.json", "json"],
      ["ibadm.topo", "ibadm"],
    ] as const) {
      const file = folder.at(name);
      await fabriclab(
        "topology",
        "--fabric",
        topo,
        "-o",
        file,
        "--format",
        format,
      );
      const { bytes } = servedFabric(file, tell);
      if (format !== "ibadm")
        expect(Buffer.from(bytes)).toEqual(readFileSync(file));
      else {
        const served = readFabricJson(new TextDecoder().decode(bytes));
        expect([served.hostCount, served.linkCount]).toEqual([
          fabric.hostCount,
          fabric.linkCount,
        ]);
      }
    }
  });
});
