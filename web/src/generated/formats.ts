// Generated from the registry of formats by `npm run types`; do not edit.

export const FORMATS: readonly { name: string; written: string }[] = [
  { name: "Chrome Trace Event", written: "JSON of Chrome’s tracing, VizTracer, PyTorch, py-spy, uftrace and many others." },
  { name: "ZIP archive", written: "One or several traces of any format, stored or deflated." },
  { name: "tar archive", written: "One or several traces of any format, also packed as a whole (`.tar.gz`, `.tar.zst`)." },
  { name: "speedscope", written: "JSON of speedscope, and of py-spy, rbspy, samply and others that write for it." },
  { name: "Firefox profile", written: "JSON of the Firefox Profiler, samply and the browser itself." },
  { name: "V8 CPU profile", written: "JSON of Chrome’s developer tools, Node (`--cpu-prof`) and Deno." },
  { name: "V8 heap profile", written: "JSON of Chrome’s developer tools and Node (`--heap-prof`): how much was allocated where." },
  { name: "OTLP JSON", written: "OpenTelemetry spans from file exporters and collectors, as one document or one per line." },
  { name: "Jaeger JSON", written: "Spans saved by Jaeger’s page or its API." },
  { name: "Zipkin JSON", written: "Spans written by Zipkin’s page, its API (v2) or its exporters." },
  { name: "Pajé", written: "Traces of SimGrid, StarPU, Akypuera and other tracers of parallel programs." },
  { name: "RSF", written: "Rigi Standard Format, as written for Extravis: the program’s structure, and calls in order." },
  { name: "Callgrind", written: "Costs of functions as Valgrind’s Callgrind and Cachegrind and PHP’s Xdebug write them." },
  { name: "Perfetto", written: "Protobuf traces of Perfetto’s SDK, Chrome and Android: track events, and slices in events of the kernel (atrace)." },
  { name: "pprof", written: "Profiles of Go’s runtime, and of the many tools that write for `go tool pprof`." },
  { name: "OTF2", written: "Archives of Score-P (anchor, definitions and events) in a folder, a zip or a tar." },
  { name: "ftrace", written: "Text and HTML of Android’s systrace and atrace, and of Linux’s ftrace: slices of the trace marker." },
  { name: "perf script", written: "Text that `perf script` prints from a recording of Linux’s perf." },
  { name: "Folded stacks", written: "Text of the FlameGraph scripts, async-profiler, py-spy, inferno, Austin and others: one stack and its weight per line." },
  { name: "List of paths", written: "The files of a program, to go with its trace: one path per line, as `git ls-files` or `git ls-tree -r -l` print them." },
];
