// Why without fonts: the reader's own are there at once, and nothing is loaded for them.
import DefaultTheme from "vitepress/theme-without-fonts";
import "./site.css";

// VitePress asks for a default export
export default DefaultTheme;
