// A plain file server of a built page, which a test can change while the page is open: another build, files that fail,
// headers of a host.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, relative } from "node:path";

const DIST = join(import.meta.dirname, "..", "..", "dist");

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The files of a build, by their path in its folder. */
type Build = ReadonlyMap<string, Buffer>;

/** The build in `dist/`, without documentation and pictures. */
export function builtPage(): Build {
  return filesOf(DIST);
}

/** The build in a folder, without documentation and pictures. */
export function filesOf(folder: string): Build {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((name) => !name.startsWith("docs/") && !name.endsWith(".png"));
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

/**
 * The same page as a later build: every script and style sheet has a new name, and the page says `later` in an
 * attribute.
 */
export function laterBuild(build: Build): Build {
  const hashed = [...build.keys()].filter((name) => /^assets\/.*\.(js|css|wasm)$/.test(name));
  const renamed = new Map(hashed.map((name) => [basename(name), basename(name).replace(/-([^-]+)$/, "-later$1")]));
  const later = new Map<string, Buffer>();
  for (const [name, content] of build) {
    const to = renamed.get(basename(name));
    const isText = /\.(js|css|html|webmanifest)$/.test(name);
    later.set(
      to === undefined ? name : `assets/${to}`,
      isText ? Buffer.from(renameIn(content.toString(), renamed)) : content,
    );
  }
  const page = later.get("index.html")?.toString() ?? "";
  later.set("index.html", Buffer.from(page.replace("<html ", '<html data-build="later" ')));
  const id = createHash("sha256").update(page).digest("hex").slice(0, 16);
  const worker = later.get("sw.js")?.toString() ?? "";
  later.set("sw.js", Buffer.from(worker.replace(/\b(id"?:\s*")[0-9a-f]{16}"/, `$1${id}"`)));
  return later;
}

function renameIn(text: string, renamed: ReadonlyMap<string, string>): string {
  return [...renamed].reduce((now, [from, to]) => now.replaceAll(from, to), text);
}

function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export class Site {
  build: Build;
  /** Returns whether a file is to fail. */
  fails: (name: string) => boolean = () => false;
  /** Returns whether a file is never answered for. */
  holds: (name: string) => boolean = () => false;
  headers: Record<string, string> = {};
  /** Pages of a host beside the build, by path. */
  readonly pages = new Map<string, string>();
  /** Files that were asked for, in order. */
  readonly requests: string[] = [];
  /** The address of the host's pages. The page itself is in the folder `app/`. */
  host = "";
  readonly #server: Server;

  private constructor(build: Build) {
    this.build = build;
    this.#server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname).slice(1);
      const page = this.pages.get(path);
      if (page !== undefined) {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
        return;
      }
      const name = path === "app/" ? "index.html" : path.replace(/^app\//, "");
      this.requests.push(name);
      if (this.holds(name)) {
        return;
      }
      const content = this.build.get(name);
      if (content === undefined || this.fails(name)) {
        response.writeHead(content === undefined ? 404 : 503, this.headers).end();
        return;
      }
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
      response.writeHead(200, { "content-type": type, "cache-control": cache, ...this.headers }).end(content);
    });
  }

  static async start(build: Build): Promise<Site> {
    const site = new Site(build);
    await new Promise<void>((resolve) => site.#server.listen(0, "127.0.0.1", resolve));
    site.host = `http://127.0.0.1:${(site.#server.address() as AddressInfo).port}/`;
    return site;
  }

  get url(): string {
    return `${this.host}app/`;
  }

  /** Stops answering, as without a connection. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
