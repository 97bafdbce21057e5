// The detail: a slider that stops where the picture changes, with what each partition saves and loses beside it.

import { html, nothing, svg, type TemplateResult } from "lit";
import { count } from "../../format.js";
import type { CurvePoint, PanelNumbers, SpaceTimeReply } from "../../generated/protocol.js";
import { hint } from "../../keys.js";
import type { Run } from "../../commands.js";
import type { Areas } from "./areas.js";
import type { Settings } from "./settings.js";
import { percent } from "./verdict.js";

export type DetailActions = { run: Run; settings: Pick<Settings, "setDetail">; areas: Pick<Areas, "state" | "search"> };

/** Positions of the slider. It runs by how much is merged, so that equal ways change the picture about equally. */
const STEPS = 1000;

/** The drawing is so wide and so high, in units of its own. */
const [WIDTH, HEIGHT] = [300, 44];

export function detail(actions: DetailActions): TemplateResult | typeof nothing {
  const areas = actions.areas.state;
  if (areas === null || areas.reply.p === null) {
    return nothing;
  }
  const { reply } = areas;
  const { p } = areas.reply;
  return html`<section class="detail" aria-label="Detail">
    <div class="detail-words"><strong title="How much is drawn as one area: p from 0 (every lane and slice is an area of its own) to 1 (all is one area)">Level of detail</strong> <span class="quiet-text">${pName(reply, p)}</span></div>
    <div class="detail-slider">
      <span class="quiet-text" title="Every lane and slice is an area of its own">finest</span>
      <label><span class="hidden">Detail</span>
        <input type="range" data-testid="detail" min="0" max=${STEPS} step="1" .value=${String(position(reply.curve[nearest(reply.curve, p)]))}
          aria-valuetext=${`p ${digits(p)}, ${count(reply.panels.at(-1)?.areas ?? 0)} areas`} ?disabled=${reply.curve.length < 2}
          @input=${(event: Event) => slide(event, reply, actions, "rest")} @change=${(event: Event) => slide(event, reply, actions, "push")} />
      </label>
      <span class="quiet-text" title="All lanes and slices are one area">one area</span>
    </div>
    <div class="group" role="group" aria-label="Step">
      <button class="square" aria-label="Finer" title=${hint("finer")} @click=${() => actions.run("finer")}>[</button>
      <button class="square" aria-label="Coarser" title=${hint("coarser")} @click=${() => actions.run("coarser")}>]</button>
      <button title=${`p ${digits(reply.widest)}: “simpler by” exceeds “detail hidden” by the most here`} @click=${() => actions.settings.setDetail(reply.widest)}>Best trade-off</button>
      ${reply.first === null ? nothing : html`<button title=${`p ${digits(reply.first)}: as few areas as possible, with difference 1 as one of them`} @click=${() => actions.settings.setDetail(null)}>First difference</button>`}
    </div>
    ${quality(reply, p, actions)}
  </section>`;
}

/** Renders what the level of detail saves and hides. It is folded at first: few readers need it. */
function quality(reply: SpaceTimeReply, p: number, actions: DetailActions): TemplateResult {
  return html`<details class="detail-quality">
    <summary title="How much simpler the picture is, how much of the detail it hides, and at which levels">Quality</summary>
    <div class="detail-figures">
      ${curves(reply, p)}
      <table class="detail-numbers">
        <thead><tr><td></td>${reply.panels.map(({ side }) => (side !== null && reply.panels.length === 1 ? html`<td></td>` : html`<th scope="col">${side === null ? "Δ" : side.toUpperCase()}</th>`))}</tr></thead>
        <tbody>
          ${numbers("simpler by", "0 %: every lane and slice is an area of its own. 100 %: everything is one area.", reply, ({ saved }) => percent(saved), "line-saved")}
          ${numbers("detail hidden", "The differences within areas, which an area shows as their mean. 100 %: all differences.", reply, ({ lost }) => percent(lost), "line-lost")}
          ${numbers("areas", "Rectangles of neighbouring lanes and slices that are drawn as one.", reply, (panel) => count(panel.areas), "")}
        </tbody>
      </table>
      <div>
        <div>p ${digits(p)}</div>
        <div class="quiet-text" data-testid="partitions" title=${`A level is a position of the slider with a picture of its own. Between two neighbouring levels, “simpler by” and “detail hidden” grow by at most ${gap(reply)}.`}>${known(reply)} ${search(reply, actions)}</div>
      </div>
    </div>
  </details>`;
}

