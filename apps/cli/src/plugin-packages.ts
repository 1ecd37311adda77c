import * as meshXy from "@fabriclab/addressing-mesh-xy";
import * as multipleLid from "@fabriclab/addressing-multiple-lid";
import * as opensmLids from "@fabriclab/addressing-opensm";
import * as pathBits from "@fabriclab/addressing-path-bits";
import * as sequential from "@fabriclab/addressing-sequential";
import * as injector from "@fabriclab/hca-injector";
import * as queuePair from "@fabriclab/hca-queue-pair";
import * as barrier from "@fabriclab/metrics-barrier";
import * as completion from "@fabriclab/metrics-completion";
import * as deadline from "@fabriclab/metrics-deadline";
import * as drops from "@fabriclab/metrics-drops";
import * as latency from "@fabriclab/metrics-latency";
import * as linkLoad from "@fabriclab/metrics-link-load";
import * as order from "@fabriclab/metrics-order";
import * as pathUsage from "@fabriclab/metrics-path-usage";
import * as throughput from "@fabriclab/metrics-throughput";
import * as cyclic from "@fabriclab/routing-cyclic";
import * as dfsssp from "@fabriclab/routing-dfsssp";
import * as dnup from "@fabriclab/routing-dnup";
import * as dor from "@fabriclab/routing-dor";
import * as ftree from "@fabriclab/routing-ftree";
import * as lash from "@fabriclab/routing-lash";
import * as minhop from "@fabriclab/routing-minhop";
import * as multipath from "@fabriclab/routing-multipath";
import * as negativeFirst from "@fabriclab/routing-negative-first";
import * as northLast from "@fabriclab/routing-north-last";
import * as nue from "@fabriclab/routing-nue";
import * as singleLid from "@fabriclab/routing-single-lid";
import * as spf from "@fabriclab/routing-spf";
import * as sssp from "@fabriclab/routing-sssp";
import * as torus2qos from "@fabriclab/routing-torus-2qos";
import * as torusXy from "@fabriclab/routing-torus-xy";
import * as updown from "@fabriclab/routing-updown";
import * as updn from "@fabriclab/routing-updn";
import * as westFirst from "@fabriclab/routing-west-first";
import * as xy from "@fabriclab/routing-xy";
import * as arbiters from "@fabriclab/switch-arbiters";
import * as dropping from "@fabriclab/switch-dropping";
import * as iba from "@fabriclab/switch-iba";
import * as pathSelect from "@fabriclab/switch-path-select";
import * as hpp from "@fabriclab/switch-hpp";
import * as relay from "@fabriclab/switch-relay";
import * as replication from "@fabriclab/switch-replication";
import * as vlArbitration from "@fabriclab/switch-vl-arbitration";
import * as hamiltonianPath from "@fabriclab/tables-hamiltonian-path";
import * as linear from "@fabriclab/tables-linear";
import * as multicastSourceTree from "@fabriclab/tables-multicast-source-tree";
import * as multicastSpanningTree from "@fabriclab/tables-multicast-spanning-tree";
import * as multicastUnion from "@fabriclab/tables-multicast-union";
import * as pathBitTable from "@fabriclab/tables-path-bit-table";
import * as serviceLanes from "@fabriclab/tables-service-lanes";
import * as dragonfly from "@fabriclab/topology-dragonfly";
import * as dragonflyPlus from "@fabriclab/topology-dragonfly-plus";
import * as fatTree from "@fabriclab/topology-fat-tree";
import * as hyperx from "@fabriclab/topology-hyperx";
import * as irregular from "@fabriclab/topology-irregular";
import * as mesh from "@fabriclab/topology-mesh";
import * as slimFly from "@fabriclab/topology-slim-fly";
import * as torus from "@fabriclab/topology-torus";
import * as xgft from "@fabriclab/topology-xgft";
import * as barrierOperation from "@fabriclab/traffic-barrier-operation";
import * as collectiveOperation from "@fabriclab/traffic-collective-operation";
import * as connection from "@fabriclab/traffic-connection";
import * as multicastOperation from "@fabriclab/traffic-multicast-operation";
import * as constantRate from "@fabriclab/traffic-constant-rate";
import * as control from "@fabriclab/traffic-control";
import * as mpeg2 from "@fabriclab/traffic-mpeg2";
import * as patterns from "@fabriclab/traffic-patterns";
import * as poisson from "@fabriclab/traffic-poisson";
import type { AnyPlugin } from "@fabriclab/formats-scenario";
import { pluginsOf } from "./plugins-of.ts";

/** The one list of plugin packages that the command comes with. */
const packages: readonly object[] = [
  fatTree,
  irregular,
  mesh,
  xgft,
  dragonfly,
  dragonflyPlus,
  slimFly,
  hyperx,
  torus,
  sequential,
  opensmLids,
  multipleLid,
  meshXy,
  pathBits,
  cyclic,
  singleLid,
  xy,
  negativeFirst,
  westFirst,
  northLast,
  torusXy,
  ftree,
  dfsssp,
  lash,
  torus2qos,
  nue,
  sssp,
  dnup,
  updn,
  dor,
  minhop,
  multipath,
  spf,
  updown,
  linear,
  pathBitTable,
  multicastUnion,
  multicastSpanningTree,
  multicastSourceTree,
  hamiltonianPath,
  serviceLanes,
  hpp,
  relay,
  arbiters,
  replication,
  iba,
  vlArbitration,
  pathSelect,
  dropping,
  injector,
  poisson,
  constantRate,
  multicastOperation,
  mpeg2,
  control,
  patterns,
  latency,
  throughput,
  completion,
  deadline,
  linkLoad,
  drops,
  order,
  pathUsage,
  queuePair,
  collectiveOperation,
  barrierOperation,
  barrier,
  connection,
];

/** Every plugin that comes with the command. Nothing here needs Node, so that the playground has the same list. */
export const builtInPlugins = (): AnyPlugin[] =>
  packages.flatMap((one) => pluginsOf(one));
