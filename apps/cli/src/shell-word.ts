/** A word of a command as it may be pasted into a shell: between single quotation marks where the shell would part it or read more into it. */
export const shellWord = (text: string): string =>
  /^[\w./:=,@%+…-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
