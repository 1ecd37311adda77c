import type { Suite } from "../suite.ts";
import { audit } from "./audit.ts";
import { boundary, features } from "./boundary.ts";
import { booksim } from "./booksim2.ts";
import { engines } from "./engines.ts";
import { fail } from "./fail.ts";
import { hpp } from "./hpp.ts";
import { iba } from "./iba.ts";
import { kernel } from "./kernel.ts";
import { memory } from "./memory.ts";
import { network, scaling } from "./network.ts";
import { node } from "./node.ts";
import { papers } from "./papers.ts";
import { peerBooksim } from "./peer-booksim2.ts";
import { peerOpensm } from "./peer-opensm.ts";
import { sixth } from "./sixth.ts";
import { startup } from "./startup.ts";
import { sweep } from "./sweep.ts";
import { tables } from "./tables.ts";
import { threads } from "./threads.ts";

/** What runs where nothing is named: the parts that most changes touch. */
export const usual: readonly Suite[] = [kernel, network, tables, audit, sweep];

/** Every suite that needs nothing but g++, in the order they run: much more than ten minutes. */
export const own: readonly Suite[] = [
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
  node,
  memory,
  tables,
  engines,
  audit,
  fail,
  sweep,
  booksim,
];

/** Those that run other programs. */
export const peers: readonly Suite[] = [peerBooksim, peerOpensm];

/** The studies. */
export const studies: readonly Suite[] = [papers];

/** All that can be named. */
export const suites: readonly Suite[] = [...own, ...peers, ...studies];
