import type { Tone } from "../Badge.tsx";

/** Maximum number of toasts at a time. */
const KEPT = 4;

/** Whether a toast closes by itself; a failure stays until the user closes it. */
export const isPassing = ({ tone }: { readonly tone: Tone }): boolean => tone !== "bad";

/**
 * The toasts with a new one, which replaces one that says the same. When there are too many, the oldest passing one goes,
 * and only then the oldest failure.
 */
export function withToast<T extends { readonly tone: Tone; readonly text: string }>(
  toasts: readonly T[],
  added: T,
): readonly T[] {
  const others = toasts.filter(({ tone, text }) => tone !== added.tone || text !== added.text);
  if (others.length < KEPT) return [...others, added];
  const oldest = others.findIndex(isPassing);
  return [...others.toSpliced(Math.max(0, oldest), 1), added];
}
