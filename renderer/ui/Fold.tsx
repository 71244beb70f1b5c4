import { type ReactNode, useState } from "react";

export interface FoldProps {
  /** What a user sees, and clicks, while the content is folded. */
  readonly summary: ReactNode;
  /** Whether it is open at first. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** A part of a tree that can be expanded. Its content is drawn while it is open, so that a large tree costs what it shows. */
export function Fold({ summary, open: first = false, children }: FoldProps) {
  const [open, setOpen] = useState(first);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {open ? children : null}
    </details>
  );
}
