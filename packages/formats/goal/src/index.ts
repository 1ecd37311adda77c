export { readGoal, type GoalFile, type ReadOptions } from "./read.ts";
export {
  ANY,
  type GoalOperation,
  type GoalRank,
  type GoalSchedule,
} from "./schedule.ts";
export { goalChunks, writeGoal } from "./write.ts";
