import { afterAll, expect, it } from "vitest";
import {
  removeEngineCopies,
  writeBareEngine,
  writeInlinedEngine,
} from "../src/engine-variants.ts";

afterAll(removeEngineCopies);

// Both throw where the engine's loop has changed and they have not: benches that nobody runs for a while must not break in silence.
it.each([
  ["inlined", writeInlinedEngine],
  ["bare", writeBareEngine],
])("the %s engine can be made of today's loop", async (name, write) => {
  const url = write();
  expect(url).toContain(`.engines/${name}/index.ts`);
  const engine = (await import(url)) as { readonly createNetwork?: unknown };
  expect(engine.createNetwork).toBeTypeOf("function");
});
