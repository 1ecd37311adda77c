import type { Suite } from "../suite.ts";
import { audit } from "./audit.ts";
import { boundary, features } from "./boundary.ts";
import { booksim } from "./booksim2.ts";
import { design } from "./design.ts";
import { engines } from "./engines.ts";
import { hpp } from "./hpp.ts";
import { iba } from "./iba.ts";
import { kernel } from "./kernel.ts";
import { memory } from "./memory.ts";
import { network, scaling } from "./network.ts";
import { sixth } from "./sixth.ts";
import { startup } from "./startup.ts";
import { threads } from "./threads.ts";

/** Every suite, in the order they run. */
export const suites: readonly Suite[] = [
  kernel,
  network,
  scaling,
  boundary,
  threads,
  features,
  sixth,
  iba,
  hpp,
  startup,
  memory,
  design,
  engines,
  audit,
  booksim,
];
