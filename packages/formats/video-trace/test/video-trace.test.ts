import { readVideoTrace } from "@fabriclab/formats-video-trace";
import { describe, expect, it } from "vitest";

const refused = (code: string, extra: object = {}) =>
  expect.objectContaining({ code, ...extra });
const lines = (...of: string[]): string => `${of.join("\n")}\n`;
/** Sizes that are not all multiples of 8. */
const sizes = [4001, 502, 503, 1504, 505, 506];
const ibbp = { gop: "IBBP", fps: 25 } as const;

describe("formats", () => {
  it("reads sizes alone: an old terse trace in bytes, sent in coding order", () => {
    const trace = readVideoTrace(
      lines(...sizes.map(String), "# Mean frame size: 1086 bytes"),
      { gop: "IBBPBB", fps: 25 },
    );
    expect(trace).toMatchObject({ format: "sizes", unit: "bytes", fps: 25 });
    expect([...trace.bytes]).toEqual([4001, 1504, 502, 503, 505, 506]);
    expect(trace.types.join("")).toBe("IPBBBB");
  });

  it("reads sizes in bits where the user says so", () => {
    const trace = readVideoTrace(lines("8000", "801", "808"), {
      unit: "bits",
      gop: "none",
      fps: 25,
    });
    expect([...trace.bytes]).toEqual([1000, 101, 101]);
    expect(trace.types.join("")).toBe("III");
  });

  it("reads size and PSNR: a new terse trace in bits and display order", () => {
    const trace = readVideoTrace(
      lines("8000 38.5", "800 36.1", "1600 36.2", "4000 37.0"),
      ibbp,
    );
    expect(trace).toMatchObject({
      format: "size-psnr",
      unit: "bits",
      order: "display",
    });
    expect([...trace.bytes]).toEqual([1000, 500, 100, 200]);
    expect(trace.types.join("")).toBe("IPBB");
  });

  it("reads verbose traces, whose frame numbers prove their order", () => {
    const coding = lines(
      "# Frame Time Type Size [Bit] PSNR-Y PSNR-U PSNR-V",
      "0 0.0 IDR 8000 38.0 40.0 41.0",
      "3 100.0 P 4000 37.0 40.0 41.0",
      "1 33.3 B 800 36.0 40.0 41.0",
      "2 66.7 B 1600 36.0 40.0 41.0",
    );
    const display = lines(
      "0 0.0 I 8000 38.0 40.0 41.0",
      "1 33.3 B 800 36.0 40.0 41.0",
      "2 66.7 B 1600 36.0 40.0 41.0",
      "3 100.0 P 4000 37.0 40.0 41.0",
    );
    for (const [text, order] of [
      [coding, "coding"],
      [display, "display"],
    ] as const) {
      const trace = readVideoTrace(text);
      expect(trace).toMatchObject({ format: "verbose", unit: "bits", order });
      expect(trace.fps).toBeCloseTo(30, 6);
      expect([...trace.bytes]).toEqual([1000, 500, 100, 200]);
      expect(trace.types.join("")).toBe("IPBB");
      const wrong = order === "coding" ? "display" : "coding";
      // Where numbers go back first; in display order the first B frame.
      const line = text.split("\n").findIndex((one) => / B /.test(one)) + 1;
      expect(() => readVideoTrace(text, { order: wrong })).toThrow(
        refused("E_VIDEO_TRACE_ORDER", { where: { line } }),
      );
    }
  });

  it("reads verbose traces with whole numbers for PSNR", () => {
    expect(
      readVideoTrace(lines("0 0 I 8000 38 40 41", "1 40 I 4000 37 40 41.5"))
        .format,
    ).toBe("verbose");
  });

  it("reads ns-3's traces in bytes, whose times prove their order", () => {
    const trace = readVideoTrace(
      lines("1 I 0 4001", "2 P 120 1504", "3 B 40 502", "4 B 80 503"),
    );
    expect(trace).toMatchObject({
      format: "ns3",
      unit: "bytes",
      order: "coding",
      fps: 25,
    });
    expect([...trace.bytes]).toEqual([4001, 1504, 502, 503]);
    expect(
      readVideoTrace(
        lines("1 I 0 4001", "2 B 40 502", "3 B 80 503", "4 P 120 1504"),
      ).types.join(""),
    ).toBe("IPBB");
  });

  it("reads ns-3's traces whose numbers are those of a verbose trace", () => {
    // As the first two columns of a verbose trace in coding order, with the times of showing.
    const trace = readVideoTrace(
      lines("0 I 0 4001", "3 P 120 1504", "1 B 40 502", "2 B 80 503"),
    );
    expect(trace).toMatchObject({ format: "ns3", order: "coding", fps: 25 });
    expect([...trace.bytes]).toEqual([4001, 1504, 502, 503]);
    expect(() =>
      readVideoTrace(
        lines("0 I 0 4001", "3 P 120 1504", "1 B 40 502", "2 B 80 503"),
        { order: "display" },
      ),
    ).toThrow(
      refused("E_VIDEO_TRACE_ORDER", {
        where: { line: 3 },
        got: "order: display, but number 1 of a B frame follows 3 in line 2",
        expected: "order: coding, or none",
      }),
    );
  });

  it("asks for the order where ns-3's numbers and times tell two", () => {
    // Numbers of showing, times of sending.
    const text = lines(
      "0 I 0 4001",
      "3 P 40 1504",
      "1 B 80 502",
      "2 B 120 503",
    );
    for (const order of [undefined, "display"] as const)
      expect(() =>
        readVideoTrace(text, order === undefined ? {} : { order }),
      ).toThrow(
        refused("E_VIDEO_TRACE_ORDER", {
          where: { line: 3 },
          got: "number 1 after 3, as in coding order, but number 3 (line 2) has an earlier time than the number before it",
          hint: expect.stringContaining("order: coding"),
        }),
      );
    const trace = readVideoTrace(text, { order: "coding" });
    expect(trace).toMatchObject({ order: "coding", fps: 25 });
    expect([...trace.bytes]).toEqual([4001, 1504, 502, 503]);
  });

  it("reads EvalVid's sender traces and adds a header to the frame behind it", () => {
    const trace = readVideoTrace(
      lines(
        "1\tH\t29\t1\t0.000",
        "2\tI\t4001\t4\t0.033",
        "3\tP\t1504\t2\t0.067",
        "4\tB\t502\t1\t0.100",
      ),
    );
    expect(trace).toMatchObject({
      format: "evalvid",
      unit: "bytes",
      order: "coding",
    });
    expect(trace.fps).toBeCloseTo(2 / 0.067, 6);
    expect([...trace.bytes]).toEqual([4030, 1504, 502]);
  });

  it("reads a file in pieces of any length, and lines that end in CR LF", () => {
    const text = lines(
      "1 I 0 4001",
      "2 P 120 1504",
      "3 B 40 502",
      "4 B 80 503",
    );
    const bytes = new TextEncoder().encode(text.replaceAll("\n", "\r\n"));
    for (let length = 1; length < 12; length++) {
      const pieces = function* () {
        for (let at = 0; at < bytes.length; at += length)
          yield bytes.slice(at, at + length);
      };
      expect(readVideoTrace(pieces())).toEqual(readVideoTrace(text));
    }
  });
});

