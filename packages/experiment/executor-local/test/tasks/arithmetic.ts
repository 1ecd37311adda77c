import { appendFileSync } from "node:fs";
import { FabricError } from "@fabriclab/spec";

interface Input {
  readonly n: number;
  readonly what: "square" | "throw" | "refuse" | "exit" | "crash" | "wait";
  /** Every task begun leaves a line here. */
  readonly log: string;
}

let seen = 0;

export async function run(input: Input) {
  appendFileSync(input.log, `${input.n}\n`);
  seen += 1;
  if (input.what === "throw") throw new Error(`cannot square ${input.n}`);
  if (input.what === "refuse") {
    throw new FabricError({
      code: "E_TEST_REFUSED",
      message: "refused",
      got: String(input.n),
      expected: "something else",
    });
  }
  if (input.what === "exit") process.exit(3);
  if (input.what === "crash") {
    setTimeout(() => {
      throw new Error("nobody catches this");
    }, 5);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  if (input.what === "wait") {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  // Unequal durations, so that tasks end in another order than they began.
  await new Promise((resolve) => setTimeout(resolve, (input.n * 7) % 13));
  return { square: input.n * input.n, first: seen >= 1 };
}
