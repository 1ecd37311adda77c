import "./jitless.ts";
import { readScenario } from "@fabriclab/formats-scenario";
import { runExperiment } from "@fabriclab/sim";
import { FabricError } from "@fabriclab/spec";
import { endportIx } from "@fabriclab/units";
import { parse } from "yaml";
import {
  OPENED_TABLES,
  type Asks,
  type ChannelMeasure,
  type Frame,
  type Question,
  type Reply,
  type Seen,
  type TreeRequest,
} from "../shared/protocol.ts";
import type { Setup } from "../shared/setup.ts";
import { audit } from "./audit.ts";
import { catalogue, registry } from "./catalogue.ts";
import { FRAME_MS, Live, valueText } from "./live.ts";
import { refusalOf } from "./refusal.ts";
import {
  applyRemedy,
  findRemedies,
  remediesView,
  type FoundRemedies,
} from "./remedies.ts";
import { Session, writeSetup } from "./session.ts";
import { filesOf, openFiles } from "./uploads.ts";
import { viewOf } from "./view.ts";
import { pathView, routedView, treeView } from "./ways.ts";

/** What a worker's global object is used for here. */
interface Scope {
  onmessage: ((event: MessageEvent<Question | Seen>) => void) | null;
  postMessage(reply: Reply, transfer?: Transferable[]): void;
}
const scope = self as unknown as Scope;

const session = new Session();
let remedies: FoundRemedies | undefined;
let live: Live | undefined;
let shown: ChannelMeasure = "load";
let psPerSecond = 0;
let ticking = false;
/** Milliseconds that a frame makes up for at most: a page that slept for an hour goes on where it was. */
const MOST_MS = 250;
/** Called when the page has drawn the last frame. */
let seen = (): void => undefined;

const sendFrame = (frame: Frame): void => scope.postMessage({ frame });
const progress = (() => {
  let last = 0;
  return (text: string): void => {
    // Ten times a second is as often as anybody reads.
    if (performance.now() - last < 100) return;
    last = performance.now();
    scope.postMessage({ progress: text });
  };
})();

/** Frames at an even pace as long as the run is to move. */
async function tick(): Promise<void> {
  if (ticking) return;
  ticking = true;
  let last = performance.now() - FRAME_MS;
  while (live !== undefined && psPerSecond > 0 && !live.over) {
    const begun = performance.now();
    const drawn = new Promise<void>((resolve) => {
      seen = resolve;
    });
    try {
      // As far as the time that has passed: the pace holds where frames are slow to draw.
      const passed = Math.min(MOST_MS, begun - last);
      last = begun;
      await live.frame(
        (psPerSecond * passed) / 1000,
        live.canFollow(psPerSecond),
      );
      await drawn;
    } catch (error) {
      psPerSecond = 0;
      scope.postMessage({ stopped: refusalOf(error) });
    }
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, FRAME_MS - (performance.now() - begun))),
    );
  }
  ticking = false;
}

const running = (): Live => {
  if (live !== undefined) return live;
  throw new FabricError({
    code: "E_PLAYGROUND_NO_RUN",
    message: "Nothing runs yet.",
    hint: "press Play",
  });
};

function tree(request: TreeRequest): Asks["tree"][1] {
  if ("group" in request)
    return treeView(session.routed, request.group, request.source);
  const source = endportIx(request.source);
  const members = request.members.map((member) => endportIx(member));
  const routed = session.tablesFor(request.setup, [
    { id: 0, name: "your group", members, sources: [source] },
  ]);
  return treeView(routed, 0, source);
}

const answers: {
  [A in keyof Asks]: (question: Asks[A][0]) => Asks[A][1] | Promise<Asks[A][1]>;
} = {
  catalogue,
  write: (setup) => writeSetup(setup),
  read: (text) => {
    // Refused with the lines of this very text.
    readScenario(text, { file: "your text", registry });
    return parse(text, { schema: "core" }) as Setup;
  },
  upload: (files) => openFiles(files, OPENED_TABLES, progress),
  files: (folder) => [...filesOf(folder)],
  fabric: (setup) => {
    live = undefined;
    const { fabric, notes } = session.fabric(setup);
    return viewOf(fabric, notes);
  },
  route: (setup) => {
    live = undefined;
    return routedView(session.route(setup));
  },
  path: ({ source, destination }) =>
    pathView(session.routed, source, destination),
  tree,
  audit: (without) => audit(session.routed, without, progress),
  remedies: (setup) => {
    remedies = findRemedies(session, setup, progress);
    return remediesView(remedies);
  },
  apply: ({ setup, remedy }) => {
    const found = remedies?.found[remedy];
    if (found === undefined)
      throw new FabricError({
        code: "E_PLAYGROUND_NO_REMEDY",
        message: "There is no such remedy any more.",
        hint: "audit these tables again",
      });
    return applyRemedy(session.routed.fabric, setup, found);
  },
  start: (setup) => {
    psPerSecond = 0;
    live = new Live(session.experiment(setup), sendFrame);
    live.shown = shown;
    return live.start;
  },
  colour: (wanted) => {
    shown = wanted;
    if (live === undefined) return null;
    live.shown = wanted;
    return live.colours;
  },
  speed: (wanted) => {
    running();
    psPerSecond = wanted;
    void tick();
    return null;
  },
  step: async (stretchPs) => {
    psPerSecond = 0;
    await running().frame(stretchPs, running().canFollow(1));
    return null;
  },
  measure: async (setup) => {
    // A page has one thread; any number gives the same results.
    const experiment = { ...session.experiment(setup), threads: 1 };
    const result = await runExperiment(experiment, {
      clock: () => performance.now() / 1000,
      onProgress: ({ fraction, delivered, phase }) =>
        progress(
          `${phase}: ${delivered.toLocaleString("en")} packets delivered, ${Math.floor(100 * fraction)} %`,
        ),
    });
    return [
      ["status", result.verdict],
      ...Object.entries(result.metrics).map(
        ([name, value]): [string, string] => [name, valueText(value)],
      ),
    ];
  },
};

// One question after another, in the order in which they were asked.
let queue = Promise.resolve();
scope.onmessage = ({ data }) => {
  if ("seen" in data) return seen();
  const { id, ask, with: question } = data;
  const answer = answers[ask] as (question: unknown) => unknown;
  queue = queue.then(async () => {
    try {
      scope.postMessage({ id, answer: await answer(question) });
    } catch (error) {
      scope.postMessage({ id, refusal: refusalOf(error) });
    }
  });
};
