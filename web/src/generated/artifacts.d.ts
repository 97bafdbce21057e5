/** Generated from wasm-pack.toml by `npm run types`. Do not edit. */

/** The built files by name, relative to the page; esbuild puts the table in. */
declare const ARTIFACTS: {
  readonly compute: string;
  readonly engine: string;
  readonly reader: string;
  readonly render_gl: string;
  readonly render_gpu: string;
  readonly compute_worker: string;
  readonly engine_worker: string;
  readonly reader_worker: string;
};
