import { FabricError, type SwitchModel } from "@fabriclab/spec";
import type { Experiment } from "./experiment.ts";

/**
 * The switch model with its parts.
 *
 * @throws FabricError of a plugin; E_SIM_PART_IGNORED where the model leaves out a crossbar scheduler, a choice of ports or a drop policy that it was given
 */
export function composeSwitch({
  use,
  arbiter,
  laneScheduler,
  crossbarScheduler,
  replication,
  select,
  drop,
}: Experiment["switchModel"]): SwitchModel {
  const model = use.plugin.build(use.options, {
    arbiter: arbiter.plugin.build(arbiter.options),
    laneScheduler: laneScheduler.plugin.build(laneScheduler.options),
    ...(crossbarScheduler === undefined
      ? {}
      : {
          crossbarScheduler: crossbarScheduler.plugin.build(
            crossbarScheduler.options,
          ),
        }),
    replication: replication.plugin.build(replication.options),
    ...(select === undefined
      ? {}
      : { select: select.plugin.build(select.options) }),
    ...(drop === undefined ? {} : { drop: drop.plugin.build(drop.options) }),
  });
  for (const [key, part] of [
    ["crossbarScheduler", crossbarScheduler],
    ["select", select],
    ["drop", drop],
  ] as const) {
    if (part === undefined || model[key] !== undefined) continue;
    throw new FabricError({
      code: "E_SIM_PART_IGNORED",
      message: `the switch model ${model.name} makes no use of a ${key} part`,
      where: { path: key },
      got: `${key}: ${part.plugin.name}`,
      expected: `no ${key}, or a switch model that takes one`,
      hint: `leave out ${key}, or name another switch`,
    });
  }
  return model;
}
