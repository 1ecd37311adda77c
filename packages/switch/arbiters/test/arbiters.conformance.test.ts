import { arbiterKit, laneSchedulerKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import {
  matrix,
  oldestFirst,
  roundRobin,
  roundRobinLanes,
} from "../src/index.ts";

arbiterKit(roundRobin, [{}], { describe, it });
arbiterKit(matrix, [{}], { describe, it });
arbiterKit(oldestFirst, [{}], { describe, it });
laneSchedulerKit(roundRobinLanes, [{}], { describe, it });
