import type { Command } from "commander";
import { collects } from "./collect.ts";
import { type Context, note } from "./context.ts";

/** Says, where a flag of one value is given again with another, that the earlier value has no effect. */
export function tellRepeated(command: Command, context: Context): void {
  for (const option of command.options) {
    if (option.isBoolean() || collects(option.parseArg)) continue;
    const flag = option.long ?? option.flags;
    let before: string | undefined;
    command.on(`option:${option.name()}`, (value: string | null) => {
      const given = value ?? "";
      if (before !== undefined && before !== given)
        note(
          context,
          `note: ${`${flag} ${before}`.trimEnd()} has no effect: a later ${flag} replaces it`,
        );
      before = given;
    });
  }
}
