import { randomStream } from "@fabriclab/kernel";
import {
  portMask,
  portsOf,
  type PortMask,
  type Select,
  type SelectFactory,
} from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";
import type { Finding } from "./check.ts";

type Result = Omit<Finding, "where"> | undefined;

/** What a switch asks when it routes a head. */
interface Question {
  readonly sw: number;
  readonly preferred: number;
  readonly candidates: PortMask;
  readonly hops: number;
  readonly lane: number;
  readonly credits: Int32Array;
}

const SWITCHES = 3;
/** Masks of two words. */
const PORTS = 40;
const WORDS = 2;
const LANES = 3;
const AT = 2;
/** More than any livelock guard waits for. */
export const FAR = 65_535;

/** A fresh choice of the size that the searches ask. */
export const fresh = (factory: SelectFactory): Select =>
  factory.create(SWITCHES, PORTS, LANES);

/** Random questions, the same at every call; a packet that has just come asks (`hops` 0) unless told otherwise. */
function* questions(rounds: number, hops = 0): Generator<Question> {
  const random = randomStream(1, "questions");
  for (let round = 0; round < rounds; round++) {
    // A handful, as a fat tree's or a mesh's switch has them: of many ports few questions would ask the same again.
    const drawn = new Set<number>();
    for (let left = 1 + random.below(5); left > 0; left--)
      drawn.add(1 + random.below(PORTS - 1));
    const candidates = portMask(drawn, WORDS);
    const ports = portsOf(candidates);
    const credits = new Int32Array(AT + PORTS);
    for (const port of ports) credits[AT + port] = random.below(100);
    yield {
      sw: random.below(SWITCHES),
      preferred:
        round % 10 === 0 ? NO_PORT : (ports[random.below(ports.length)] ?? 1),
      candidates,
      hops,
      lane: random.below(LANES),
      credits,
    };
  }
}

const ask = (
  select: Select,
  question: Question,
  credits?: Int32Array,
): number =>
  select.pick(
    question.sw,
    question.preferred,
    question.candidates,
    question.hops,
    credits ?? question.credits,
    AT,
    question.lane,
  );

export const show = ({ candidates, preferred }: Question): string =>
  `ports ${portsOf(candidates).join(", ")} (the table's: ${preferred === NO_PORT ? "none" : preferred})`;

export function outsider(select: Select): Result {
  for (const question of questions(400)) {
    const choice = ask(select, question);
    if (portsOf(question.candidates).includes(choice))
      select.granted(question.sw, choice, question.lane);
    else
      return {
        what: `${choice} is chosen among ${show(question)}`,
        todo: "return one of the candidates' numbers; only a livelock guard may insist on the table's port",
      };
  }
  return undefined;
}

export function movedByAsking(select: Select): Result {
  const list = [...questions(200)];
  for (const [k, question] of list.entries()) {
    const choice = ask(select, question);
    for (const other of list.slice(k + 1, k + 6)) ask(select, other);
    const again = ask(select, question);
    if (again !== choice)
      return {
        what: `${choice} is chosen among ${show(question)}, then ${again}, and nothing was granted in between`,
        todo: "let state move in granted() only",
      };
    select.granted(question.sw, choice, question.lane);
  }
  return undefined;
}

export function movedByOthers(select: Select): Result {
  const list = [...questions(400)];
  for (const [k, question] of list.entries()) {
    const choice = ask(select, question);
    for (const other of list.slice(k + 1, k + 12))
      if (other.sw !== question.sw)
        select.granted(other.sw, ask(select, other), other.lane);
    const after = ask(select, question);
    if (after !== choice)
      return {
        what: `${choice} is chosen among ${show(question)}, and ${after} once other switches have sent packets`,
        todo: "keep state per switch",
      };
    select.granted(question.sw, choice, question.lane);
  }
  return undefined;
}

export function different(one: Select, other: Select): Result {
  for (const question of questions(300)) {
    const [a, b] = [ask(one, question), ask(other, question)];
    if (a !== b)
      return {
        what: `${a} is chosen among ${show(question)} once, and ${b} again`,
        todo: "keep no state between calls of create(), and take no chance without a seed",
      };
    one.granted(question.sw, a, question.lane);
    other.granted(question.sw, b, question.lane);
  }
  return undefined;
}

export function wrongCredits(
  { needsCredits }: SelectFactory,
  select: Select,
): Result {
  const none = new Int32Array(AT + PORTS);
  let depends = false;
  for (const question of questions(300)) {
    const choice = ask(select, question);
    if (ask(select, question, none) !== choice) depends = true;
    select.granted(question.sw, choice, question.lane);
  }
  if (depends === needsCredits) return undefined;
  return depends
    ? {
        what: "choices depend on credits that are not asked for",
        todo: "set needsCredits, without which no credits are filled in",
      }
    : {
        what: "credits are asked for, and no choice depends on them",
        todo: "set needsCredits to false: filling them in takes time",
      };
}

/** The same ports ask again and again; the more a port was used, the less room is behind it. */
export function neverTaken(factory: SelectFactory): Result {
  for (const [sw, ports] of [
    [1, 2],
    [2, 38],
    [1, 31, 32],
  ].entries()) {
    const select = fresh(factory);
    const credits = new Int32Array(AT + PORTS).fill(1000);
    const taken = new Set<number>();
    for (let round = 0; round < 200; round++) {
      const choice = ask(select, {
        sw,
        preferred: ports[0] ?? NO_PORT,
        candidates: portMask(ports, WORDS),
        hops: 0,
        lane: 1,
        credits,
      });
      taken.add(choice);
      credits[AT + choice] = (credits[AT + choice] ?? 0) - 1;
      select.granted(sw, choice, 1);
    }
    const left = ports.filter((port) => !taken.has(port));
    if (left.length > 0)
      return {
        what: `in 200 choices among ports ${ports.join(", ")} port ${left.join(", ")} is never taken`,
        todo: "spread packets over the ports: by their use, by the room behind them, or by a seeded draw",
      };
  }
  return undefined;
}

/** A packet that has come far and does not take the table's port. */
export function wandering(
  select: Select,
): { readonly question: Question; readonly choice: number } | undefined {
  for (const question of questions(300, FAR)) {
    const choice = ask(select, question);
    if (question.preferred !== NO_PORT && choice !== question.preferred)
      return { question, choice };
    select.granted(question.sw, choice, question.lane);
  }
  return undefined;
}
