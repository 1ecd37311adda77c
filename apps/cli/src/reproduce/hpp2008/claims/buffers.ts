import {
  cellOf,
  CONDITIONS_RULE,
  judge,
  type Cell,
} from "../../verdicts/conditions.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { bufferCase } from "../cases.ts";
import type { Points } from "../points.ts";
import type { SettingName } from "../settings.ts";
import { near } from "./rules.ts";

/** Of the throughput with the largest buffer: a curve that gets here has saturated. */
const SATURATED = 0.98;
/** From which buffer on packets of a length saturate in the paper. */
export const paperBuffer = (packet: number): number =>
  packet <= 64 ? 512 : 2048;

export const BUFFERS_RULE = `for each packet length, the smallest buffer from which on throughput at full load stays at ${100 * SATURATED} % or more of that with the largest; log2 of it over the paper's (512 B for 8 to 64 B, 2 KB for 128 to 1024 B): a condition holds where the mean is at most 0.5 away from 0, and is contradicted where the interval lies farther away than 1 (more than a factor of two); reproduced: all hold; ${CONDITIONS_RULE}`;

/** log2 of the least sufficient buffer over the paper's, seed by seed. */
export function sufficient(
  points: Points,
  setting: SettingName,
  packet: number,
  buffers: readonly number[],
): Cell {
  const curves = buffers.map((buffer) =>
    points.values(bufferCase(setting, packet, buffer), "throughput"),
  );
  const last = curves.at(-1) ?? [];
  return cellOf(
    `log2(measured/paper), ${packet} B`,
    last.map((most, seed) => {
      if (most === undefined) return undefined;
      let least = buffers.length - 1;
      while (least > 0 && (curves[least - 1]?.[seed] ?? 0) >= SATURATED * most)
        least -= 1;
      return Math.log2((buffers[least] ?? NaN) / paperBuffer(packet));
    }),
  );
}

/** "512 B for packets of 8 to 64 B, 2 KB for 128 to 1024 B." */
export function bufferSizes(
  points: Points,
  setting: SettingName,
  lengths: readonly number[],
  buffersOf: (packet: number) => readonly number[],
): Finding {
  const cells = lengths.map((packet) =>
    sufficient(points, setting, packet, buffersOf(packet)),
  );
  return judge(
    cells.at(-1),
    cells.map((cell) => near(cell, 0, 0.5, 1)),
  );
}
