/**
 * The task module of a study: the sources run as they stand; the build puts the module beside the command, as `<name>-task.js`.
 *
 * @param name the study's folder
 */
export const taskModule = (name: string): URL =>
  import.meta.url.endsWith(".ts")
    ? new URL(`./${name}/run/task.ts`, import.meta.url)
    : new URL(`./${name}-task.js`, import.meta.url);
