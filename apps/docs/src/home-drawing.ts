import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./repository.ts";

/** Colours of the command's drawings -> on a dark page. Loads rise from dim to bright there, as in the playground. */
const DARK: Readonly<Record<string, string>> = {
  white: "#1b1b1f",
  "#37474f": "#b0bec5",
  "#455a64": "#b0bec5",
  "#546e7a": "#a9bac3",
  "#b8b8b8": "#75828a",
  "#c6dbef": "#25588a",
  "#9ecae1": "#2f74b0",
  "#6baed6": "#4593d2",
  "#4292c6": "#6fb4e5",
  "#2171b5": "#a5d4f5",
  "#08306b": "#e6f4ff",
};

/**
 * The drawing of the home page, by the file's name: a generated mesh with the routes over its channels, as the command draws it; and the same in colours for a
 * dark page.
 *
 * @throws Error where the command fails, or its drawing has a colour that has no dark one
 */
export function homeDrawings(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "fabriclab-home-"));
  // In the folder, for the drawing's title is the file's name as it was given.
  const fabriclab = (line: string): void =>
    void execFileSync(
      process.execPath,
      [
        "--conditions=fabriclab-source",
        join(root, "apps/cli/src/main.ts"),
        ...line.split(" "),
      ],
      { cwd: folder, stdio: "pipe" },
    );
  try {
    fabriclab("topology mesh --columns 5 --rows 4 -o mesh.topo");
    fabriclab("audit --fabric mesh.topo --routing xy --svg mesh.svg");
    const light = readFileSync(join(folder, "mesh.svg"), "utf8");
    return { "home-light.svg": light, "home-dark.svg": darkened(light) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function darkened(svg: string): string {
  return (
    svg
      .replace(
        /(fill|stroke)="(#[0-9A-Fa-f]{6}|[a-z]+)"/g,
        (whole, of: string, colour: string) => {
          if (colour === "none") return whole;
          const dark = DARK[colour];
          if (dark === undefined)
            throw new Error(`the drawing's ${colour} has no dark colour`);
          return `${of}="${dark}"`;
        },
      )
      // Text without a colour of its own is black.
      .replace("<svg ", '<svg fill="#e3e8eb" ')
  );
}