describe("bits or bytes", () => {
  const eights = lines(
    ...Array.from({ length: 80 }, (_, i) =>
      String(i % 4 === 0 ? 8000 : 8 * (i + 10)),
    ),
  );
  const odd = lines(...Array.from({ length: 80 }, (_, i) => String(1001 + i)));

  it("are asked for where nothing tells", () => {
    expect(() => readVideoTrace(odd, { gop: "none", fps: 25 })).toThrow(
      refused("E_VIDEO_TRACE_UNIT", {
        // 1040.5 in the mean, 25 times a second.
        hint: "give unit: bits or unit: bytes. At 25 frames a second the film has 0.026 Mb/s in bits and 0.208 Mb/s in bytes",
      }),
    );
    // Few sizes prove nothing, multiples of 8 or not.
    expect(() =>
      readVideoTrace(lines("8000", "160"), { gop: "none", fps: 25 }),
    ).toThrow(refused("E_VIDEO_TRACE_UNIT"));
  });

  it("are bits where all of many sizes are multiples of 8", () => {
    expect(readVideoTrace(eights, ibbp).unit).toBe("bits");
    expect(() => readVideoTrace(eights, { ...ibbp, unit: "bytes" })).toThrow(
      refused("E_VIDEO_TRACE_UNIT", {
        got: "unit: bytes, but all of 80 sizes are multiples of 8",
      }),
    );
  });

  it("are refused as bytes where few sizes look like bits, unless the file says bytes, too", () => {
    const bytes = { gop: "none", fps: 25, unit: "bytes" } as const;
    const few = (count: number): string[] =>
      Array.from({ length: count }, (_, i) => String(8 * (i + 100)));
    expect(() => readVideoTrace(lines(...few(8)), bytes)).toThrow(
      refused("E_VIDEO_TRACE_UNIT", {
        got: "unit: bytes, but all of 8 sizes are multiples of 8",
        hint: expect.stringContaining("# size in bytes"),
      }),
    );
    // A format in bits needs no more than one size.
    expect(() => readVideoTrace(lines("8000 38.5"), bytes)).toThrow(
      refused("E_VIDEO_TRACE_UNIT"),
    );
    expect([...readVideoTrace(lines(...few(7)), bytes).bytes]).toEqual([
      800, 808, 816, 824, 832, 840, 848,
    ]);
    expect(readVideoTrace(lines(...few(8).slice(1), "1001"), bytes).unit).toBe(
      "bytes",
    );
    for (const text of [
      lines("# size in bytes", ...few(8)),
      lines("# size in bytes", "8000 38.5"),
      lines("# size in bytes", ...few(80)),
    ])
      expect(readVideoTrace(text, bytes).unit).toBe("bytes");
    expect(() =>
      readVideoTrace(lines("# size in bytes", ...few(80)), {
        gop: "none",
        fps: 25,
      }),
    ).toThrow(refused("E_VIDEO_TRACE_UNIT"));
  });

  it("are not both: format, comment and sizes must agree", () => {
    // A terse trace with PSNR is in bits, but a frame ends with a whole byte.
    expect(() =>
      readVideoTrace(lines("8001 38.5", "800 36.1"), { gop: "none", fps: 25 }),
    ).toThrow(refused("E_VIDEO_TRACE_UNIT"));
    expect(() =>
      readVideoTrace(lines("# frame sizes in bytes", ...sizes.map(String)), {
        gop: "none",
        fps: 25,
        unit: "bits",
      }),
    ).toThrow(refused("E_VIDEO_TRACE_UNIT"));
    expect(
      readVideoTrace(lines("8001 38.5", "800 36.1"), {
        gop: "none",
        fps: 25,
        unit: "bytes",
      }).unit,
    ).toBe("bytes");
    const ns3 = lines(
      ...Array.from(
        { length: 70 },
        (_, i) => `${i + 1} I ${i * 40} ${8 * (i + 5)}`,
      ),
    );
    expect(() => readVideoTrace(ns3)).toThrow(refused("E_VIDEO_TRACE_UNIT"));
  });

  it("are refused as bits where the format is one in bytes and a frame would end within a byte, unless the file says bits, too", () => {
    const rows = ["1 I 0 4001", "2 P 40 1504"];
    expect(() => readVideoTrace(lines(...rows), { unit: "bits" })).toThrow(
      refused("E_VIDEO_TRACE_UNIT", {
        got: "unit: bits, but format ns3 says bytes, and 4001 in line 1 is no whole number of bytes",
        hint: expect.stringContaining("# size in bits"),
      }),
    );
    expect(() =>
      readVideoTrace(lines("1\tI\t4001\t5\t0.033", "2\tP\t1504\t2\t0.067"), {
        unit: "bits",
      }),
    ).toThrow(refused("E_VIDEO_TRACE_UNIT"));
    expect(
      readVideoTrace(lines("# size in bits", ...rows), { unit: "bits" }).unit,
    ).toBe("bits");
    // Whole bytes either way: what the user says decides.
    expect(
      readVideoTrace(lines("1 I 0 4000", "2 P 40 1504"), { unit: "bits" }).unit,
    ).toBe("bits");
  });
});

