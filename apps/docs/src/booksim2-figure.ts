/** A point of the table of validation/booksim2.md: what `pnpm bench booksim2` printed. */
export interface ComparedPoint {
  readonly flits: number;
  /** Offered flits per node and cycle. */
  readonly load: number;
  /** Mean latency in cycles. */
  readonly ours: number;
  readonly booksim: number;
}

/** The points of the table that have a mean latency; those beyond saturation are left out. */
export function comparedPoints(text: string): ComparedPoint[] {
  return [
    ...text.matchAll(
      /^\| (\d+), ([\d.]+)(?:, [^|(]*)? +\| ([\d.]+) +\| ([\d.]+) +\|/gm,
    ),
  ].map(([, flits, load, ours, booksim]) => ({
    flits: Number(flits),
    load: Number(load),
    ours: Number(ours),
    booksim: Number(booksim),
  }));
}

const WIDTH = 640;
const HEIGHT = 380;
const LEFT = 60;
const RIGHT = 20;
const TOP = 44;
const BOTTOM = 48;
const MOST_LOAD = 0.22;
const MOST_LATENCY = 200;
/** Colours that colour-blind readers tell apart, too. */
const COLOURS = ["#0b57d0", "#c2410c"];

const across = (load: number): number =>
  LEFT + ((WIDTH - LEFT - RIGHT) * load) / MOST_LOAD;
const up = (latency: number): number =>
  HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * latency) / MOST_LATENCY;
const at = (value: number): string => value.toFixed(1);

/** The curves of BookSim2, and fabriclab's points on them, as a drawing that stands for itself. */
export function booksim2Figure(points: readonly ComparedPoint[]): string {
  const series = [...new Set(points.map(({ flits }) => flits))];
  const marks = series.flatMap((flits, k) => {
    const colour = COLOURS[k % COLOURS.length] ?? "#000000";
    const own = points
      .filter((one) => one.flits === flits)
      .sort((a, b) => a.load - b.load);
    const label = `packets of ${flits} ${flits === 1 ? "flit" : "flits"}`;
    const legend = LEFT + 12 + 260 * k;
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${own.map(({ load, booksim }) => `${at(across(load))},${at(up(booksim))}`).join(" ")}"/>`,
      ...own.map(
        ({ load, ours }) =>
          `<circle cx="${at(across(load))}" cy="${at(up(ours))}" r="5" fill="#ffffff" stroke="${colour}" stroke-width="2"/>`,
      ),
      `<line x1="${legend}" y1="18" x2="${legend + 26}" y2="18" stroke="${colour}" stroke-width="2"/>`,
      `<circle cx="${legend + 13}" cy="18" r="5" fill="#ffffff" stroke="${colour}" stroke-width="2"/>`,
      `<text x="${legend + 34}" y="22">${label}</text>`,
    ];
  });
  const rows = [0, 50, 100, 150, 200].flatMap((latency) => [
    `<line x1="${LEFT}" y1="${at(up(latency))}" x2="${WIDTH - RIGHT}" y2="${at(up(latency))}" stroke="#d5dae1"/>`,
    `<text x="${LEFT - 8}" y="${at(up(latency) + 4)}" text-anchor="end">${latency}</text>`,
  ]);
  const columns = [0, 0.05, 0.1, 0.15, 0.2].map(
    (load) =>
      `<text x="${at(across(load))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${load}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="12" fill="#16202c">`,
    "<title>Mean latency over offered load: lines BookSim2, rings fabriclab</title>",
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...rows,
    ...columns,
    ...marks,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">offered load, flits per node and cycle</text>`,
    `<text transform="translate(16 ${(HEIGHT - BOTTOM + TOP) / 2}) rotate(-90)" text-anchor="middle">mean latency, cycles</text>`,
    "</svg>",
    "",
  ].join("\n");
}
