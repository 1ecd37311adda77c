import { compose, type Experiment } from "@fabriclab/sim";
import { bytes } from "@fabriclab/units";
import { mostLoadedChannel } from "./bound.ts";

/** An experiment with its tables made, and the bound that its makespan has. */
export interface Prepared {
  readonly experiment: Experiment;
  /** Most packets that any channel has to carry. */
  readonly boundPackets: number;
}

/** More than there are seeds, since the tasks of one case and size stand next to each other. */
const KEPT = 32;

/** Fabric, tables and bound do not depend on the size of a message: the last ones are kept, for tasks that differ in it. */
export class Preparation {
  readonly #kept = new Map<string, Prepared>();

  /**
   * @param key everything that tables and traffic depend on, the size of a message left out
   * @param size bytes of a message
   * @param experiment called where no earlier task had the key
   */
  of(key: string, size: number, experiment: () => Experiment): Prepared {
    let found = this.#kept.get(key);
    if (found === undefined) {
      found = prepared(experiment());
      const oldest = this.#kept.keys().next();
      if (this.#kept.size >= KEPT && oldest.done !== true)
        this.#kept.delete(oldest.value);
      this.#kept.set(key, found);
    }
    const traffic = found.experiment.traffic.map((use) => ({
      ...use,
      options: { ...(use.options as object), size: bytes(size) },
    }));
    return { ...found, experiment: { ...found.experiment, traffic } };
  }
}

function prepared(experiment: Experiment): Prepared {
  const { tables, traffic } = compose(experiment);
  return {
    experiment: { ...experiment, tables: { given: tables } },
    boundPackets: mostLoadedChannel(experiment.fabric, tables, traffic[0]!),
  };
}
