import { Session } from "node:inspector/promises";
import { star } from "@fabriclab/testing-fabrics";
import { compose, rehearse, runExperiment } from "@fabriclab/sim";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const light = (load: number) =>
  experiment({
    fabric: star(4),
    routing: upDown,
    traffic: [{ ...use(poisson, { load }), pattern: use(uniform) }],
    measure: { warmup: ps(0), maxTime: ps(2_000_000_000) },
  });

describe("a rehearsal", () => {
  // First: V8 counts blocks only of what it has not compiled before.
  it("has the loop walk on where nothing happens, too", async () => {
    const looked = "bucket = last >> BUCKET_BITS";
    expect(
      await timesIn("/network/src/loop.ts", looked, () => {
        rehearse(light(0.9));
      }),
    ).toBeGreaterThan(0);
  });

  it("makes a light load a heavy one: packets that waited for nothing wait for each other", async () => {
    const { injected, sourceWait } = rehearse(light(0.1));
    expect(injected).toBeGreaterThan(500);
    const waitNs =
      ((sourceWait / injected) * compose(light(0.1)).tickPs) / 1000;
    const { metrics } = await runExperiment(light(0.1));
    // 1.6 times what a link takes: by far more than packets that take 16 times as long would have without each other.
    expect(waitNs).toBeGreaterThan(16 * Number(metrics["latency"]?.value));
  });

  it("ends where next to nothing is sent", () => {
    const { injected, packetHops } = rehearse(light(1e-6));
    expect(packetHops).toBeLessThan(4000);
    expect(injected).toBeLessThan(10);
  });

  it("leaves no trace in the runs that follow", async () => {
    const before = await runExperiment(light(0.3));
    rehearse(light(0.3));
    expect(await runExperiment(light(0.3))).toEqual(before);
  });
});

/** How often V8 came to the only place of a module that has this text. */
async function timesIn(
  file: string,
  text: string,
  act: () => void,
): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    let scriptId = "";
    session.on("Debugger.scriptParsed", ({ params }) => {
      if (params.url.endsWith(file)) ({ scriptId } = params);
    });
    await session.post("Debugger.enable");
    const { scriptSource } = await session.post("Debugger.getScriptSource", {
      scriptId,
    });
    const at = scriptSource.indexOf(text);
    expect(scriptSource.split(text)).toHaveLength(2);
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", {
      callCount: true,
      detailed: true,
    });
    act();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const around = result
      .filter((script) => script.scriptId === scriptId)
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .filter(
        ({ startOffset, endOffset }) => startOffset <= at && at < endOffset,
      )
      .sort(
        (a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset),
      );
    return around[0]?.count ?? 0;
  } finally {
    session.disconnect();
  }
}
