export {
  brokenRoutings,
  shortest,
  unwrittenRouting,
  type Broken,
  type BrokenRoutingSetup,
} from "./routings.ts";