describe("line ends", () => {
  const rows = ["1 I 0 4001", "2 P 40 502", "", "3 P 80 1503"];
  const films = (end: string, of: number): Uint8Array[] => {
    const bytes = new TextEncoder().encode(rows.join(end) + end);
    const pieces: Uint8Array[] = [];
    for (let from = 0; from < bytes.length; from += of)
      pieces.push(bytes.subarray(from, from + of));
    return pieces;
  };

  it("may be LF, CR LF or CR, wherever the pieces of a file end", () => {
    for (const end of ["\n", "\r\n", "\r"])
      for (const of of [1, 2, 7, 11, 12, 1000])
        expect([...readVideoTrace(films(end, of)).bytes]).toEqual([
          4001, 502, 1503,
        ]);
  });

  it("count lines alike, also at the end of a piece", () => {
    for (const end of ["\n", "\r\n", "\r"])
      for (const of of [1, 11, 12, 1000])
        expect(() =>
          readVideoTrace([
            ...films(end, of),
            new TextEncoder().encode("4 P 120 -5"),
          ]),
        ).toThrow(refused("E_VIDEO_TRACE_LINE", { where: { line: 5 } }));
  });

  it("are no part of the longest line that is read", () => {
    const comment = `#${" ".repeat(999)}`;
    for (const end of ["\n", "\r\n", "\r"])
      for (const text of [
        [comment + end, rows[0]! + end],
        [`${comment}${end}${rows[0]}${end}`],
      ])
        expect([...readVideoTrace(text, { fps: 25 }).bytes]).toEqual([4001]);
    expect(() => readVideoTrace([`${comment} \r`, "\n"])).toThrow(
      refused("E_VIDEO_TRACE_BINARY"),
    );
  });
});

