import { xy } from "@fabriclab/routing-xy";
import { defineRouting } from "@fabriclab/spec";

/** XY without the paths to the LIDs that are forgotten. */
const forgetful = (name: string, isForgotten: (lid: number) => boolean) =>
  defineRouting({
    ...xy,
    name,
    create(context, options) {
      const rule = xy.create(context, options);
      if ("tables" in rule) throw new Error("no rule");
      return {
        ...rule,
        candidates: (at, lid, out) =>
          isForgotten(lid) ? 0 : rule.candidates(at, lid, out),
      };
    },
  });

/** Plugins of somebody else's, by whose tables packets are lost. */
export const nowhere = forgetful("nowhere", () => true);
/** `sequential` numbers hosts from 1 on. */
export const notToFirst = forgetful("not-to-first", (lid) => lid === 1);
