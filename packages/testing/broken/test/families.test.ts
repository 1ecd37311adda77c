import {
  addressingChecks,
  laneTablesChecks,
  metricChecks,
  multicastTablesChecks,
  patternChecks,
  routingChecks,
  switchChecks,
  tablesChecks,
  topologyChecks,
  trafficChecks,
} from "@fabriclab/testing-conformance";
import {
  brokenAddressings,
  brokenLaneTables,
  brokenMetrics,
  brokenMulticastTables,
  brokenPatterns,
  brokenRoutings,
  brokenSwitches,
  brokenTopologies,
  brokenTraffics,
  brokenUnicastTables,
} from "../src/index.ts";
import { family } from "./family.ts";

family("topologies", brokenTopologies, topologyChecks);
family("addressings", brokenAddressings, addressingChecks);
family("routings", brokenRoutings, routingChecks);
family("unicast tables", brokenUnicastTables, tablesChecks);
family("multicast tables", brokenMulticastTables, multicastTablesChecks);
family("lane tables", brokenLaneTables, laneTablesChecks);
family("switches", brokenSwitches, switchChecks);
family("traffic", brokenTraffics, trafficChecks);
family("patterns", brokenPatterns, patternChecks);
family("metrics", brokenMetrics, metricChecks);
