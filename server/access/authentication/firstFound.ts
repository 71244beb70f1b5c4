/**
 * Asks several sources one after the other; the first that knows an answer decides. Stays synchronous while they do, because
 * it is part of every request.
 *
 * @param ask undefined when the source knows nothing
 * @param onFailure called with what a source threw; the next source is asked, unless this throws itself
 * @returns undefined when none knows an answer
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
