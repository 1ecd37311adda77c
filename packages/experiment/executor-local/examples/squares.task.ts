/** A task module: `run` is called in a worker thread, once per task. */
export const run = ({ n }: { n: number }) => ({ n, square: n * n });
