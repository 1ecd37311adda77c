import { choiceParam, intParam } from "@fabriclab/spec";

/** Which channels to report. */
export const channelsParam = () =>
  choiceParam(["all", "switch", "host"], "all").describe(
    "all channels, those between switches, or those from and to hosts",
  );

/** How many of them to name. */
export const topParam = () => intParam({ min: 0, default: 5 });
