// Identity rules, as rows or as the text that links carry.

import { html, nothing, type TemplateResult } from "lit";

import type { IdentityDraft } from "../comparison/comparison-page.js";
import type { IdentityEditor } from "../comparison/identity-editor.js";
import { count } from "../format.js";
import { isLink, REWRITTEN, rowOf } from "../comparison/rule-rows.js";
import type { RuleLine, RuleRow } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import { prose } from "./bits.js";
import { closeIcon } from "./icons.js";

/** The cells of a rule whose effect on names is not counted, because the names are read with it. */
const APPLIED_WHILE_READING = html`<td role="cell" class="number" title="Applied while a trace is read">–</td>
  <td role="cell" class="number" title="Applied while a trace is read">–</td>`;

export type RulesActions = {
  identity: Pick<IdentityEditor, "add" | "move" | "remove" | "rule" | "write">;
  page: Pick<PageControls, "flush">;
};

const ORIGINS: Record<string, string> = { default: "default", own: "yours", rename: "accepted" };

type Row = { line: number; rule: RuleLine };

/** The rules as text, as far as the engine has written them. */
export function rulesText({ edit, report }: IdentityDraft): string {
  const { text, rows } = edit.rules;
  return text !== null && rows.length === 0 ? text : (report?.text ?? "");
}

export function rulesAsRows(draft: IdentityDraft, actions: RulesActions): TemplateResult {
  const rows = draft.edit.rules.rows.map<Row>((rule, line) => ({ line, rule }));
  const more = () =>
    actions.identity.add({ enabled: true, on: "name", kind: "pattern", pattern: "", becomes: "", name: "Own rule" });
  // Rows are laid out as a grid, which takes the meaning of a table from them in some browsers; roles give it back.
  return html`<div class="rules-scroll">
      <table class="rules" role="table" aria-label="Rules for matching names, in order">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader"><span class="hidden">Order</span></th>
            <th role="columnheader">Rule</th>
            <th role="columnheader">Applies to</th>
            <th role="columnheader">Pattern</th>
            <th role="columnheader">Replace with</th>
            <th role="columnheader" class="number">Names in A</th>
            <th role="columnheader" class="number">Names in B</th>
            <th role="columnheader"><span class="hidden">Origin</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${draft.edit.rules.text !== null ? nothing : rows.map((row, at) => ruleRow(row, at, rows, draft, actions))}
        </tbody>
      </table>
    </div>
    <div class="rules-foot">
      <button @click=${more}>+ Add a rule</button>
      <span class="quiet-text">Rules run from top to bottom. They are part of every link you share.</span>
    </div>`;
}

function ruleRow(
  row: Row,
  at: number,
  rows: readonly Row[],
  draft: IdentityDraft,
  actions: RulesActions,
): TemplateResult {
  const { line, rule } = row;
  const words = rowOf(rule, draft.report?.rules ?? []);
  const problem = draft.report?.problem?.line === line ? draft.report.problem.message : null;
  const link = isLink(rule);
  const title = link ? (rule.on === "pair" ? "Paired" : "Renamed") : rule.name === "" ? "Rule" : rule.name;
  const moveOnto = (event: DragEvent) => {
    event.preventDefault();
    actions.identity.move(Number(event.dataTransfer?.getData("text/x-rule")), line);
  };
  return html`<tr
    role="row"
    class="${rule.enabled ? "" : "off"} ${problem === null ? "" : "wrong"}"
    @dragover=${(event: DragEvent) => !link && event.dataTransfer?.types.includes("text/x-rule") && event.preventDefault()}
    @drop=${link ? null : moveOnto}
  >
    <td role="cell">${link ? nothing : handle(row, at, rows, title, actions)}</td>
    <th role="rowheader">
      ${
        link
          ? html`<span>${title}</span>`
          : html`<label class="switch"
            ><input type="checkbox" role="switch" .checked=${rule.enabled} @change=${() => actions.identity.rule(line, { enabled: !rule.enabled })} /><span
              >${title}</span
            ></label
          >`
      }
    </th>
    <td role="cell">${link ? nothing : rule.kind === "argument" ? html`<span title="Names of the calls that have the argument. Applied while a trace is read.">argument</span>` : onSelect(row, title, actions)}</td>
    <td role="cell">${field(row, "pattern", `Rule “${title}”: ${rule.kind === "argument" ? "argument that completes names" : "pattern"}`, problem, actions)}</td>
    <td role="cell">${rule.kind === "balanced" ? nothing : field(row, "becomes", becomesLabel(rule, title), null, actions)}</td>
    ${rule.kind === "argument" ? APPLIED_WHILE_READING : effects(words)}
    <td role="cell" class="origin">
      <span class="quiet-text">${words === undefined ? "" : (ORIGINS[words.origin] ?? words.origin)}</span>
      ${
        words?.origin === "default"
          ? nothing
          : html`<button class="quiet square" aria-label="Remove rule “${title}”" title="Remove this rule" @click=${() => actions.identity.remove(line)}>${closeIcon}</button>`
      }
    </td>
    ${problem === null ? nothing : html`<td role="cell" class="rule-problem" id="problem-${line}">${prose(problem)} The previous result is still shown.</td>`}
  </tr>`;
}

