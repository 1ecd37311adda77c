import { describe, expect, it } from "vitest";
import {
  claimsJson,
  claimsText,
  csv,
  figures,
  reportHtml,
  withInterval,
  type Claim,
  type ReportDocument,
} from "@fabriclab/experiment-report";

const claim: Claim = {
  id: "C-001-3",
  statement: "cyclic beats OpenSM when groups are small",
  paper: "Figs 11, 12",
  measured: 1.7216,
  unit: "1",
  ci95: [1.65, 1.7999],
  verdict: "reproduced",
  why: "Every interval lies above 1.",
  quantity: "makespan OpenSM / cyclic",
  criterion: "all intervals above 1",
  variants: [
    {
      name: "same groups",
      measured: 0.98,
      ci95: [0.97, 0.99],
      verdict: "contradicted",
      why: "Below 1.",
    },
  ],
};

const document: ReportDocument = {
  title: "Fat trees & <multicast>",
  citation: "Zhou, 2007",
  summary: ["One.", "Two."],
  claims: [claim],
  figures: [
    {
      id: "fig-08",
      svg: '<svg xmlns="http://www.w3.org/2000/svg"><title>t</title></svg>\n',
      caption: "Figure 8",
    },
  ],
  tables: [
    {
      caption: "Bounds",
      columns: ["case", "packets"],
      rows: [["40 % to 10 %", 42]],
    },
  ],
  parameters: [{ name: "flight", value: "20 ns", origin: "stated" }],
  notes: ["A note."],
  commands: ["fabriclab reproduce zhou2007 --quick"],
  seeds: [1, 2],
  versions: { "@fabriclab/sim": "1.0.0" },
  files: [{ name: "data.csv", what: "all points" }],
};

describe("reportHtml", () => {
  const html = reportHtml(document);

  it("holds everything itself: no script, no style sheet, picture or font from elsewhere", () => {
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|src=/);
    // Only the name of the SVG language, which nothing loads.
    expect(
      [...html.matchAll(/https?:\/\/[^"\s<]*/g)].map(([url]) => url),
    ).toEqual(["http://www.w3.org/2000/svg"]);
  });

  it("puts figures into the page and escapes texts", () => {
    expect(html).toContain("<svg ");
    expect(html).toContain("<h1>Fat trees &amp; &lt;multicast&gt;</h1>");
    expect(html).not.toContain("<multicast>");
  });

  it("lets no mark of direction in a text turn round what stands behind it", () => {
    const html = reportHtml({ ...document, title: "a \u202e b\u0007" });
    expect(html).toContain("<h1>a \\u202e b\\x07</h1>");
    expect(html).not.toContain("\u202e");
  });

  it("can be read by a screen reader: language, headings in order, captions, scopes", () => {
    expect(html).toContain('<html lang="en">');
    const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) =>
      Number(level),
    );
    expect(levels[0]).toBe(1);
    expect(levels.slice(1).every((level) => level === 2)).toBe(true);
    const tables = html.match(/<table/g)!.length;
    expect(html.match(/<table[^>]*><caption>/g)).toHaveLength(tables);
    // Each scrolls in a frame that a keyboard can reach.
    expect(
      html.match(/<div class="wide" tabindex="0"[^>]*><table/g),
    ).toHaveLength(tables);
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).not.toMatch(/<th>/);
  });

  it("leaves no element open", () => {
    const open: string[] = [];
    for (const [, slash, name, rest] of html.matchAll(
      /<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi,
    )) {
      if (/^(meta|br)$/.test(name!) || rest!.endsWith("/")) continue;
      if (slash === "") open.push(name!);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  it("shows each verdict by word and class, the rule and the variants", () => {
    expect(html).toContain(
      '<span class="verdict reproduced">reproduced</span>',
    );
    expect(html).toContain(
      '<span class="verdict contradicted">contradicted</span>',
    );
    expect(html).toContain("Rule: all intervals above 1");
    expect(html).toContain("1.72 (1.65 … 1.80)");
  });

  it("says how to make it again", () => {
    for (const text of [
      "fabriclab reproduce zhou2007 --quick",
      "Seeds: 1, 2.",
      "@fabriclab/sim",
      "data.csv",
    ])
      expect(html).toContain(text);
  });

  it("leaves out a section that has nothing", () => {
    expect(reportHtml({ ...document, tables: [], notes: [] })).not.toMatch(
      /id="tables"|id="notes"/,
    );
  });

  it("gives equal bytes for equal documents", () => {
    expect(reportHtml(structuredClone(document))).toBe(html);
  });
});

describe("claims", () => {
  it("are written as JSON with all their fields", () => {
    const { source, claims } = JSON.parse(claimsJson("zhou2007", [claim])) as {
      source: string;
      claims: Claim[];
    };
    expect(source).toBe("zhou2007");
    expect(claims).toEqual([claim]);
  });

  it("are printed for a terminal within its width", () => {
    const text = claimsText([claim], 70);
    expect(text.split("\n")[0]).toBe(
      "C-001-3  reproduced      cyclic beats OpenSM when groups are small",
    );
    expect(text).toContain("makespan OpenSM / cyclic: 1.72 (1.65 …");
    expect(text).toContain("same groups: contradicted, 0.980");
    for (const line of text.split("\n"))
      expect(line.length).toBeLessThanOrEqual(70);
  });

  it("say on a terminal why one is not reproduced, and where the rest of a long reason stands", () => {
    const why = "At 0.5 load 11 of 30 cases rise. Not those: one-to-all 1.00.";
    const text = claimsText([{ ...claim, verdict: "not reproduced", why }]);
    expect(text).toContain(
      "why: At 0.5 load 11 of 30 cases rise. Not those: one-to-all 1.00.\n",
    );
    // 20 words of 42 columns: one to a line of 45.
    const long = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(42, "."));
    const lines = claimsText(
      [{ ...claim, verdict: "not reproduced", why: long.join(" ") }],
      70,
    ).split("\n");
    const first = lines.findIndex((line) => line.trim() === "why:");
    expect(
      lines.slice(first + 1, first + 5).map((line) => line.trim()),
    ).toEqual(long.slice(0, 4));
    expect(lines[first + 5]?.trim()).toBe("(16 more lines in the report)");
    expect(claimsText([{ ...claim, why }])).not.toContain("why:");
  });

  it("carry three figures", () => {
    expect([1.7216, 0.98, 102.4, 0, 12_345, 2.5e7, 1e-5].map(figures)).toEqual([
      "1.72",
      "0.980",
      "102",
      "0.00",
      "12345",
      "2.50e+7",
      "1.00e-5",
    ]);
    expect(withInterval(1, [0.5, 2])).toBe("1.00 (0.500 … 2.00)");
  });

  it("say so where there is no number, and have null in JSON", () => {
    expect(withInterval(NaN, [NaN, NaN])).toBe("no number");
    const json = claimsJson("x", [
      {
        id: "C-1",
        statement: "s",
        paper: "p",
        measured: NaN,
        unit: "1",
        ci95: [NaN, NaN],
        verdict: "not reproduced",
        why: "All runs deadlocked.",
        quantity: "q",
        criterion: "c",
      },
    ]);
    expect(JSON.parse(json)).toMatchObject({
      claims: [{ measured: null, ci95: [null, null] }],
    });
  });
});

describe("csv", () => {
  it("quotes what needs it and leaves missing values empty", () => {
    expect(csv(["a", "b"], [{ a: 'x,"y"', b: 1 }, { a: "plain" }])).toBe(
      'a,b\n"x,""y""",1\nplain,\n',
    );
  });
});
