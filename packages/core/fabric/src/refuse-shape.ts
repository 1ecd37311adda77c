import { FabricError } from "@fabriclab/units";

/** Refuses a fabric: the node or port that differs, what stands there, what should. */
export type RefuseShape = (
  path: string,
  got: string,
  expected: string,
) => never;

/** How a topology says that a fabric is not one of its own: always with this code and message. */
export function refuseShape(code: `E_${string}`, message: string): RefuseShape {
  return (path, got, expected) => {
    throw new FabricError({ code, message, where: { path }, got, expected });
  };
}

/** What `read` returns, or undefined where it refuses with that code; other errors pass. */
export function unlessRefused<T>(code: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (FabricError.is(error) && error.code === code) return undefined;
    throw error;
  }
}
