/** One end of a cable by the file's own names. */
export const linkKey = (nodeId: string, num: number): string =>
  `${nodeId}[${num}]`;
