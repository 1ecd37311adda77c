import { FabricError } from "@fabriclab/spec";
import { familyTitle, type AnyPlugin } from "@fabriclab/formats-scenario";
import { entryOfPlugin, framesIn } from "./plugin-frames.ts";

/** A module of `--plugin`, and what of it has been called. */
interface Loaded {
  /** Where the module lies; undefined where it is no file. */
  readonly entry: string | undefined;
  readonly plugins: readonly AnyPlugin[];
  readonly called: Set<AnyPlugin>;
}

/** Of this thread, by the module's name as the user wrote it: what an error is held against. Nothing but the words of errors depends on it. */
const loaded = new Map<string, Loaded>();

/** Calls of the contract whose answer is a value to work with. */
const MAKERS = new Set(["create", "build", "assign", "read"]);

/** Frames of a stack that are kept: an error deep inside a library that a plugin calls is the plugin's. */
const FRAMES = 50;

/**
 * The plugins of a module, with every call of the contract watched: what it throws is told as the plugin's, unless it is a refusal (FabricError).
 *
 * @param specifier the module, as the user named it
 * @param url where it was imported from
 */
export function watchPlugins(
  specifier: string,
  url: string,
  plugins: readonly AnyPlugin[],
): AnyPlugin[] {
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, FRAMES);
  const module: Loaded = {
    entry: entryOfPlugin(url),
    plugins,
    called: new Set(),
  };
  loaded.set(specifier, module);
  return plugins.map((plugin) => watched(specifier, module, plugin));
}

/**
 * The refusal that an error is which comes out of a module of `--plugin`; any other error as it is.
 *
 * What the calls of the contract throw is told where they are made; this is for what they return (a rule's `candidates`, a stream's `next`), which is called too
 * often to be watched: its place is in the error's stack.
 *
 * @param modules named with `--plugin`
 * @returns FabricError `E_CLI_PLUGIN_THREW`, or `error`
 */
export function blamePlugin(
  modules: readonly string[],
  error: unknown,
): unknown {
  if (FabricError.is(error)) return error;
  for (const specifier of modules) {
    const module = loaded.get(specifier);
    if (module === undefined) continue;
    const { entry, called, plugins } = module;
    const frames = framesIn(entry, error);
    // Why: nothing of ours throws what is no Error, which has no stack.
    if (frames.length === 0 && (error instanceof Error || called.size === 0))
      continue;
    return thrown(
      specifier,
      error,
      frames.at(-1)?.call,
      called.size === 0 ? plugins : [...called],
      entry,
    );
  }
  return error;
}

/** Does `act`; what it throws is told as `blamePlugin` has it. For what threads do: their answers cross without the errors' classes. */
export async function blamingPlugins<T>(
  modules: readonly string[],
  act: () => T | Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw blamePlugin(modules, error);
  }
}

function watched(
  specifier: string,
  module: Loaded,
  plugin: AnyPlugin,
): AnyPlugin {
  // Why a copy: the module's own value may be frozen, and is its own.
  const copy: Record<string, unknown> = {};
  Object.setPrototypeOf(copy, Object.getPrototypeOf(plugin) as object | null);
  Object.assign(copy, plugin);
  for (const [name, call] of callsOf(plugin)) {
    copy[name] = (...given: unknown[]): unknown => {
      module.called.add(plugin);
      let made: unknown;
      try {
        made = call.apply(plugin, given);
      } catch (error) {
        throw FabricError.is(error)
          ? error
          : thrown(specifier, error, name, [plugin], module.entry);
      }
      if (MAKERS.has(name)) refuseNoValue(made, specifier, name, plugin);
      return made;
    };
  }
  copy["claims"] = watchedClaims(specifier, module, plugin);
  return copy as unknown as AnyPlugin;
}

/** A plugin's claims, of which the functions and getters are watched; those of a class are its own. */
function watchedClaims(
  specifier: string,
  module: Loaded,
  plugin: AnyPlugin,
): unknown {
  const { claims } = plugin as { readonly claims?: unknown };
  if (
    typeof claims !== "object" ||
    claims === null ||
    Object.getPrototypeOf(claims) !== Object.prototype
  )
    return claims;
  const copy = {};
  for (const [name, own] of Object.entries(
    Object.getOwnPropertyDescriptors(claims) as Record<
      string,
      TypedPropertyDescriptor<unknown>
    >,
  )) {
    const watch =
      (ask: Call): Call =>
      (...given) => {
        try {
          return ask.apply(claims, given);
        } catch (error) {
          if (FabricError.is(error)) throw error;
          const call = `claims.${name}`;
          throw thrown(specifier, error, call, [plugin], module.entry);
        }
      };
    const { value, get } = own;
    Object.defineProperty(copy, name, {
      ...own,
      ...(typeof value === "function" ? { value: watch(value as Call) } : {}),
      ...(get === undefined ? {} : { get: watch(get) }),
    });
  }
  return copy;
}

/** @throws FabricError E_CLI_PLUGIN_THREW where a maker gave no object, or one that is still to come */
function refuseNoValue(
  made: unknown,
  specifier: string,
  name: string,
  plugin: AnyPlugin,
): void {
  const isPromise = made instanceof Promise;
  if (typeof made === "object" && made !== null && !isPromise) return;
  // Why: nobody else waits for it, and what it fails with is not what is wrong first.
  if (isPromise) made.catch(() => undefined);
  throw new FabricError({
    code: "E_CLI_PLUGIN_THREW",
    message: `The plugin ${specifier} returned no value from ${name} of its ${title(plugin)}`,
    where: { path: `--plugin ${specifier}` },
    got: isPromise ? "a promise" : String(made),
    expected: "the object that the contract of @fabriclab/spec describes",
    ...(isPromise
      ? { hint: `${name} answers at once: it is no async function` }
      : {}),
  });
}

/** A plugin's functions by name: its own, and those of its class where it has one. */
function callsOf(plugin: AnyPlugin): Map<string, Call> {
  const calls = new Map<string, Call>();
  for (
    let at: object | null = plugin;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  )
    for (const [name, { value }] of Object.entries(
      Object.getOwnPropertyDescriptors(at) as Record<
        string,
        { readonly value?: unknown }
      >,
    ))
      if (
        typeof value === "function" &&
        name !== "constructor" &&
        !calls.has(name)
      )
        calls.set(name, value as Call);
  return calls;
}

type Call = (...given: unknown[]) => unknown;

const title = ({ kind, name }: AnyPlugin): string =>
  `${familyTitle[kind]} ${name}`;

function thrown(
  specifier: string,
  error: unknown,
  call: string | undefined,
  plugins: readonly AnyPlugin[],
  entry: string | undefined,
): FabricError {
  const place = framesIn(entry, error)[0];
  return new FabricError({
    code: "E_CLI_PLUGIN_THREW",
    message: `The plugin ${specifier} threw an error in ${call ?? "a call"} of its ${plugins.map(title).join(" or ")}`,
    where:
      place === undefined
        ? { path: `--plugin ${specifier}` }
        : { file: place.file, line: place.line, column: place.column },
    got:
      error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error),
    expected:
      "an answer, or for what the plugin does not serve a FabricError with a code of its own",
    hint: "mend the plugin there, or tell whoever made it; --debug adds the stack",
    cause: error,
  });
}
