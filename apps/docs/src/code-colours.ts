import { createHash } from "node:crypto";

/** As much of a node of highlighted code as is changed. */
interface Node {
  properties: Record<string, unknown>;
}

const classOf = new Map<string, string>();

function dressed(node: Node): void {
  const { style } = node.properties;
  if (typeof style !== "string" || style === "") return;
  const name = `c-${createHash("sha256").update(style).digest("hex").slice(0, 6)}`;
  classOf.set(style, name);
  delete node.properties["style"];
  const before = node.properties["class"];
  node.properties["class"] =
    typeof before === "string" && before !== "" ? `${before} ${name}` : name;
}

/** Colours of code as classes instead of style attributes, which the site's policy forbids. */
export const colourClasses = {
  name: "fabriclab:colour-classes",
  span: (node: Node): void => dressed(node),
  pre: (node: Node): void => dressed(node),
};

/** The style sheet of every class that was given. */
export const colourSheet = (): string =>
  [...classOf]
    .map(([style, name]) => `.${name}{${style}}\n`)
    .sort()
    .join("");
