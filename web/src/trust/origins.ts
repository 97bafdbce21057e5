// Origins: which need no question, and which a list of the deployer covers.

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Returns the origin of an address that a browser fetches from another host; `null` for `data:`, `blob:` and the like. */
export function originOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url.origin : null;
}

/** Returns whether an origin is on this machine. */
export function isLocal(origin: string): boolean {
  return URL.canParse(origin) && isLocalHost(new URL(origin).hostname);
}

/** Returns whether a name of a host stands for this machine. */
export function isLocalHost(hostname: string): boolean {
  return LOCAL_HOSTS.includes(hostname) || hostname.endsWith(".localhost");
}

/**
 * A list of the deployer: each entry is an origin (`https://ci.example.org`), an origin with all its subdomains
 * (`https://*.example.org`), or `*` for every origin.
 */
export type OriginList = readonly string[];

const ENTRY = /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/iu;

/** Returns whether a text is an entry of a list. */
export function isOriginEntry(text: string): boolean {
  return text === "*" || (ENTRY.test(text) && URL.canParse(text.replace("*.", "any.")));
}

/** Returns whether a list covers an origin. */
export function covers(list: OriginList, origin: string): boolean {
  return list.some((entry) => {
    if (entry === "*") {
      return true;
    }
    const [scheme = "", host = ""] = entry.toLowerCase().split("://");
    const wanted = origin.toLowerCase();
    return host.startsWith("*.")
      ? wanted.startsWith(`${scheme}://`) && wanted.endsWith(host.slice(1))
      : wanted === new URL(entry).origin;
  });
}
