import type { ReactNode } from "react";
import { keyed } from "../ui/keyed.ts";

/** Text with parts in `backticks` shown as code. */
export function Prose({ text }: { text: string }): ReactNode {
  const parts = keyed(text.split("`"), (part) => part);
  return parts.map(({ key, item }, index) => (index % 2 === 1 ? <code key={key}>{item}</code> : item));
}
