import type { ChannelColours } from "../shared/protocol.ts";
import { AddressBar } from "./address-bar.ts";
import { App } from "./app.ts";
import { ColourChoice } from "./colour-choice.ts";
import { Connection } from "./connection.ts";
import { byId } from "./dom.ts";
import { Drawing } from "./drawing/drawing.ts";
import type { Mark } from "./drawing/picture.ts";
import { Stage } from "./drawing/stage.ts";
import { listenForKeys } from "./drawing-keys.ts";
import { drawLegend } from "./legend.ts";
import { AuditPanel } from "./panels/audit-panel.ts";
import { DrawnCycle } from "./panels/cycle-list.ts";
import { FabricPanel } from "./panels/fabric-panel.ts";
import { GroupPanel } from "./panels/group-panel.ts";
import { PathPanel } from "./panels/path-panel.ts";
import { ResultsPanel } from "./panels/results-panel.ts";
import { RoutingPanel } from "./panels/routing-panel.ts";
import { SharePanel } from "./panels/share-panel.ts";
import { TrafficPanel } from "./panels/traffic-panel.ts";
import { Player } from "./player.ts";
import { restore } from "./restore.ts";
import type { Shared } from "./share.ts";
import { StopButton } from "./stop-button.ts";
import { watchTheme } from "./theme.ts";

/** Milliseconds from one stretch of a run to the next while a large drawing is moved: the hand comes first, and simulating takes a processor's time. */
const MOVED_MS = 250;

const say = (text: string): void => {
  byId("status").textContent = text;
};

async function begin(): Promise<void> {
  const drawing = new Drawing(byId("drawing"));
  const connection = new Connection();
  const app = new App(connection, drawing, say);
  await app.begin();

  const stop = new StopButton(() => void app.restart());
  const player = new Player(app);
  let isFrameNew = false;
  let seenAt = Number.NEGATIVE_INFINITY;
  const stage = new Stage(
    drawing,
    byId<HTMLCanvasElement>("overlay"),
    player,
    (text) => {
      const hint = byId("away");
      hint.hidden = text === undefined;
      // Written once: what is written again is read out again.
      if (text !== undefined && byId("away-text").textContent !== text)
        byId("away-text").textContent = text;
    },
    () => path.pair,
    () => {
      const now = performance.now();
      if (isFrameNew && (!drawing.isBehind || now - seenAt >= MOVED_MS)) {
        isFrameNew = false;
        seenAt = now;
        connection.seen();
      }
      results.write(now);
    },
  );
  const mark =
    (kind: Mark) =>
    (channels: readonly number[]): void => {
      drawing.mark(kind, channels);
      stage.mark(kind, channels);
    };
  const showColours = (colours: ChannelColours): void => {
    drawing.load(colours.classes);
    results.showColours(colours);
    stage.touch();
  };
  const drawnCycle = new DrawnCycle(mark("cycle"));
  const results = new ResultsPanel(drawnCycle);
  const shared = (): Shared => ({ setup: app.setup, ...path.names });
  const bar = new AddressBar(shared);
  const share = new SharePanel(app, shared);
  const path: PathPanel = new PathPanel(app, mark("path"), () => {
    void bar.write();
    void share.writeAddress();
  });
  const panels = [
    new FabricPanel(app),
    new RoutingPanel(app),
    path,
    new AuditPanel(app, drawnCycle),
    new TrafficPanel(app),
    results,
    new GroupPanel(app, mark("tree")),
    share,
  ];
  byId("panels").append(...panels.map(({ root }) => root));
  for (const follower of [...panels, player, bar]) app.add(follower);
  const colours = new ColourChoice(app, {
    chosen: (shown) => drawLegend(drawing, shown),
    come: showColours,
  });
  app.add(colours);

  drawing.listener = {
    hover: (node) => path.point(node),
    click: (node) => path.click(node),
    moved: () => stage.touch(),
  };
  connection.listener = {
    frame(frame) {
      player.frame(frame);
      results.show(frame);
      showColours(frame.colours);
      if (frame.deadlock !== undefined) {
        results.deadlock(frame.deadlock);
        say(frame.deadlock.title);
      } else if (frame.finished) say("All packets are delivered.");
      stage.touch();
      isFrameNew = true;
    },
    stopped(refusal) {
      player.stop();
      app.complain(new Error(`${refusal.message} (${refusal.code})`));
    },
    progress: say,
    busy: (isBusy) => stop.busy(isBusy),
  };
  watchTheme(() => {
    drawing.retheme();
    results.redraw();
    stage.touch();
  });
  listenForKeys(drawing);
  byId("skip").addEventListener("click", (event) => {
    // What the browser would do takes the experiment out of the address.
    event.preventDefault();
    byId("panels").focus();
  });
  addEventListener("resize", () => stage.touch());
  addEventListener("hashchange", () => void restore(app, path, bar));
  await restore(app, path, bar);
}

begin().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
});
