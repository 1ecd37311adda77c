import { hpp2008 } from "../../src/reproduce/hpp2008/index.ts";
import { reproduce, type Reproduced } from "../../src/reproduce/reproduce.ts";

/** The runs, figures, claims and pages of hpp2008 with made-up results, in the folder `out`. */
export const madeUp = (
  out: string,
  workers: number,
  onEnded: (ended: number) => void = () => undefined,
): Promise<Reproduced> =>
  reproduce(
    { ...hpp2008, module: new URL("./hpp-made-up.ts", import.meta.url) },
    {
      quick: true,
      seeds: 2,
      out,
      workers,
      onProgress: ({ ended }) => {
        onEnded(ended);
      },
    },
  );

// As a program: kills itself, as kill -9 does, after so many runs.
const [, , folder, runs] = process.argv;
if (import.meta.main && folder !== undefined)
  await madeUp(folder, 1, (ended) => {
    if (ended >= Number(runs)) process.kill(process.pid, "SIGKILL");
  });
