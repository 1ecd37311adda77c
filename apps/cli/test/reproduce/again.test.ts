import { describe, expect, it } from "vitest";
import { fabriclab, pressCtrlC, workFolder } from "../command.ts";

const work = workFolder();

describe("Ctrl-C in `reproduce`", () => {
  it("prints the command that goes on, with its flags, to be pasted into a shell", async () => {
    const folder = work.at("it's here");
    pressCtrlC();
    const { code, err } = await fabriclab(
      ...["reproduce", "zhou2007", "--quick", "--fresh"],
      ...["--seeds", "2", "--jobs", "1", "-o", folder],
    );
    expect(code).toBe(130);
    // Without --fresh, which would forget what is kept.
    expect(err).toContain(
      ` runs are kept; this goes on from there: fabriclab reproduce zhou2007 --quick --seeds 2 --jobs 1 -o '${work.at("it'\\''s here")}'\n`,
    );
  });
});