function numbers(
  words: string,
  title: string,
  { panels }: SpaceTimeReply,
  of: (panel: PanelNumbers) => string,
  line: string,
): TemplateResult {
  return html`<tr><th scope="row" title=${title === "" ? nothing : title}>${line === "" ? nothing : html`<span class=${line} aria-hidden="true"></span>`}${words}</th>${panels.map((panel) => html`<td class="number">${of(panel)}</td>`)}</tr>`;
}

/** Says what the p of the first difference is. */
const FIRST = "set to show difference 1 as an area of its own";

/** Returns the name of a p that has one. */
function pName({ widest, first }: SpaceTimeReply, p: number): string {
  const is = (other: number | null) => other !== null && Math.abs(other - p) <= 1e-9;
  return is(first) ? FIRST : is(widest) ? "the best trade-off: a simple picture that hides little" : "";
}

/** Goes on with the search, or ends it. */
function search(
  { complete, pending, curve }: SpaceTimeReply,
  { areas }: DetailActions,
): TemplateResult | typeof nothing {
  if (complete || curve.length === 0) {
    return nothing;
  }
  return pending
    ? html`<button class="quiet" title="End the search. The levels that were found stay." @click=${() => areas.search("stopped")}>Stop</button>`
    : html`<button class="quiet" title="Search until all levels of detail are found. This can take minutes." @click=${() => areas.search("all")}>Find all levels</button>`;
}

function known({ curve, complete, pending }: SpaceTimeReply): string {
  if (curve.length === 0) {
    return pending ? "Searching for levels of detail…" : "";
  }
  const levels = curve.length === 1 ? "level of detail" : "levels of detail";
  return complete
    ? `All ${count(curve.length)} ${levels} found.`
    : `${count(curve.length)} ${levels} found so far.${pending ? " Searching for more…" : ""}`;
}

/** Formats the largest step between two levels that may have others between them. */
function gap({ widestOpen }: SpaceTimeReply): string {
  return `${(widestOpen * 100).toFixed(widestOpen < 0.1 ? 1 : 0)} %`;
}

/** Saved solid, lost dashed, over the stops of the slider. */
function curves({ curve, widest, first }: SpaceTimeReply, p: number): TemplateResult {
  const x = (at: number) => (position(curve[at]) / STEPS) * WIDTH;
  const line = (of: (point: CurvePoint) => number) =>
    curve.map((point, at) => `${x(at).toFixed(1)},${((1 - of(point)) * HEIGHT).toFixed(1)}`).join(" ");
  const mark = (at: number | null, name: string) =>
    at === null || curve.length < 2
      ? nothing
      : svg`<line class=${name} x1=${x(nearest(curve, at))} x2=${x(nearest(curve, at))} y1="0" y2=${HEIGHT}></line>`;
  return html`<svg class="curves" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    ${mark(widest, "curve-mark")} ${mark(first, "curve-first")}
    ${svg`<polyline class="curve-saved" points=${line(({ saved }) => saved)}></polyline><polyline class="curve-lost" points=${line(({ lost }) => lost)}></polyline>`}
    ${mark(p, "curve-now")}
  </svg>`;
}

function slide(event: Event, reply: SpaceTimeReply, actions: DetailActions, mode: "push" | "rest"): void {
  const { curve } = reply;
  const { p } = reply;
  const value = Number((event.currentTarget as HTMLInputElement).value);
  const now = nearest(curve, p ?? 0);
  const wanted = stopAt(curve, value);
  // A step of the keyboard that reaches no other stop goes to the next one.
  const at = wanted === now ? now + Math.sign(value - position(curve[now])) : wanted;
  const point = curve[Math.min(Math.max(at, 0), curve.length - 1)];
  if (point !== undefined) {
    actions.settings.setDetail(point.p, mode);
  }
}

/** The slider's position of a stop. */
function position(point: CurvePoint | undefined): number {
  return Math.round((point?.saved ?? 0) * STEPS);
}

/** The stop that is nearest to a position of the slider. */
function stopAt(curve: readonly CurvePoint[], value: number): number {
  let found = 0;
  curve.forEach((point, at) => {
    if (Math.abs(position(point) - value) < Math.abs(position(curve[found]) - value)) {
      found = at;
    }
  });
  return found;
}

/** The stop that is nearest to a p. */
function nearest(curve: readonly CurvePoint[], p: number): number {
  let found = 0;
  curve.forEach((point, at) => {
    if (Math.abs(point.p - p) < Math.abs((curve[found]?.p ?? 0) - p)) {
      found = at;
    }
  });
  return found;
}

function digits(p: number): string {
  return p === 0 ? "0" : p >= 0.001 ? p.toPrecision(3) : p.toExponential(2);
}
