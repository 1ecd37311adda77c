export { readGoal, type GoalFile, type ReadOptions } from "./read.ts";
export type { GoalOperation, GoalRank, GoalSchedule } from "./schedule.ts";
export { writeGoal } from "./write.ts";
