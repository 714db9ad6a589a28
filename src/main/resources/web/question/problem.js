// A refusal in one text: the daemon's own words, and what it says of places that are no field here.

export function problemText(problem, rest = (problem.errors ?? []).map((error) => error.message)) {
  const said = problem.detail ?? String(problem);
  const more = rest.filter((text) => text && !said.includes(text));
  return more.length === 0 ? said : `${said} (${more.join('; ')})`;
}