function becomesLabel({ kind }: RuleLine, title: string): string {
  return kind === "argument"
    ? `Rule “${title}”: names of the calls, or blank for all`
    : `Rule “${title}”: replace the match with`;
}

/** The cells that say what a rule does to the names of each side. */
function effects(row: RuleRow | undefined): TemplateResult[] {
  return ([0, 1] as const).map((side) => {
    if (row === undefined) return html`<td role="cell" class="number">…</td>`;
    const [touched, paired, merged] = [row.touched[side], row.paired[side], row.merged[side]];
    const title = `${count(touched)} changed, ${count(paired)} matched by this rule, ${count(merged)} merged with another name of ${side === 0 ? "A" : "B"}`;
    return html`<td role="cell" class="number" title=${title}>
      ${count(touched)}${merged > 0 ? html` <span class="quiet-text">(${count(merged)} merged)</span>` : nothing}
    </td>`;
  });
}

/** Dragged, or moved by the arrow keys. */
function handle({ line }: Row, at: number, rows: readonly Row[], title: string, actions: RulesActions): TemplateResult {
  const key = (event: KeyboardEvent) => {
    const to = event.key === "ArrowUp" ? rows[at - 1] : event.key === "ArrowDown" ? rows[at + 1] : undefined;
    if (to !== undefined && !isLink(to.rule)) {
      event.preventDefault();
      actions.identity.move(line, to.line);
      const body = (event.currentTarget as HTMLElement).closest("tbody");
      const next = event.key === "ArrowUp" ? at - 1 : at + 1;
      actions.page.flush();
      body?.rows[next]?.querySelector<HTMLElement>(".handle")?.focus();
    }
  };
  const held = (event: DragEvent) => event.dataTransfer?.setData("text/x-rule", String(line));
  return html`<button class="quiet handle" draggable="true" aria-label="Rule “${title}”: move it up or down with the arrow keys" title="Drag to move, or use the arrow keys" @dragstart=${held} @keydown=${key}>
    ⋮⋮
  </button>`;
}

function onSelect({ line, rule }: Row, title: string, actions: RulesActions): TemplateResult {
  const chosen = (event: Event) =>
    actions.identity.rule(line, { on: (event.currentTarget as HTMLSelectElement).value as RuleLine["on"] });
  return html`<select aria-label="Rule “${title}”: applies to" @change=${chosen}>
    ${REWRITTEN.map((on) => html`<option value=${on} ?selected=${on === rule.on}>${on}</option>`)}
  </select>`;
}

function field(
  { line, rule }: Row,
  of: "pattern" | "becomes",
  label: string,
  problem: string | null,
  actions: RulesActions,
): TemplateResult {
  const typed = (event: Event) =>
    actions.identity.rule(line, { [of]: (event.currentTarget as HTMLInputElement).value }, `${line} ${of}`);
  return html`<input
    class="code"
    type="text"
    autocomplete="off"
    spellcheck="false"
    aria-label=${label}
    aria-invalid=${problem === null ? nothing : "true"}
    aria-describedby=${problem === null ? nothing : `problem-${line}`}
    title=${rule[of]}
    .value=${rule[of]}
    @input=${typed}
  />`;
}

export function rulesAsText(draft: IdentityDraft, actions: RulesActions): TemplateResult {
  const problem = draft.report?.problem ?? null;
  const text = rulesText(draft);
  const lines = text.split("\n");
  const typed = (event: Event) => actions.identity.write((event.currentTarget as HTMLTextAreaElement).value);
  return html`<div class="rules-scroll">
      <div class="rules-text">
        <ol class="line-numbers" aria-hidden="true">
          ${lines.map((_, at) => html`<li class=${problem?.line === at ? "wrong" : ""}>${at + 1}</li>`)}
        </ol>
        <textarea
          class="code"
          wrap="off"
          spellcheck="false"
          autocomplete="off"
          aria-label="Rules for matching names, one per line"
          aria-invalid=${problem === null ? nothing : "true"}
          aria-describedby=${problem === null ? nothing : "rules-problem"}
          rows=${Math.max(lines.length + 1, 12)}
          .value=${text}
          @input=${typed}
        ></textarea>
      </div>
    </div>
    <div class="rules-foot">
      ${
        problem === null
          ? html`<span class="quiet-text">One rule per line: <code>name s/PATTERN/BECOMES/ Title</code>, or <code>file</code>, <code>both</code>, <code>name argument /ARGUMENT/NAMES/</code>, <code>rename A => B</code>. Begin a line with <code>-</code> to switch its rule off.</span>`
          : html`<p class="rule-problem" id="rules-problem">Line ${problem.line + 1}: ${prose(problem.message)} The previous result is still shown.</p>`
      }
    </div>`;
}
