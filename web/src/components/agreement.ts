// The share of matching names on each side, before and after an edit.

import { html, nothing, type TemplateResult } from "lit";

import type { IdentityReport, SideName } from "../generated/protocol.js";
import { type PageState, SIDES } from "../state/page-state.js";
import { badge, letter, properties } from "./bits.js";

const THIN = "\u202f";

export function agreement(report: IdentityReport | null, state: PageState): TemplateResult {
  return html`<div class="agreement">
    ${SIDES.map((side, at) => {
      const now = report?.agreement[at];
      return html`<section class="agreement-side" aria-label="Agreement of ${letter(side)}">
        ${badge(side)}
        <dl>
          ${bar(side, "calls with the same name", now?.callsBefore, now?.calls)} ${bar(side, "time with the same name", now?.timeBefore, now?.time)}
          ${matched(side, state)}
        </dl>
      </section>`;
    })}
  </div>`;
}

/** Solid is what held before and holds still, striped what the edit gained, hollow what it lost. */
function bar(side: SideName, label: string, before: number | undefined, now: number | undefined): TemplateResult {
  const [was, is] = [before ?? 0, now ?? before ?? 0];
  const parts = { "--kept": String(Math.min(was, is)), "--now": String(is), "--was": String(was) };
  return html`<dt>${label}</dt>
    <dd class="agreement-bar agreement-${side}" aria-hidden="true" ${properties(parts)}></dd>
    <dd class="agreement-value">
      ${
        now === undefined
          ? "…"
          : html`${was === is ? nothing : html`<span class="quiet-text">${percent(was, false)} → </span>`}<strong>${percent(is, true)}</strong>`
      }
    </dd>`;
}

/** Apart from the others: a rename can lift names and leave this where it was. It follows with the views. */
function matched(side: SideName, { comparison, sides }: PageState): TemplateResult | typeof nothing {
  const value = (label: string) => comparison.summary?.facts.find((fact) => fact.label === label)?.value;
  const count = Number((value("Calls matched") ?? "").replace(/\D/g, ""));
  const calls = sides[side].summary?.calls ?? 0;
  if (count === 0 || calls === 0) {
    return nothing;
  }
  const share = Math.min(count / calls, 1);
  return html`<dt>matched calls</dt>
    <dd class="agreement-bar agreement-${side}" aria-hidden="true" ${properties({ "--kept": String(share), "--now": String(share), "--was": String(share) })}></dd>
    <dd class="agreement-value"><strong>${percent(share, true)}</strong></dd>`;
}

function percent(share: number, unit: boolean): string {
  return `${(share * 100).toFixed(1)}${unit ? `${THIN}%` : ""}`;
}
