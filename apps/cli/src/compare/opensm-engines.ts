/**
 * Routings that OpenSM has, and whose forwarding tables are its own entry by entry, so that what is measured is what it will do; with what they need in its
 * options besides `routing_engine`. Others (nue, whose tables differ from OpenSM's, among them) have to be loaded from files.
 */
export const OPENSM_ENGINES: Readonly<Record<string, readonly string[]>> = {
  minhop: [],
  updn: [],
  dnup: [],
  dor: [],
  ftree: [],
  sssp: [],
  // These tell SLs apart, which OpenSM sets up with QoS only.
  dfsssp: ["qos TRUE"],
  lash: ["qos TRUE"],
  "torus-2qos": [
    "qos TRUE",
    "# torus_config: dimensions and seed of the torus, to be written by hand (see torus-2QoS.conf(5))",
  ],
};

/** The name by which OpenSM knows an engine. */
export const opensmName = (engine: string): string =>
  engine === "torus-2qos" ? "torus-2QoS" : engine;
