// The text of a comment. It comes from a run that anybody can start with a pull request, so it is hostile.

/** Most bytes of a comment that are posted. GitHub refuses 65,536 characters. */
export const MOST_BYTES = 60_000;

/** The first line of each comment of Diptych, by which a later run finds it. */
export const markerOf = (name) => `<!-- diptych comparison: ${name.replace(/[^\w.-]/gu, "_")} -->`;

/** Has no width, and keeps the characters around it from meaning something together. */
const JOINER = "\u2060";

/**
 * What could notify people, make a link, load a picture or become HTML. Hosts look for mentions and addresses in the
 * text that Markdown gives, so escapes with a backslash do not help. The joiner goes after the first part.
 */
const MEANINGS = [
  /@(?=[\w"])/gu,
  /#(?=[^#\s])/gu,
  // Pictures, entities, and what GitLab makes of `!1`, `$1`, `%1`, `&1` and `~1`.
  /[!$%&~](?=[\w"[#{])/gu,
  /\](?=[([:])/gu,
  /<(?=[a-z!/?])/giu,
  /:(?=\/)/gu,
  /www(?=\.)/giu,
  /\bGH(?=-)/gu,
  // GitLab runs commands such as `/close` at the start of a line.
  /^[ \t]*(?=\/)/gmu,
];

/** Returns text that reads the same and does nothing. */
export function harmless(text) {
  const plain = text
    .replace(/\r\n?/gu, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
  return MEANINGS.reduce((done, meaning) => done.replace(meaning, (found) => found + JOINER), plain);
}

/** Returns the whole comment. Throws if the text is no comment of `diptych compare --comment`. */
export function commentOf({ bytes, name, picture, link, linkText }) {
  if (bytes.length > MOST_BYTES) {
    throw new Error(`comment.md has ${bytes.length} bytes; at most ${MOST_BYTES} are posted.`);
  }
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const body = harmless(text).trim();
  if (body === "") {
    throw new Error("comment.md is empty.");
  }
  const parts = [markerOf(name), body];
  if (picture !== "") {
    parts.push(`![Both runs over time](${address(picture)})`);
  }
  parts.push(`[${linkText}](${address(link)})`);
  const whole = parts.join("\n\n");
  const size = Buffer.byteLength(whole);
  if (size > MOST_BYTES) {
    throw new Error(`The comment would have ${size} bytes; at most ${MOST_BYTES} are posted.`);
  }
  return whole;
}

/** Returns an address that cannot end the link it is put into. */
function address(text) {
  const url = new URL(text);
  // Hosts in a company's network may have no https.
  if (!["https:", "http:"].includes(url.protocol)) {
    throw new Error(`${text} is no address of the web.`);
  }
  return url.href.replace(/[()<>]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
