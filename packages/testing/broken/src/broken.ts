/** A plugin that is wrong on purpose, the input that shows it, and the one check that must find it. */
export interface Broken<Plugin, Setup> {
  readonly plugin: Plugin;
  readonly setup: Setup;
  /** Name of the check. */
  readonly fails: string;
}
