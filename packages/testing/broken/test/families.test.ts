import {
  addressingChecks,
  arbiterChecks,
  dropChecks,
  hcaChecks,
  laneSchedulerChecks,
  replicationChecks,
  laneTablesChecks,
  metricChecks,
  multicastTablesChecks,
  patternChecks,
  routingChecks,
  selectChecks,
  switchChecks,
  tablesChecks,
  topologyChecks,
  trafficChecks,
} from "@fabriclab/testing-conformance";
import {
  brokenAddressings,
  brokenArbiters,
  brokenDrops,
  brokenHcas,
  brokenLaneSchedulers,
  brokenReplications,
  brokenLaneTables,
  brokenMetrics,
  brokenMulticastTables,
  brokenPatterns,
  brokenRoutings,
  brokenSelects,
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
family("arbiters", brokenArbiters, arbiterChecks);
family("lane schedulers", brokenLaneSchedulers, laneSchedulerChecks);
family("replications", brokenReplications, replicationChecks);
family("choices among ports", brokenSelects, selectChecks);
family("drop policies", brokenDrops, dropChecks);
family("host adapters", brokenHcas, hcaChecks);
family("traffic", brokenTraffics, trafficChecks);
family("patterns", brokenPatterns, patternChecks);
family("metrics", brokenMetrics, metricChecks);
