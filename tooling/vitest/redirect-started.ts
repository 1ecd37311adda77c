import { inject } from "vitest";

// Threads and processes that a test starts have this in their environment; the test itself runs the sources.
const redirect = inject("redirect");
const flags = (process.env["NODE_OPTIONS"] ?? "").split(" ");
if (!flags.includes(redirect))
  process.env["NODE_OPTIONS"] = [...flags, redirect].join(" ").trim();
