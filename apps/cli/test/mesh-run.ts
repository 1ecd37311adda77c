import { expect } from "vitest";
import { fabriclab } from "./command.ts";

/** A short run on a mesh of four switches with a host each, in which all hosts send. */
export const meshScenario = `topology: { kind: mesh, columns: 2, rows: 2 }
routing: minhop
switch: iba
traffic:
  - { kind: constant-rate, load: 0.1, pattern: shift }
metrics: [throughput]
measure: { maxTime: 100us }
`;

/** What `argv` says besides its result; it must succeed. */
export async function said(...argv: string[]): Promise<string> {
  const { code, err } = await fabriclab(...argv);
  expect(code, err).toBe(0);
  return err;
}
