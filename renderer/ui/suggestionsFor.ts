/** Proposals that are shown at a time. */
const MOST = 50;

/** The proposals that hold what is typed, those that begin with it first. What is typed in full is not proposed. */
export function suggestionsFor(suggestions: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  const all = [...new Set(suggestions)];
  const fitting = all.filter((each) => each.toLowerCase().includes(wanted) && each !== typed);
  const isFirst = (each: string): boolean => each.toLowerCase().startsWith(wanted);
  return [...fitting.filter(isFirst), ...fitting.filter((each) => !isFirst(each))].slice(0, MOST);
}
