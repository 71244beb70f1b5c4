/**
 * Tries several sources one after the other; the first with an answer decides. Stays synchronous while the sources do,
 * because it runs for every request.
 *
 * @param ask returns undefined when the source has no answer
 * @param onFailure called with an error of a source; the next source is tried unless this function throws
 * @returns undefined when no source has an answer
 */
export function firstFound<S, T>(
  sources: readonly S[],
  ask: (source: S) => Promise<T | undefined> | T | undefined,
  onFailure: (error: unknown) => void,
  start = 0,
): Promise<T | undefined> | T | undefined {
  for (let i = start; i < sources.length; i++) {
    const goOn = () => firstFound(sources, ask, onFailure, i + 1);
    try {
      const answer = ask(sources[i] as S);
      if (answer instanceof Promise) {
        return answer.then(
          (found) => found ?? goOn(),
          (error) => {
            onFailure(error);
            return goOn();
          },
        );
      }
      if (answer !== undefined) return answer;
    } catch (error) {
      onFailure(error);
    }
  }
  return undefined;
}
