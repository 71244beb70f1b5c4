import { type ReactNode, useState } from "react";

export interface FoldProps {
  /** The visible and clickable part while the content is collapsed. */
  readonly summary: ReactNode;
  /** Whether it is initially expanded. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/**
 * A part of a tree that can be expanded. Its content is only rendered while it is expanded, so that large trees stay
 * cheap.
 */
export function Fold({ summary, open: first = false, children }: FoldProps) {
  const [open, setOpen] = useState(first);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {open ? children : null}
    </details>
  );
}
