import { visible } from "@fabriclab/spec";

/** The escape codes of `paint`. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const PAINT = /(\u001b\[(?:1|2|22|31|36|39)m)/;

/** What `visible` makes of a whole report, whose own colours (`paint`) stay. */
export const visibleReport = (text: string): string =>
  text
    .split(PAINT)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join("");
