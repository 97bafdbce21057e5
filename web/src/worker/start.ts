// The start of a worker: its first message names the role; from then on that role answers.
//
// Classic scripts, because module workers cannot start from blobs on every host. Messages that arrive while the
// artifact is being instantiated wait for it, in order.

import type { Role, Start } from "../engine/worker-messages.js";
import { die } from "./die.js";

/** The receiver of the messages of a role. */
export type Answer = (message: never) => void;

/** Exports of an instantiated artifact. */
type Exports = WebAssembly.Exports & { memory: WebAssembly.Memory };

/** Starts a worker. `instantiate`: the artifact's own; `serve`: makes what answers for a role. */
export function start<R extends Role>(
  instantiate: (options: { module_or_path: WebAssembly.Module }) => Promise<Exports>,
  serve: (role: R, memory: WebAssembly.Memory) => Answer,
): void {
  const waiting: MessageEvent[] = [];
  const begin = async ({ role, module }: Start<R>): Promise<void> => {
    const exports = await instantiate({ module_or_path: module });
    const answer = serve(role, exports.memory);
    self.onmessage = (message: MessageEvent) => answer(message.data as never);
    waiting.splice(0).forEach((message) => answer(message.data as never));
  };
  self.onmessage = (first: MessageEvent<Start<R>>) => {
    self.onmessage = (later) => waiting.push(later);
    begin(first.data).catch(die);
  };
}
