// Posts a comparison as a comment on a merge request, or updates it: the script of a job in a merge request's pipeline.

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { env, exit } from "node:process";

import { apiOf } from "./api.mjs";
import { commentOf, markerOf, MOST_BYTES } from "./text.mjs";

const NAME = env.DIPTYCH_NAME ?? "diptych";

async function main() {
  const { DIPTYCH_TOKEN: token, CI_MERGE_REQUEST_IID: number, CI_PROJECT_ID: project } = env;
  if (!token || !number) {
    return "There is no DIPTYCH_TOKEN or no merge request (pipelines of forks have no token): nothing to comment.";
  }
  const path = join(env.DIPTYCH_FOLDER ?? "diptych-comparison", "comment.md");
  const { size } = await stat(path);
  if (size > MOST_BYTES) {
    throw new Error(`comment.md has ${size} bytes; at most ${MOST_BYTES} are posted.`);
  }
  const body = commentOf({
    bytes: await readFile(path),
    name: NAME,
    picture: env.DIPTYCH_PICTURE ?? "",
    link: env.CI_PIPELINE_URL,
    linkText: "Report and files of this pipeline",
  });
  const api = apiOf(env.CI_API_V4_URL, { "private-token": token });
  const notes = `/projects/${encodeURIComponent(project)}/merge_requests/${encodeURIComponent(number)}/notes`;
  const { id } = await api.json("GET", "/user");
  // Anybody can write the marker into a comment of their own.
  const isOurs = (note) => note.author.id === id && note.body.startsWith(markerOf(NAME));
  const earlier = (await api.list(notes)).find(isOurs);
  if (earlier === undefined) {
    await api.json("POST", notes, { body });
    return "The comment is written.";
  }
  await api.json("PUT", `${notes}/${earlier.id}`, { body });
  return "The comment is updated.";
}

try {
  console.log(await main());
} catch (error) {
  console.error(error.message);
  exit(1);
}
