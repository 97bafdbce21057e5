/** Generated from wasm-pack.toml by `npm run types`. Do not edit. */

/** The built files by name, relative to the page; esbuild puts the table in. */
declare const ARTIFACTS: {
  readonly engine: string;
  readonly render_gl: string;
  readonly render_gpu: string;
  readonly worker: string;
};
