export {
  batchCounts,
  batchMeans,
  batchMeansOfValues,
  rebatch,
  type BatchMeans,
} from "./batch-means.ts";
export { CollapsingSeries } from "./collapsing-series.ts";
export {
  halfWidth,
  meanInterval,
  ratioInterval,
  type ConfidenceInterval,
} from "./confidence-interval.ts";
export { incompleteBeta } from "./incomplete-beta.ts";
export { IndependentReplications } from "./independent-replications.ts";
export { logGamma } from "./log-gamma.ts";
export { mser5, type Mser5 } from "./mser5.ts";
export { normalCdf, normalQuantile } from "./normal-quantile.ts";
export {
  detectSaturation,
  type LoadWindow,
  type Saturation,
} from "./saturation.ts";
export {
  precise,
  relativeHalfWidth,
  type StoppingRule,
} from "./stopping-rule.ts";
export { studentTQuantile } from "./student-t.ts";
