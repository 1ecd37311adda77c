import type { Finding } from "../../verdicts/rules.ts";
import { caseOf, percentText } from "../case.ts";
import { rootsOf } from "../cases.ts";
import { METRIC_NAMES, METRICS, valueOf } from "../record.ts";
import { MULTIPATH, SCHEMES, TECHNIQUES } from "../schemes.ts";
import {
  gain,
  gainAt,
  gainOfAll,
  high,
  higher,
  low,
  type Ground,
} from "./comparisons.ts";
import {
  bandText,
  cellOf,
  compare,
  CONDITIONS_RULE,
  isAbove,
  isBelow,
  judge,
  largest,
  meanOf,
  NOTICEABLE,
  reduces,
  reducesBy,
  SLIGHT_UP_TO,
  TOLERANCE,
  VISIBLE_DMP,
  type Band,
  type Cell,
  type Condition,
} from "./rules.ts";

export const SPF_RULE = `for each of DMP, DMT and the three latencies, the reduction from the best of three Up/Down roots (best for each quantity, load and seed) to SPF, mean over the loads; reproduced: all five intervals lie above 0; a condition is contradicted where its interval lies below 0; ${CONDITIONS_RULE}`;

/** "SPF outperforms Up/Down in all graphs." */
export function spfBeatsUpDown(ground: Ground): Finding {
  const cells = METRICS.map((metric) =>
    gain(ground, metric, "updown", "spf", ground.loads),
  );
  return judge(cells[METRICS.indexOf("realTime")], cells.map(reduces));
}

export const LOW_LOAD_RULE = `at loads up to 40 %, for each of the five schemes with several paths or dropping, the reductions of DMP and DMT from SPF, mean over those loads; a condition holds where the interval lies below ${NOTICEABLE}, or the DMP falls by less than ${VISIBLE_DMP} (DMT: where SPF's own DMP is below ${VISIBLE_DMP}); it is contradicted where the interval lies above ${NOTICEABLE} and that of the fall of DMP (DMT: of SPF's own DMP) above ${VISIBLE_DMP}; reproduced: all hold; ${CONDITIONS_RULE}`;

/** "No noticeably better DMP and DMT up to 40 %." */
export function nothingAtLowLoad(ground: Ground): Finding {
  const loads = low(ground);
  const dmp = (scheme: "spf" | (typeof TECHNIQUES)[number], load: number) =>
    ground.points.values(caseOf({ ...ground.at, scheme, load }), "dmp");
  const own = meanOf(
    "DMP of SPF",
    loads.map((load) => cellOf("", dmp("spf", load))),
  );
  const conditions = TECHNIQUES.flatMap((scheme): Condition[] => {
    const fall = meanOf(
      "fall of DMP",
      loads.map((load) => {
        const after = dmp(scheme, load);
        return cellOf(
          "",
          dmp("spf", load).map((before, seed) =>
            before === undefined || after[seed] === undefined
              ? undefined
              : before - after[seed],
          ),
        );
      }),
    );
    const ofDmp = gain(ground, "dmp", "spf", scheme, loads);
    const ofDmt = gain(ground, "dmt", "spf", scheme, loads);
    return [
      {
        cell: ofDmp,
        holds: isBelow(ofDmp, NOTICEABLE) || isBelow(fall, VISIBLE_DMP),
        contrary: isAbove(ofDmp, NOTICEABLE) && isAbove(fall, VISIBLE_DMP),
        asked: `interval below ${NOTICEABLE}, or DMP itself falling by less than ${VISIBLE_DMP}`,
        ...(isBelow(ofDmp, NOTICEABLE)
          ? {}
          : {
              because: `holds as DMP itself falls by less than ${VISIBLE_DMP}`,
            }),
      },
      {
        cell: ofDmt,
        holds: isBelow(ofDmt, NOTICEABLE) || isBelow(own, VISIBLE_DMP),
        contrary: isAbove(ofDmt, NOTICEABLE) && isAbove(own, VISIBLE_DMP),
        asked: `interval below ${NOTICEABLE}, or a DMP of SPF below ${VISIBLE_DMP}`,
        ...(isBelow(ofDmt, NOTICEABLE)
          ? {}
          : {
              because: `holds as the DMP of SPF is below ${VISIBLE_DMP}: hardly a frame is late`,
            }),
      },
    ];
  });
  return judge(largest(conditions.map(({ cell }) => cell)), conditions);
}

