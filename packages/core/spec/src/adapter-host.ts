const ADAPTER = /^(.*\S)\s+(?:HCA-\d+|(?:mlx|hfi|qib|ib)\w+)$/i;

/** The host's name in a NodeDescription of a host and its adapter: `n11` of `n11 mlx5_0`, which stands for all its adapters; undefined where it is no such description. */
export const adapterHost = (description: string): string | undefined =>
  ADAPTER.exec(description)?.[1];
