import { ConformanceFailure, type Check } from "@fabriclab/testing-conformance";

/** Runs all checks; anything but a ConformanceFailure is a bug of the kit. */
export function failing(checks: readonly Check[]): ConformanceFailure[] {
  const failures: ConformanceFailure[] = [];
  for (const check of checks) {
    try {
      check.run();
    } catch (error) {
      if (!(error instanceof ConformanceFailure)) throw error;
      failures.push(error);
    }
  }
  return failures;
}
