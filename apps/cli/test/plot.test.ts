import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const scenario = folder.write(
  "mesh.yaml",
  `topology: { kind: mesh, columns: 3, rows: 2 }
addressing: sequential
routing: xy
switch: { kind: relay, virtualLanes: 1 }
link: { byteTime: 4ns, flight: 20ns }
traffic: [{ kind: poisson, load: 0.2, size: 256B, pattern: uniform }]
metrics: [latency, throughput, { kind: link-load, top: 1000 }]
measure: { warmup: 20us, maxTime: 60us }
`,
);
const mesh = folder.at("mesh.topo");
const one = folder.at("one.json");
const two = folder.at("two.json");
const sweep = folder.at("results");

beforeAll(async () => {
  await fabriclab(
    ...["topology", "mesh", "--columns", "3", "--rows", "2", "-o", mesh],
  );
  await fabriclab("run", scenario, "-o", one);
  await fabriclab("run", scenario, "--set", "load=0.3", "-o", two);
  const done = await fabriclab(
    ...["sweep", scenario, "--vary", "load=0.1,0.2", "--jobs", "1"],
    ...["--vary", "routing=xy,negative-first", "-o", sweep],
  );
  expect(done.err).not.toContain("error");
});

const plot = async (...args: string[]) => {
  const done = await fabriclab("plot", ...args);
  return { ...done, error: /error (E_\w+)/.exec(done.err)?.[1] };
};

interface Drawn {
  readonly charts: readonly {
    readonly mark?: string;
    readonly series: readonly {
      readonly name: string;
      readonly points: readonly { readonly x: number; readonly y: number }[];
    }[];
  }[];
}
const drawn = async (...args: string[]) =>
  (JSON.parse((await plot(...args, "--json")).out) as Drawn[]).flatMap(
    ({ charts }) => charts,
  );

