// Addresses of scripts. The policy of the page lets the browser start a worker only from an address that was made here
// (Trusted Types), so no text of a trace, a link or a message can become one.

/** The part of the browser's `trustedTypes` that this file uses. Some browsers have none. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL: (url: string) => string;
  };
};

/** Name of the policy, which the page's Content-Security-Policy lists. */
const POLICY = "diptych";

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(POLICY, {
  createScriptURL: ownScript,
});

/** Returns the address of one of the page's own scripts as the browser wants it. Throws for any other address. */
export function scriptUrl(url: string): string {
  return policy === undefined ? ownScript(url) : policy.createScriptURL(url);
}

/** Returns an address in the folder of the page, or a blob that the page made. Throws a `TypeError` for any other. */
export function ownScript(url: string): string {
  const base = new URL(document.baseURI);
  const { href } = new URL(url, base);
  const folder = new URL(".", base).href;
  if (href.startsWith(folder) || href.startsWith(`blob:${base.origin}/`) || href.startsWith("blob:null/")) {
    return url;
  }
  throw new TypeError(`${href} is no script of this page`);
}
