import type { DefaultTheme as Default, Theme } from "vitepress";
// Why without fonts: the reader's own are there at once, and nothing is loaded for them.
import DefaultTheme from "vitepress/theme-without-fonts";
import { searchRank } from "../../src/search-rank.ts";
import "./site.css";

// VitePress asks for a default export
export default {
  extends: DefaultTheme,
  enhanceApp({ siteData }) {
    // Why here: functions of the configuration are made of text in the page, which its policy forbids.
    const { search } = siteData.value.themeConfig as Default.Config;
    if (search?.provider === "local")
      search.options = { miniSearch: { searchOptions: searchRank() } };
  },
} satisfies Theme;
