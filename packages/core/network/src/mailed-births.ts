import { FIRST_BIRTH, lateBirthIndex, lateBirthWord } from "@fabriclab/spec";
import type { LateBirths } from "./late-births.ts";
import * as L from "./layout.ts";

/** Words of a late birth in a mailbox. */
export const BIRTH_WORDS = 2;
const HIGH = 2 ** 32;

/** Words of the message that begins with `first`. */
export const wordsOf = (first: number): number =>
  first >= 0 ? L.PACKET_WORDS : L.CREDIT_WORDS;

/**
 * Gives the packets among the messages from `from` to `to` whose birth is late numbers of their own in place of their birth words, which nobody but this part
 * can read, and writes the births, by these numbers, before `end`, the end of this half of the mailbox.
 */
export function mailBirths(
  births: LateBirths,
  mail: Int32Array,
  from: number,
  to: number,
  end: number,
): void {
  let index = 0;
  for (let at = from; at < to; at += wordsOf(mail[at]!)) {
    if (mail[at]! < 0) continue;
    const word = mail[at + L.K_BIRTH]!;
    if (word >= FIRST_BIRTH) continue;
    const tick = births.tickOf(word);
    const place = end - (index + 1) * BIRTH_WORDS;
    mail[place] = tick % HIGH;
    mail[place + 1] = tick / HIGH;
    mail[at + L.K_BIRTH] = lateBirthWord(index);
    index++;
  }
}

/** Absolute tick of the birth that {@link mailBirths} wrote for a birth word. */
export function mailedBirth(
  mail: Int32Array,
  word: number,
  end: number,
): number {
  const place = end - (lateBirthIndex(word) + 1) * BIRTH_WORDS;
  return (mail[place]! >>> 0) + HIGH * mail[place + 1]!;
}
