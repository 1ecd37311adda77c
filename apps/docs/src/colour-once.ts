/** As much of a renderer of Markdown as is changed. */
interface Renderer {
  readonly options: {
    highlight?:
      | ((code: string, language: string, attributes: string) => string)
      | null
      | undefined;
  };
}

const coloured = new Map<string, string>();

/** Has a renderer colour each block of code once: every page is rendered a second time for the search, and colours take most of the time. */
export function colourOnce({ options }: Renderer): void {
  const { highlight } = options;
  if (!highlight) return;
  options.highlight = (code, language, attributes) => {
    const key = JSON.stringify([code, language, attributes]);
    let html = coloured.get(key);
    if (html === undefined)
      coloured.set(key, (html = highlight(code, language, attributes)));
    return html;
  };
}
