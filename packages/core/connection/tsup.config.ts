import { library } from "@fabriclab/tooling-tsup";

// Why minified syntax: bundling turns a module's constants into variables, which V8 does not fold; this puts them in as numbers.
export default library({
  esbuildOptions: (options) => {
    options.minifySyntax = true;
  },
});
