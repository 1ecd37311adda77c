import type { BookSimConfiguration } from "./configurations.ts";

const routing = { mesh: "dim_order", fattree: "nca", fly: "dest_tag" } as const;

/** The same for all: the router's pipeline, one iteration of iSLIP, uniform traffic, and as many samples as there may be. */
const shared = {
  use_noc_latency: "0",
  injection_rate_uses_flits: "1",
  routing_delay: "0",
  vc_alloc_delay: "1",
  sw_alloc_delay: "1",
  st_prepare_delay: "0",
  st_final_delay: "1",
  credit_delay: "0",
  input_speedup: "1",
  output_speedup: "1",
  internal_speedup: "1.0",
  vc_allocator: "islip",
  sw_allocator: "islip",
  alloc_iters: "1",
  traffic: "uniform",
  seed: "1",
  warmup_periods: "1",
  max_samples: "4",
  stopping_thres: "-1.0",
  acc_stopping_thres: "-1.0",
  warmup_thres: "-1.0",
  acc_warmup_thres: "-1.0",
  latency_thres: "-1.0",
  deadlock_warn_timeout: "100000",
};

/** BookSim2's keys and values of a configuration. */
export const settingsOf = (
  configuration: BookSimConfiguration,
): Readonly<Record<string, string>> => ({
  ...shared,
  topology: configuration.topology,
  k: String(configuration.k),
  n: String(configuration.n),
  routing_function: routing[configuration.topology],
  num_vcs: String(configuration.virtualChannels),
  vc_buf_size: String(configuration.vcBuffer),
  packet_size: String(configuration.flits),
  injection_rate: configuration.rate.toFixed(4),
  wait_for_tail_credit: configuration.tailCredit ? "1" : "0",
  hold_switch_for_packet: configuration.hold ? "1" : "0",
  sample_period: String(configuration.samplePeriod),
  sim_type: configuration.saturated ? "throughput" : "latency",
});

/** The text of its configuration file. */
export const cfgText = (configuration: BookSimConfiguration): string =>
  Object.entries(settingsOf(configuration))
    .map(([key, value]) => `${key} = ${value};\n`)
    .join("");
