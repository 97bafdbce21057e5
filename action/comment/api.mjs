// Requests to the API of a host.

/** Most bytes of an answer that is not JSON. */
const MOST_DOWNLOAD = 1_000_000;
/** Entries of a page of a list; the largest number that GitHub and GitLab give. */
export const PAGE = 100;

/** Returns functions that ask an API at `base` with these headers. */
export function apiOf(base, headers) {
  const ask = async (method, path, body) => {
    const options = { method, headers: { ...headers, "user-agent": "diptych" } };
    if (body instanceof FormData) {
      options.body = body; // Its boundary makes the content type.
    } else if (body !== undefined) {
      options.body = JSON.stringify(body);
      options.headers["content-type"] = "application/json";
    }
    const response = await fetch(`${base}${path}`, options);
    if (!response.ok) {
      const why = `${method} ${path}: the host answers ${response.status} ${response.statusText}.`;
      throw Object.assign(new Error(why), { status: response.status });
    }
    return response;
  };
  const json = async (method, path, body) => (await ask(method, path, body)).json();

  /** Returns an answer; `null` if the host has no such thing. */
  const find = async (path) => {
    try {
      return await json("GET", path);
    } catch (error) {
      if (error.status === 404) {
        return null;
      }
      throw error;
    }
  };

  /** Returns all entries of a list, page by page. */
  const list = async (path, entriesOf = (answer) => answer) => {
    const all = [];
    for (let page = 1; ; page += 1) {
      const sign = path.includes("?") ? "&" : "?";
      const entries = entriesOf(await json("GET", `${path}${sign}per_page=${PAGE}&page=${page}`));
      all.push(...entries);
      if (entries.length < PAGE) {
        return all;
      }
    }
  };

  /** Returns the bytes of a file. Throws if they are too many, whatever the host says of their number. */
  const download = async (path) => {
    const response = await ask("GET", path);
    const chunks = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > MOST_DOWNLOAD) {
        throw new Error(`${path} has more than ${MOST_DOWNLOAD} bytes.`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
  return { json, find, list, download };
}
