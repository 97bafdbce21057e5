// What the page tells about the formats that the engine reads.

export const FORMATS: readonly { name: string; written: string }[] = [
  {
    name: "Chrome Trace Event JSON",
    written: "as VizTracer, Chrome, PyTorch, py-spy, uftrace and many others write it; plain, gzip or zstd",
  },
];
