import { presets } from "../shared/presets.ts";
import { fileOf, type Setup } from "../shared/setup.ts";
import { App } from "./app.ts";
import { Connection } from "./connection.ts";
import { byId } from "./dom.ts";
import { Drawing } from "./drawing/drawing.ts";
import { drawLegend } from "./drawing/legend.ts";
import { listenForKeys } from "./drawing/keys.ts";
import { Overlay } from "./drawing/overlay.ts";
import { sizes } from "./drawing/graph.ts";
import { AuditPanel } from "./panels/audit-panel.ts";
import { FabricPanel } from "./panels/fabric-panel.ts";
import { GroupPanel } from "./panels/group-panel.ts";
import { PathPanel } from "./panels/path-panel.ts";
import { ResultsPanel } from "./panels/results-panel.ts";
import { RoutingPanel } from "./panels/routing-panel.ts";
import { SharePanel } from "./panels/share-panel.ts";
import { TrafficPanel } from "./panels/traffic-panel.ts";
import { Player } from "./player.ts";
import { fromHash, type Shared } from "./share.ts";
import { watchTheme } from "./theme.ts";

const say = (text: string): void => {
  byId("status").textContent = text;
};

async function begin(): Promise<void> {
  // The parts need each other; those that are made later are reached through these.
  let player: Player | undefined;
  let path: PathPanel | undefined;
  const results = new ResultsPanel();
  const marked = {
    path: [] as readonly number[],
    tree: [] as readonly number[],
    cycle: [] as readonly number[],
  };
  let dirty = true;
  const touch = (): void => {
    dirty = true;
  };

  const drawing = new Drawing(byId("drawing"), {
    hover: (node) => path?.point(node),
    click: (node) => path?.click(node),
    moved: touch,
  });
  const connection = new Connection({
    frame: (frame) => player?.frame(frame),
    stopped: (refusal) => {
      player?.stop();
      app.complain(new Error(`${refusal.message} (${refusal.code})`));
    },
    progress: say,
  });
  const app = new App(connection, drawing, say);
  await app.begin();

  const set = (kind: keyof typeof marked) => (channels: readonly number[]) => {
    marked[kind] = channels;
    touch();
  };
  path = new PathPanel(app, set("path"));
  const share = new SharePanel(app, (): Shared => ({
    setup: app.setup,
    ...path.names,
  }));
  const audit = new AuditPanel(app, set("cycle"));
  player = new Player(app, (frame) => {
    drawing.load(frame.loads);
    results.show(frame);
    if (frame.deadlock !== undefined) {
      const channels = frame.deadlock.steps.map(({ channel }) => channel);
      drawing.mark("cycle", channels);
      set("cycle")(channels);
      results.deadlock(frame.deadlock);
      say(frame.deadlock.title);
    } else if (frame.finished) say("All packets are delivered.");
    touch();
  });
  const panels = [
    new FabricPanel(app),
    new RoutingPanel(app),
    path,
    audit,
    new TrafficPanel(app),
    results,
    new GroupPanel(app, set("tree")),
    share,
  ];
  byId("panels").append(...panels.map(({ root }) => root));
  const legend = {
    follow(): void {
      drawLegend(drawing);
      touch();
    },
  };
  for (const follower of [...panels, player, legend]) app.add(follower);

  watchTheme(() => {
    drawing.retheme();
    results.redraw();
    touch();
  });
  listenForKeys(drawing);
  addEventListener("resize", touch);
  addEventListener("hashchange", () => void restore());
  draw();

  const overlay = new Overlay(byId("overlay"));
  function draw(): void {
    requestAnimationFrame((now) => {
      const nowPs = player?.advance(now) ?? 0;
      const { view } = drawing;
      const affine = drawing.affine();
      const geometry = drawing.geometry();
      if (
        view !== undefined &&
        affine !== undefined &&
        geometry !== undefined &&
        (dirty || player?.moving === true)
      ) {
        dirty = false;
        const treeFirst = marked.tree.length > 0;
        overlay.draw({
          view,
          geometry,
          affine,
          theme: drawing.theme,
          shift: drawing.bothWays ? 0.5 * sizes(view).lines + 0.6 : 0,
          flights: player?.flights ?? [],
          nowPs,
          waiting: player?.waiting ?? [],
          cycle: marked.cycle,
          ways: treeFirst ? marked.tree : marked.path,
          waysColor: treeFirst ? drawing.theme.tree : drawing.theme.path,
        });
      }
      draw();
    });
  }

  /** What the address says; where it says nothing, what `fabriclab view` serves, else the first preset. */
  async function restore(): Promise<void> {
    try {
      const shared = await fromHash(location.hash);
      if (shared !== undefined) {
        await app.take(shared.setup);
        path?.chooseNames(shared.source, shared.destination);
        const file = fileOf(shared.setup);
        if (file !== undefined && app.present === undefined)
          say(`Open the file ${file} to go on.`);
        return;
      }
    } catch (error) {
      app.complain(error);
    }
    if (app.present === undefined) await first();
  }

  async function first(): Promise<void> {
    const name = new URLSearchParams(location.search).get("file");
    if (name === null) return app.take(presets[0]!.setup);
    const answer = await fetch("fabric");
    if (!answer.ok)
      throw new Error(`The fabric's file could not be had: ${answer.status}.`);
    const setup: Setup = { ...presets[0]!.setup, routing: "minhop" };
    await app.open(name, await answer.blob(), setup);
  }
  await restore();
}

begin().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
});
