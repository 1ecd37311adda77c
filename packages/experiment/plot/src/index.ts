export type * from "./chart.ts";
export type {
  FactorValue,
  PlotData,
  PlotFactor,
  PlotMetric,
  PlotPoint,
  PlotStep,
  PlotValue,
} from "./data.ts";
export { fixedFactors } from "./data.ts";
export {
  channelsOf,
  fabricMap,
  type ChannelValue,
  type FabricMap,
} from "./fabric-map.ts";
export * from "./figure.ts";
export type { LayoutWish } from "./layout.ts";
export { lettersWithoutSign } from "./font.ts";
export * from "./latency-load.ts";
export { keepWhere } from "./where.ts";
export { words as metricLabel } from "./metric-axis.ts";
export type { OverWish } from "./over-result.ts";
export { metricFigure, type PlotKind, type PlotWish } from "./metric-chart.ts";
export { whyNoMean } from "./nothing-in.ts";
export * from "./png.ts";
export { together, type Together } from "./together.ts";
export type { Marker } from "./style.ts";
export { percentLabel, sizeLabel } from "./ticks.ts";