const DMP_AT_60: Band = [0.5, 0.65];
const DMT_AT_60: Band = [0.3, 0.55];

export const AT_60_RULE = `at 60 % load, the scheme with the largest mean reduction from SPF, chosen for DMP and DMT each; a condition holds where that mean lies within ${bandText(DMP_AT_60)} (DMP) and ${bandText(DMT_AT_60)} (DMT), widened by ${TOLERANCE} on both sides, and its interval above 0; it is contradicted where the interval lies below 0; reproduced: both hold; ${CONDITIONS_RULE}`;

/** "At 60 % DMP falls by 50 to 65 %, DMT by 30 to 55 %." */
export function bestAt60(ground: Ground): Finding {
  const best = (metric: "dmp" | "dmt"): Cell => {
    const cells = TECHNIQUES.map((scheme) =>
      gainAt(ground, metric, "spf", scheme, 0.6),
    );
    return largest(cells) ?? cells[0]!;
  };
  const ofDmp = best("dmp");
  return judge(ofDmp, [
    reducesBy(ofDmp, DMP_AT_60),
    reducesBy(best("dmt"), DMT_AT_60),
  ]);
}

const HALF: Band = [0.5, 0.5];
const THIRD: Band = [0.3, 0.3];

export const MULTIPATH_RULE = `reductions from SPF to Multipath+LFU and Multipath+Credit, mean over both: DMP at 60 % (paper: about ${bandText(HALF)}), DMT over the loads of 50 % and more (about ${bandText(THIRD)}), the three latencies over the loads above 50 % (about ${bandText(HALF)}, mean over the classes); a condition holds where the mean lies within ${TOLERANCE} of the paper's and the interval above 0; it is contradicted where the interval lies below 0; reproduced: all hold; ${CONDITIONS_RULE}`;

/** "Several paths alone halve DMP and latency." */
export function multipathAlone(ground: Ground): Finding {
  const ofDmp = gainOfAll(ground, "dmp", MULTIPATH, [0.6]);
  const latency = meanOf(
    "mean of the three latencies, SPF to several paths",
    (["control", "realTime", "bestEffort"] as const).map((metric) =>
      gainOfAll(ground, metric, MULTIPATH, higher(ground)),
    ),
  );
  return judge(ofDmp, [
    reducesBy(ofDmp, HALF),
    reducesBy(gainOfAll(ground, "dmt", MULTIPATH, high(ground)), THIRD),
    reducesBy(latency, HALF),
  ]);
}

export const ROOT_RULE = `reduction of the real-time latency from the worst to the best of three roots, mean over the loads; reproduced: its interval lies above ${NOTICEABLE} and its mean at least at ${SLIGHT_UP_TO}; contradicted: the interval lies below ${NOTICEABLE}; otherwise not reproduced`;

/** "Up/Down is heavily affected by its tree." */
export function rootMatters({ points, at, loads }: Ground): Finding {
  const cell = meanOf(
    `${METRIC_NAMES.realTime} of ${SCHEMES.updown.label}, worst to best root`,
    loads.map((load) => {
      const point = caseOf({ ...at, scheme: "updown", load });
      const roots = rootsOf(point).map((one) =>
        points.records(one).map((record) => valueOf(record, "realTime")),
      );
      const worst = roots[0]!.map((_, seed) => {
        const found = roots.map((list) => list[seed]);
        return found.every((value) => value !== undefined)
          ? Math.max(...found)
          : undefined;
      });
      return compare(
        percentText(load),
        worst,
        points.values(point, "realTime"),
      );
    }),
  );
  return judge(cell, [
    {
      cell,
      holds: isAbove(cell, NOTICEABLE) && cell.estimate!.value >= SLIGHT_UP_TO,
      contrary: isBelow(cell, NOTICEABLE),
      asked: `interval above ${NOTICEABLE}, mean at least ${SLIGHT_UP_TO}`,
    },
  ]);
}
