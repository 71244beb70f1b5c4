import type { ReactNode } from "react";
import "./Notice.css";

export interface NoticeProps {
  readonly tone: "warn" | "bad";
  /** Buttons with the next steps. */
  readonly steps: ReactNode;
  readonly testId: string;
  readonly children: ReactNode;
}

/** A notice above a whole view, with its next steps at the end; a screen reader reads it at once. */
export function Notice({ tone, steps, testId, children }: NoticeProps) {
  return (
    <div className={`viewNotice notice ${tone}`} role="alert" data-testid={testId}>
      <span>{children}</span>
      <span className="spacer" />
      {steps}
    </div>
  );
}
