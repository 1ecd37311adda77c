/** Whether a line is one of `ibnetdiscover -p`. */
export const isPortLine = (text: string): boolean =>
  /^\s*(?:CA|SW|RT)\s+\d+\s+\d+\s+0x[0-9a-f]{1,16}\s/i.test(text);
