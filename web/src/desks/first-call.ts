// From what calls are of, an element or a relation, to the first of them.

import { letter } from "../components/bits.js";
import type { SideName, Subject } from "../generated/protocol.js";
import { type PageState, SIDES } from "../state/page-state.js";
import type { DeskHost, MenuItem } from "./desk.js";

/** Returns a menu entry for each open side that goes to the first call there. */
export function firstCalls(host: DeskHost, subject: Subject): readonly MenuItem[] {
  const { sides }: Pick<PageState, "sides"> = host.store.state;
  const open = SIDES.filter((side) => sides[side].summary !== null);
  const label = (side: SideName) =>
    open.length === 1 ? "Go to its first call" : `Go to its first call in ${letter(side)}`;
  return open.map((side) => ({ label: label(side), run: () => goToFirst(host, subject, side) }));
}

/** To the call of a side that starts first of those that something is. */
function goToFirst({ engine, selection, toasts }: DeskHost, subject: Subject, side: SideName): void {
  engine.follow(async () => {
    const first = await engine.ask("first-call", { subject, side });
    if (first === null) {
      toasts.show(`${letter(side)} never calls it.`);
      return;
    }
    const chosen = await selection.choose(engine.ask("select", { subject: first }));
    if (chosen !== null) {
      selection.take(chosen.reply, "push");
    }
  });
}
