import type { ReactNode } from "react";

export interface StationProps {
  readonly title: string;
  readonly tone?: "good" | "bad" | "idle";
  readonly testId: string;
  readonly children: ReactNode;
}

/** One station on the path of a write. */
export function Station({ title, tone = "good", testId, children }: StationProps) {
  return (
    <li className={`station ${tone}`} data-testid={testId}>
      <h3>{title}</h3>
      {children}
    </li>
  );
}
