import type { ReactNode } from "react";

/** Text with parts in `backticks` shown as code. */
export function Prose({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
