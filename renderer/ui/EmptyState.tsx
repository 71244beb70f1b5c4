import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import "./EmptyState.css";

export interface EmptyStateProps {
  icon: IconName;
  title: string;
  tone?: "neutral" | "warn" | "bad";
  children?: ReactNode;
  testId?: string;
}

/** The content of an empty view: the state, and the next step. */
export function EmptyState({ icon, title, tone = "neutral", children, testId }: EmptyStateProps) {
  return (
    <div className={tone === "neutral" ? "empty" : `empty ${tone}`} data-testid={testId}>
      <span className="emptyIcon">
        <Icon name={icon} size={20} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
