// Refusals by the Content-Security-Policy of a host, named with what its owner has to change.
//
// The page brings a policy of its own. A host may send another one, and the stricter one counts. A refused script or
// request looks like a broken connection to the code that wanted it; only an event says which directive refused it.

import type { Notice } from "./state/page-state.js";

/** A refused request: the directive, and the address or the kind of what it refused. */
export type Refusal = { directive: string; blocked: string };

/** Things that each directive blocks, and the sources that it has to allow. */
const DIRECTIVES: Readonly<Record<string, { what: string; allow: string }>> = {
  "worker-src": { what: "workers", allow: "worker-src 'self' blob:" },
  "script-src": { what: "scripts", allow: "script-src 'self' 'wasm-unsafe-eval'" },
  "connect-src": { what: "the files of this page", allow: "connect-src 'self'" },
  "style-src": { what: "style sheets", allow: "style-src 'self'" },
  "img-src": { what: "pictures", allow: "img-src 'self' data: blob:" },
};

const DOCS = "hosting#which-content-security-policy-a-host-may-send";

/** Says what a host refused; `null` for what the page does without, or says elsewhere. */
export function refusalNotice({ directive, blocked }: Refusal): Notice | null {
  const name = directive.replace(/-(elem|attr)$/, "");
  // Refused WebAssembly has a message of its own.
  const known = blocked === "wasm-eval" ? undefined : DIRECTIVES[name];
  return known === undefined ? null : notice(known.what, known.allow);
}

function notice(what: string, allow: string): Notice {
  return {
    title: `This host’s Content-Security-Policy blocks ${what}.`,
    body: `Ask its owner to allow \`${allow}\`.`,
    tone: "danger",
    docs: DOCS,
  };
}

/** Calls `refused` for each refusal by a policy that is not the page's own. */
export function listenForRefusals(refused: (refusal: Refusal) => void): void {
  const own = document.querySelector<HTMLMetaElement>("meta[http-equiv=Content-Security-Policy]")?.content ?? "";
  document.addEventListener("securitypolicyviolation", (event) => {
    if (event.disposition === "enforce" && event.originalPolicy.trim() !== own.trim()) {
      refused({ directive: event.effectiveDirective, blocked: event.blockedURI });
    }
  });
}