describe("refusals", () => {
  it("of what is no trace", () => {
    for (const text of ["", "\n\n", "# only words\n"])
      expect(() => readVideoTrace(text)).toThrow(
        refused("E_VIDEO_TRACE_EMPTY"),
      );
    expect(() => readVideoTrace([Uint8Array.of(0x1f, 0x8b, 8, 0, 10)])).toThrow(
      refused("E_VIDEO_TRACE_BINARY"),
    );
    expect(() => readVideoTrace("x".repeat(5000))).toThrow(
      refused("E_VIDEO_TRACE_BINARY"),
    );
    expect(() => readVideoTrace("frame size\n1 2\n")).toThrow(
      refused("E_VIDEO_TRACE_FORMAT", { where: { line: 1 } }),
    );
    // Two whole numbers might be anything.
    expect(() => readVideoTrace("8000 38\n")).toThrow(
      refused("E_VIDEO_TRACE_FORMAT"),
    );
  });

  it("of a line that differs from the others, at its place", () => {
    expect(() =>
      readVideoTrace("1 I 0 4001\n2 P 40 -5\n", { file: "a.txt" }),
    ).toThrow(
      refused("E_VIDEO_TRACE_LINE", {
        where: { file: "a.txt", line: 2 },
        got: '"-5" in column 4',
      }),
    );
    expect(() => readVideoTrace("1 I 0 4001\n2 P 40\n")).toThrow(
      refused("E_VIDEO_TRACE_LINE"),
    );
    expect(() => readVideoTrace("1 I 0 4001\n2 P 1e999 505\n")).toThrow(
      refused("E_VIDEO_TRACE_LINE", { got: '"1e999" in column 3' }),
    );
    expect(() => readVideoTrace("1 I 0 4001\n", { format: "evalvid" })).toThrow(
      refused("E_VIDEO_TRACE_LINE"),
    );
  });

  it("of missing frames and of frames twice", () => {
    expect(() => readVideoTrace("1 I 0 4001\n3 P 80 505\n")).toThrow(
      refused("E_VIDEO_TRACE_GAP", { where: { line: 2 } }),
    );
    expect(() => readVideoTrace("1 I 0 4001\n1 P 40 505\n")).toThrow(
      refused("E_VIDEO_TRACE_GAP"),
    );
    const verbose = (index: number, type: string) =>
      `${index} ${index * 40}.0 ${type} 8000 38.0 40.0 41.0`;
    expect(() =>
      readVideoTrace(lines(verbose(0, "I"), verbose(3, "P"), verbose(1, "B"))),
    ).toThrow(
      refused("E_VIDEO_TRACE_GAP", {
        got: "no number 2 among 3 frames from 0",
      }),
    );
    expect(() =>
      readVideoTrace(lines("0 I 0 4001", "3 P 120 1504", "1 B 40 502")),
    ).toThrow(
      refused("E_VIDEO_TRACE_GAP", {
        got: "no number 2 among 3 frames from 0",
      }),
    );
  });

  it("of EvalVid's numbers that go back, which are none of a gap", () => {
    expect(() =>
      readVideoTrace(
        lines(
          "0 I 4001 5 0.033",
          "3 P 1502 2 0.067",
          "1 B 503 1 0.100",
          "2 B 503 1 0.133",
        ),
      ),
    ).toThrow(
      refused("E_VIDEO_TRACE_ORDER", {
        where: { line: 3 },
        got: "number 1 after 3",
      }),
    );
  });

  it("of a hole in the times, unless the rate is given", () => {
    // 30 frames a second, numbered without a gap; what follows the 100th comes two frames late.
    const film = lines(
      ...Array.from(
        { length: 400 },
        (_, i) =>
          `${i + 1} I ${Math.round((1000 / 30) * (i < 100 ? i : i + 2))} ${4001 + i}`,
      ),
    );
    expect(() => readVideoTrace(film)).toThrow(
      refused("E_VIDEO_TRACE_GAP", { where: { line: 101 } }),
    );
    expect(readVideoTrace(film, { fps: 30 }).fps).toBe(30);
    const whole = lines(
      ...Array.from(
        { length: 400 },
        (_, i) => `${i + 1} I ${Math.round((1000 / 30) * i)} ${4001 + i}`,
      ),
    );
    expect(readVideoTrace(whole).fps).toBeCloseTo(30, 1);
  });

  it("of comments that contradict each other, whatever unit is given", () => {
    for (const unit of ["bits", "bytes", undefined] as const)
      expect(() =>
        readVideoTrace(
          lines("# Size [Bit]", "# size in bytes", ...sizes.map(String)),
          { gop: "none", fps: 25, ...(unit === undefined ? {} : { unit }) },
        ),
      ).toThrow(refused("E_VIDEO_TRACE_UNIT"));
  });

  it("of I and P frames that go back, which no order of a film has", () => {
    // A P frame shown before the P frame that was sent before it: lines mixed up.
    for (const mixed of [
      lines("1 I 0 4001", "2 P 80 1502", "3 P 40 1503"),
      lines("1 I 4001 5 0.033", "2 P 1502 2 0.100", "3 P 1503 2 0.067"),
      lines(
        "0 0 I 8001 30 30 30",
        "2 80 P 4002 30 30 30",
        "1 40 P 4003 30 30 30",
      ),
    ])
      for (const order of ["coding", "display", undefined] as const)
        expect(() =>
          readVideoTrace(mixed, {
            unit: "bytes",
            ...(order === undefined ? {} : { order }),
          }),
        ).toThrow(refused("E_VIDEO_TRACE_ORDER", { where: { line: 3 } }));
  });

  it("of another order than EvalVid's, which is that of sending", () => {
    const sent = lines(
      "1 I 4001 5 0.033",
      "2 P 1502 2 0.067",
      "3 B 503 1 0.100",
    );
    expect(readVideoTrace(sent).order).toBe("coding");
    expect(() => readVideoTrace(sent, { order: "display" })).toThrow(
      refused("E_VIDEO_TRACE_ORDER", { where: { line: 1 } }),
    );
  });

  it("of a film without an I frame, unless all its frames are to count as such", () => {
    const film = lines("1 P 0 4001", "2 B 40 505", "3 P 80 1503");
    for (const gop of [undefined, "IBP"])
      expect(() =>
        readVideoTrace(film, gop === undefined ? {} : { gop }),
      ).toThrow(
        refused("E_VIDEO_TRACE_TYPES", {
          got: "3 frames, B and P only",
          hint: expect.stringContaining("give gop: none"),
        }),
      );
    const played = readVideoTrace(film, { gop: "none" });
    expect(played.types.join("")).toBe("III");
    expect([...played.bytes]).toEqual([4001, 505, 1503]);
    // Header lines are no frames.
    expect(() =>
      readVideoTrace("1\tH\t29\t1\t0.000\n2\tP\t4001\t4\t0.033\n"),
    ).toThrow(refused("E_VIDEO_TRACE_TYPES"));
  });

  it("of types and frames per second that nobody tells", () => {
    const given = { unit: "bytes", fps: 25 } as const;
    const text = lines(...sizes.map(String));
    expect(() => readVideoTrace(text, given)).toThrow(
      refused("E_VIDEO_TRACE_TYPES"),
    );
    expect(() => readVideoTrace(text, { ...given, gop: "BBI" })).toThrow(
      refused("E_VIDEO_TRACE_TYPES"),
    );
    expect(() =>
      readVideoTrace("1 I 0 4001\n2 P 40 505\n", { gop: "IP" }),
    ).toThrow(refused("E_VIDEO_TRACE_TYPES"));
    expect(() => readVideoTrace(text, { unit: "bytes", gop: "none" })).toThrow(
      refused("E_VIDEO_TRACE_FPS"),
    );
    expect(() =>
      readVideoTrace("1 I 0 4001\n2 P 40 505\n", { fps: 30 }),
    ).toThrow(refused("E_VIDEO_TRACE_FPS"));
    for (const [text, got] of [
      ["1 I 40 4001\n", "a file with the time of one frame alone"],
      ["1 I 40 4001\n2 P 40 505\n", "a file with one time for its 2 frames"],
    ] as const)
      expect(() => readVideoTrace(text)).toThrow(
        expect.objectContaining({ code: "E_VIDEO_TRACE_FPS", got }),
      );
    // A frame a minute, frames ages apart, and two within a microsecond are no film.
    for (const ms of ["60000", "1e300", "0.001"])
      expect(() => readVideoTrace(`1 I 0 4001\n2 P ${ms} 505\n`)).toThrow(
        refused("E_VIDEO_TRACE_FPS"),
      );
    expect(readVideoTrace("1 I 0 4001\n2 P 10000 505\n").fps).toBe(0.1);
    expect(readVideoTrace("1 I 0 4001\n2 P 1 505\n").fps).toBe(1000);
  });

  it("of a group of pictures that the sizes contradict", () => {
    // Large frames at the place of the first B frame.
    const text = lines(
      ...Array.from({ length: 40 }, (_, i) => (i % 4 === 1 ? "9001" : "801")),
    );
    expect(() => readVideoTrace(text, { ...ibbp, unit: "bytes" })).toThrow(
      refused("E_VIDEO_TRACE_TYPES"),
    );
  });
});
