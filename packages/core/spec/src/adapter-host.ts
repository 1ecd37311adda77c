const ADAPTER = /^(.*\S)\s+(?:HCA-\d+|(?:mlx|hfi|qib|ib)\w+)$/i;

/** The host's name in a NodeDescription that names a host and one of its adapters: `n11` of `n11 mlx5_0`, the same for all adapters of the host. Undefined for any other description. */
export const adapterHost = (description: string): string | undefined =>
  ADAPTER.exec(description)?.[1];
