const [SPACE, TAB, COMMA] = [32, 9, 44] as const;
const [ZERO, LETTER_A, LETTER_X] = [48, 97, 120] as const;
/** Digits of a number that a 32-bit integer is sure to hold. */
const MOST_DIGITS = { 10: 9, 16: 7 } as const;

/** Reads numbers, decimal or hexadecimal with 0x, that stand in a row with white space between them, or commas where they are allowed. */
export class NumberRow {
  readonly #commas: boolean;

  readonly values = new Int32Array(32);
  /** Behind the last number read and the white space after it. */
  at = 0;

  constructor(options: { readonly commas: boolean }) {
    this.#commas = options.commas;
  }

  /**
   * Reads up to `most` numbers.
   *
   * @returns how many; fewer where something else comes, or a number too large to be one of a dump
   */
  read(bytes: Uint8Array, from: number, most: number): number {
    let at = from;
    let count = 0;
    for (;;) {
      let byte = bytes[at] ?? 0;
      while (
        byte === SPACE ||
        byte === TAB ||
        (byte === COMMA && count > 0 && this.#commas)
      )
        byte = bytes[++at] ?? 0;
      this.at = at;
      if (count === most) return count;
      let value = 0;
      let digits = 0;
      if (byte === ZERO && bytes[at + 1] === LETTER_X) {
        at += 2;
        for (;;) {
          const digit = hexDigit(bytes[at] ?? 0);
          if (digit < 0) break;
          value = (value << 4) | digit;
          at++;
          digits++;
        }
        if (digits === 0 || digits > MOST_DIGITS[16]) return count;
      } else {
        for (;;) {
          const digit = (bytes[at] ?? 0) - ZERO;
          if (digit < 0 || digit > 9) break;
          value = (value * 10 + digit) | 0;
          at++;
          digits++;
        }
        if (digits === 0 || digits > MOST_DIGITS[10]) return count;
      }
      this.values[count++] = value;
    }
  }
}

function hexDigit(byte: number): number {
  const digit = byte - ZERO;
  if (digit >= 0 && digit <= 9) return digit;
  const letter = (byte | 32) - LETTER_A;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}
