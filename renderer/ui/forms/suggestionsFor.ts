/** Maximum number of displayed suggestions. */
const MOST = 50;

/** The suggestions that contain the typed text, those that start with it first. Excludes the typed text itself. */
export function suggestionsFor(suggestions: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const all = [...new Set(suggestions)];
  const fitting = all.filter((each) => each.toLowerCase().includes(wanted) && each !== typed);
  const isFirst = (each: string): boolean => each.toLowerCase().startsWith(wanted);
  return [...fitting.filter(isFirst), ...fitting.filter((each) => !isFirst(each))].slice(0, MOST);
}