describe("fabriclab plot", () => {
  it("draws a sweep: a curve of its first metric for each routing, over the load", async () => {
    const [chart] = await drawn(sweep);
    expect(chart!.series.map(({ name }) => name).sort()).toEqual([
      "negative-first",
      "xy",
    ]);
    for (const { points } of chart!.series)
      expect(points.map(({ x }) => x)).toEqual([0.1, 0.2]);
    const { out } = await plot(sweep);
    expect(out).toMatch(/^<svg .*<\/svg>\n$/s);
    expect(out).toContain(">Offered load (of the host link)<");
    expect(out).toContain(">Mean latency (ns)<");
  });

  it("draws the values of files that run wrote, as bars told apart by their names", async () => {
    const [chart] = await drawn(one, two, "--metric", "throughput");
    const values = [one, two].map(
      (file) =>
        (
          JSON.parse(readFileSync(file, "utf8")) as {
            metrics: { throughput: { value: number } };
          }
        ).metrics.throughput.value,
    );
    expect(chart!.mark).toBe("bar");
    expect(chart!.series[0]!.points.map(({ y }) => y)).toEqual(values);
    const { out } = await plot(one, two, "--metric", "throughput");
    for (const name of ["one", "two"]) expect(out).toContain(`>${name}<`);
  });

  it("draws the distribution of a single run", async () => {
    const [chart] = await drawn(one);
    expect(
      chart!.series[0]!.points.map(({ y }) => Number(y.toFixed(9))),
    ).toEqual([0.5, 0.9, 0.99, 0.999]);
  });

  it("points at --x-scale log where a distribution spans more than a factor 30", async () => {
    const result = readFileSync(one, "utf8");
    const file = (stretched: number): string => {
      const changed = JSON.parse(result) as {
        metrics: { latency: { percentiles: Record<string, number> } };
      };
      const { percentiles } = changed.metrics.latency;
      percentiles["99.9"] = percentiles["50"]! * stretched;
      return folder.write(`wide-${stretched}.json`, JSON.stringify(changed));
    };
    expect((await plot(file(29))).err).not.toContain("--x-scale");
    const wide = file(31);
    expect((await plot(wide)).err).toContain("--x-scale log spreads");
    expect((await plot(wide, "--x-scale", "log")).err).not.toContain(
      "--x-scale",
    );
  });

  it("draws the fabric with channels by their load, for one point only", async () => {
    const map = ["--kind", "map", "--fabric", mesh];
    const { out } = await plot(one, ...map);
    expect(out).toContain("6 switches, 6 hosts, 7 cables between switches");
    expect(out).toContain("% of the time");
    const point = ["--where", "load=0.2", "--where", "routing=xy"];
    expect((await plot(sweep, ...map, ...point)).out).toContain("load=0.2");
    expect((await plot(sweep, ...map)).error).toBe("E_CLI_PLOT_PLACES");
    expect((await plot(one, "--kind", "map")).error).toBe("E_CLI_PLOT_PLACES");
    for (const flag of [
      ["--fabric", mesh],
      ["--range", "zero"],
    ])
      expect((await plot(one, ...flag)).error).toBe("E_CLI_OPTION_CONFLICT");
  });

  it("names the metric that was asked for where a map needs all of its places", async () => {
    const map = ["--kind", "map", "--fabric", mesh, "--metric"];
    expect((await plot(one, ...map, "link-load")).err).toContain(
      "hint      --metric link-load.max draws it",
    );
    expect((await plot(one, ...map, "throughput")).err).toContain(
      "[{ kind: link-load, top: 1000000 }] and draw link-load.max",
    );
    const waits = folder.at("waits.json");
    const run = (top: number) =>
      fabriclab(
        ...["run", scenario, "--quiet", "-o", waits],
        ...["--set", `metrics=[{ kind: xmit-wait, top: ${top} }]`],
      );
    await run(0);
    expect((await plot(waits, ...map, "xmit-wait")).err).toContain(
      "[{ kind: xmit-wait, top: 1000000 }] and draw xmit-wait.max",
    );
    await run(3);
    expect((await plot(waits, ...map, "xmit-wait.max")).err).toContain(
      "let xmit-wait name all of them",
    );
  });

  it("gives the numbers of a map with --json, and in a table of its page", async () => {
    const { detail } = (
      JSON.parse(readFileSync(one, "utf8")) as {
        metrics: { "link-load.max": { detail: Record<string, number> } };
      }
    ).metrics["link-load.max"];
    const map = [one, "--kind", "map", "--fabric", mesh];
    const page = folder.at("map.html");
    const { out } = await plot(...map, "--json", "-o", page);
    const [drawing] = JSON.parse(out) as {
      map: {
        metric: string;
        unit: string;
        channels: { port: string; value: number }[];
      };
    }[];
    expect(drawing!.map).toMatchObject({
      metric: "link-load.max",
      unit: "% of the time",
    });
    const { channels } = drawing!.map;
    // 7 cables between switches, both ways; those of hosts are not drawn.
    expect(channels).toHaveLength(14);
    for (const { port, value } of channels)
      expect([port, value / 100]).toEqual([
        port,
        expect.closeTo(detail[port]!, 9),
      ]);
    const html = readFileSync(page, "utf8");
    for (const { port } of channels) expect(html).toContain(`>${port}<`);
  });

  it("says in the caption of a map of close loads where its colours begin", async () => {
    const result = JSON.parse(readFileSync(one, "utf8")) as {
      metrics: { "link-load.max": { detail: Record<string, number> } };
    };
    const { detail } = result.metrics["link-load.max"];
    for (const [at, port] of Object.keys(detail).entries())
      detail[port] = 0.3 + 0.0001 * at;
    const close = folder.write("close.json", JSON.stringify(result));
    const map = [
      ...[close, "--metric", "link-load.max", "--kind", "map"],
      ...["--fabric", mesh, "-o", folder.at("close.svg")],
    ];
    expect((await plot(...map)).err).toContain("Colours begin at the least");
    expect((await plot(...map, "--range", "zero")).err).toContain(
      "Colours hardly differ",
    );
  });

  it("writes SVG, PNG, and a page of every metric with its numbers", async () => {
    const png = folder.at("a.png");
    await plot(sweep, "-o", png);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
    const page = folder.at("a.html");
    await plot(sweep, "-o", page);
    const html = readFileSync(page, "utf8");
    for (const title of ["Mean latency", "Accepted load", "Busiest channel"])
      expect(html).toContain(`${title} over offered load`);
    expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    expect(html).toContain("95 % from");
  });

  it("says in its title and caption which point --where chose", async () => {
    const page = folder.at("where.html");
    const at = ["--where", "load=0.2"];
    const { err } = await plot(sweep, ...at, "-o", page);
    expect(err).toContain("Mean latency over routing at load=0.2.");
    const html = readFileSync(page, "utf8");
    expect(html).toContain("<h1>mesh, load=0.2</h1>");
    expect(html).toContain("<figcaption>Mean latency over routing at load=0.2");
    expect((await plot(sweep, ...at)).out).toContain(">mesh, load=0.2</text>");
  });

  it("leaves out a panel that nothing can be drawn in and says why; refuses it where the metric is named", async () => {
    const full = folder.at("full");
    const text = readFileSync(scenario, "utf8")
      .replace("poisson,", "poisson, overload: true,")
      .replace("metrics: [latency,", "metrics: [latency] # ");
    await fabriclab(
      ...["sweep", folder.write("full.yaml", text), "-o", full, "--jobs", "1"],
      ...["--vary", "load=0.1,1.5", "--vary", "routing=xy,negative-first"],
      ...["--vary", "virtualLanes=1,2"],
    );
    const bars = [full, "--kind", "bars", "--x", "routing"];
    const panels = [...bars, "--series", "virtualLanes"];
    const { out, err } = await plot(...panels, "--json");
    expect(err).toContain(
      "note: cannot be drawn in this way, and left out: latency at load=1.5: 4 points without a steady mean: 4 saturated",
    );
    expect((JSON.parse(out) as Drawn[])[0]?.charts).toHaveLength(1);
    const named = await plot(...panels, "--metric", "latency");
    expect(named.error).toBe("E_PLOT_EMPTY");
    expect(named.err).toContain("4 points without a steady mean");
  });

  it("leaves out of a page what has no distribution, and names it; refuses it where it was asked for", async () => {
    for (const kind of ["distribution", "tail"]) {
      const page = folder.at(`${kind}.html`);
      const { err, code } = await plot(sweep, "--kind", kind, "-o", page);
      expect(code).toBe(0);
      expect(err).toMatch(
        /and left out: throughput, .*link-load.max.*: means without percentiles/,
      );
      const html = readFileSync(page, "utf8");
      expect(html).toContain("<figcaption>Distribution of latency for each");
      expect(html).not.toContain("accepted load");
      const named = await plot(
        ...[sweep, "--kind", kind, "-o", page],
        ...["--metric", "throughput", "--metric", "latency"],
      );
      expect(named.error).toBe("E_PLOT_KIND");
      expect(named.err).toContain(`--kind ${kind} --metric throughput`);
      expect(named.err).toContain("those that have one: --metric latency");
    }
    // Refused where none can be drawn so.
    const none = await plot(
      ...[
        sweep,
        "--kind",
        "curve",
        "--x",
        "routing",
        "-o",
        folder.at("n.html"),
      ],
    );
    expect(none.error).toBe("E_PLOT_KIND");
  });

  it("refuses what it cannot draw, and leaves no file", async () => {
    const file = folder.at("none.svg");
    const refused = [
      ["E_CLI_PLOT_SOURCE", scenario],
      ["E_CLI_PLOT_SOURCE", folder.write("x.json", "[1]")],
      ["E_CLI_UNREADABLE_FILE", folder.at("nothing.json")],
      ["E_STORE_NO_RESULTS", folder.at(".")],
      ["E_CLI_PLOT_METRIC", sweep, "--metric", "latencies"],
      ["E_PLOT_UNKNOWN_FACTOR", sweep, "--x", "lod"],
      ["E_PLOT_TWICE", sweep, "--x", "routing", "--series", "routing"],
      ["E_PLOT_WHERE", sweep, "--where", "load=7"],
      ["E_PLOT_KIND", sweep, "--kind", "curve", "--x", "routing"],
      ["E_PLOT_BASELINE", sweep, "--baseline", "none"],
    ] as const;
    for (const [code, ...args] of refused) {
      const done = await plot(...args, "-o", file);
      expect([done.error, done.code]).toEqual([code, 2]);
    }
    expect((await plot(sweep, "-o", "a.jpg")).error).toBe(
      "E_CLI_UNKNOWN_FORMAT",
    );
    expect(existsSync(file)).toBe(false);
  });

  it("put a result along x where no factor is called so, and none over itself", async () => {
    const [over] = await drawn(sweep, "--x", "throughput");
    const [accepted] = await drawn(sweep, "--metric", "throughput");
    expect(over!.series.map(({ points }) => points.map(({ x }) => x))).toEqual(
      accepted!.series.map(({ points }) => points.map(({ y }) => y)),
    );
    const page = folder.at("over.html");
    const { err } = await plot(sweep, "--x", "throughput.bytes", "-o", page);
    expect(err).toContain("Accepted load over throughput.bytes");
    expect(err).not.toContain("bytes over throughput.bytes");
  });

  it.each([
    ["out/a b.pdf", "rsvg-convert -f pdf -o 'out/a b.pdf' 'out/a b.svg'"],
    ["curve.EPS", "rsvg-convert -f eps -o curve.EPS curve.svg"],
    ["curve.csv", "fabriclab export RESULTS --points --csv curve.csv"],
    ["curve.json", "--json prints the numbers"],
  ])("say how the results come into %s", async (name, way) => {
    const { err, error, code } = await plot(sweep, "-o", name);
    expect([error, code]).toEqual(["E_CLI_UNKNOWN_FORMAT", 2]);
    expect(err).toContain(way);
  });
});
