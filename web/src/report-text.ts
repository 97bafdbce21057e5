// The text of a report, which stays where its page does not start.

/** Says above the text why the page of a report does not start. */
export function sayNotStarted(title: string, body: string): void {
  const text = document.querySelector(".report");
  if (text === null) {
    return;
  }
  const line = text.querySelector(".not-started") ?? document.createElement("p");
  line.className = "doubt not-started";
  line.role = "alert";
  const strong = document.createElement("strong");
  strong.textContent = title;
  line.replaceChildren(strong, ` ${body}`);
  text.prepend(line);
}
