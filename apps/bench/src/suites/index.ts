import type { Suite } from "../suite.ts";
import { booksim } from "./booksim2.ts";
import { design } from "./design.ts";
import { network, scaling } from "./network.ts";

/** Every suite, in the order they run. */
export const suites: readonly Suite[] = [design, network, scaling, booksim];
