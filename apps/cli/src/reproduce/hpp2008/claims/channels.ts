import {
  cellOf,
  CONDITIONS_RULE,
  judge,
  type Cell,
} from "../../verdicts/conditions.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { DEFAULTS, throughputCase } from "../cases.ts";
import { bySeed, type Points } from "../points.ts";
import type { SettingName } from "../settings.ts";
import { atMost, near } from "./rules.ts";

/** Throughput over that of one virtual channel, by number of channels, as the paper says. */
export const PAPER_RATIOS: Readonly<Record<number, number>> = {
  2: 1.27,
  3: 1.4,
  4: 1.42,
  8: 1.44,
};

/** Of the layer model at 16 ports: heads of line over outputs that send one packet at a time (SPEC 4.6). */
export const LAYER_MODEL: Readonly<Record<number, number>> = {
  1: 0.6015,
  2: 0.776,
  3: 0.845,
  4: 0.882,
  8: 0.94,
};

const RATIO_WITHIN = 0.05;
const RATIO_FAR = 0.15;
/** From four to eight channels; 0.02 in the paper. */
const LITTLE = 0.05;
const NOT_LITTLE = 0.1;

export const CHANNELS_RULE = `throughput at full load over that of one virtual channel: with 256 B within ${RATIO_WITHIN} of 1.27, 1.40, 1.42, 1.44 for 2, 3, 4, 8 channels (contrary: the interval lies farther away than ${RATIO_FAR}); the ratio grows by at most ${LITTLE} from 4 to 8 channels (contrary: interval above ${NOT_LITTLE}); with 3 channels, every other length within ${RATIO_WITHIN} of 256 B (contrary: farther than ${RATIO_FAR}); reproduced: all hold; ${CONDITIONS_RULE}`;

/** Throughput over that of one channel, seed by seed. */
export const ratioOf = (
  points: Points,
  setting: SettingName,
  lanes: number,
  packet: number,
): Cell =>
  cellOf(
    `${lanes} VC, ${packet} B`,
    bySeed(
      (one, many) => many / one,
      points.values(throughputCase(setting, 1, packet), "throughput"),
      points.values(throughputCase(setting, lanes, packet), "throughput"),
    ),
  );

/** "1.27, 1.40, 1.42, 1.44 times; more than four contribute little; other lengths get similar results." */
export function channels(
  points: Points,
  setting: SettingName,
  lengths: readonly number[],
): Finding {
  const packet = DEFAULTS.packet;
  const at = (lanes: number, length = packet) =>
    ratioOf(points, setting, lanes, length);
  const gain = cellOf(
    "gain from 4 to 8 VC",
    bySeed((four, eight) => eight - four, at(4).values, at(8).values),
  );
  const others = lengths
    .filter((length) => length !== packet)
    .map((length) =>
      cellOf(
        `3 VC, ${length} B minus ${packet} B`,
        bySeed((a, b) => a - b, at(3, length).values, at(3).values),
      ),
    );
  return judge(at(3), [
    ...Object.entries(PAPER_RATIOS).map(([lanes, ratio]) =>
      near(at(Number(lanes)), ratio, RATIO_WITHIN, RATIO_FAR),
    ),
    atMost(gain, LITTLE, NOT_LITTLE),
    ...others.map((cell) => near(cell, 0, RATIO_WITHIN, RATIO_FAR)),
  ]);
}
