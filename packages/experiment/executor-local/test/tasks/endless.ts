// Loading this never ends.
await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));

export const run = (): null => null;
