import type { ReactNode } from "react";
import "./Card.css";

export interface CardProps {
  title: string;
  /** A discreet note at the right of the title. */
  note?: ReactNode;
  testId?: string;
  children: ReactNode;
}

/** A titled part of the overview. */
export function Card({ title, note, testId, children }: CardProps) {
  return (
    <section className="overviewCard" aria-label={title} data-testid={testId}>
      <header>
        <h2>{title}</h2>
        <span className="spacer" />
        {note === undefined ? null : <span className="faint">{note}</span>}
      </header>
      {children}
    </section>
  );
}
