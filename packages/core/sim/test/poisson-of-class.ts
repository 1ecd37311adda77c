import { poisson } from "@fabriclab/traffic-poisson";

class Offering {
  readonly load = 1;
  sourceLoad(): number {
    return this.load;
  }
}

/** Poisson traffic whose load of 1 is told by a method that needs its object, as that of a plugin's own class may. */
export const poissonOfClass: typeof poisson = {
  ...poisson,
  create: (...given) =>
    Object.assign(new Offering(), {
      ...poisson.create(...given),
      sourceLoad: Offering.prototype.sourceLoad,
    }),
};
