import fc from "fast-check";
import { describe, it } from "vitest";
import {
  bytes,
  formatSize,
  formatTime,
  parseSize,
  parseTime,
  ps,
} from "@fabriclab/units";

describe("quantities", () => {
  it("print a time so that it reads back", () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        (value) => parseTime(formatTime(ps(value))) === value,
      ),
    );
  });
  it("print a size so that it reads back", () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        (value) => parseSize(formatSize(bytes(value))) === value,
      ),
    );
  });
});
