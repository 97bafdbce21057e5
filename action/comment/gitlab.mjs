// Posts a comparison as a comment on a merge request, or updates it: the script of a job in a merge request's pipeline.

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { env, exit } from "node:process";

import { apiOf } from "./api.mjs";
import { namedPicture, published } from "./picture.mjs";
import { commentOf, markerOf, MOST_BYTES } from "./text.mjs";

const NAME = env.DIPTYCH_NAME ?? "diptych";

/** Uploads a picture to the project, whose members can see it. Returns its address. */
async function upload(api, project, bytes) {
  const form = new FormData();
  form.append("file", new Blob([bytes], { type: "image/png" }), "comparison.png");
  const { full_path: path } = await api.json("POST", `/projects/${encodeURIComponent(project)}/uploads`, form);
  return new URL(path, env.CI_SERVER_URL).href;
}

async function main() {
  const { DIPTYCH_TOKEN: token, CI_MERGE_REQUEST_IID: number, CI_PROJECT_ID: project } = env;
  if (!token || !number) {
    return "There is no DIPTYCH_TOKEN or no merge request (pipelines of forks have no token): nothing to comment.";
  }
  const folder = env.DIPTYCH_FOLDER ?? "diptych-comparison";
  const path = join(folder, "comment.md");
  const { size } = await stat(path);
  if (size > MOST_BYTES) {
    throw new Error(`comment.md has ${size} bytes; at most ${MOST_BYTES} are posted.`);
  }
  const api = apiOf(env.CI_API_V4_URL, { "private-token": token });
  const named = namedPicture(env.DIPTYCH_PICTURE ?? "", { sha: env.CI_COMMIT_SHA ?? "", number });
  const file = named === "" ? await readFile(join(folder, "picture.png")).catch(() => null) : null;
  const own = await published(file, (bytes) => upload(api, project, bytes), console.error);
  const body = commentOf({
    bytes: await readFile(path),
    name: NAME,
    picture: own === "" ? named : own,
    link: env.CI_PIPELINE_URL,
    linkText: "Report and files of this pipeline",
  });
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
