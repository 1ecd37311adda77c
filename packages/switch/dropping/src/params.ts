import { asks, flagParam, intParam } from "@fabriclab/spec";

/** Why an option has no effect where every limit is infinite. */
export const unlimited = "without a limit nothing is dropped";

export const selectiveParam = () =>
  flagParam(true)
    .describe(
      "only packets that their traffic marks as droppable are dropped; false = all that wait, management packets included",
    )
    .meta(asks("drop-all", false));

export const stallCountParam = () =>
  intParam({ min: 0, max: 7, default: 0 }).describe(
    "VLStallCount: so many head-of-queue drops in a row, with nothing sent in between, stall the queue: for 8 head lifetimes it drops every droppable packet that cannot leave at once; 0 = never",
  );
