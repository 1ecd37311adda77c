/**
 * OpenSM 3.3.23 (C, -O2) under ibsim, on a 2-core virtual machine (AMD EPYC, shared): CPU seconds of the routing computation alone, hop matrices, tables and
 * service levels, the least of one to seven runs. Single runs may be 1.2 to 2 times high.
 */
export interface OpensmTime {
  /** Ports of the switches and levels of the m-port n-tree. */
  readonly ports: number;
  readonly levels: number;
  /** Ours of the same name. */
  readonly engine: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seconds: number;
}

const tree = (
  ports: number,
  levels: number,
  seconds: Readonly<Record<string, number>>,
): OpensmTime[] =>
  Object.entries(seconds).map(([name, value]) => {
    const [engine = name, lanes] = name.split(" on ");
    return {
      ports,
      levels,
      engine,
      ...(lanes === undefined ? {} : { options: { lanes: Number(lanes) } }),
      seconds: value,
    };
  });

export const opensmTimes: readonly OpensmTime[] = [
  ...tree(12, 3, {
    minhop: 0.017,
    updn: 0.011,
    dnup: 0.012,
    dor: 0.017,
    ftree: 0.018,
    sssp: 0.021,
    dfsssp: 0.11,
    "nue on 1": 0.08,
    "nue on 8": 0.134,
  }),
  ...tree(36, 2, { lash: 0.04 }),
  ...tree(24, 3, {
    minhop: 1.387,
    updn: 0.879,
    dnup: 1.159,
    dor: 1.451,
    ftree: 1.205,
    sssp: 1.273,
    dfsssp: 22.207,
    "nue on 1": 11.119,
    "nue on 8": 29.461,
  }),
  ...tree(36, 3, {
    minhop: 22.083,
    updn: 23.019,
    ftree: 16.552,
    sssp: 21.222,
    "nue on 1": 222.529,
  }),
];
