import type { ReactNode } from "react";
import { shownText } from "../../shared/text/shownText.ts";
import { grouped } from "./numbers.ts";
import "./Section.css";

export interface SectionProps {
  title: string;
  count?: number;
  testId?: string;
  children: ReactNode;
}

/** A titled part of an object's details. */
export function Section({ title, count, testId, children }: SectionProps) {
  return (
    <section className="section" data-testid={testId}>
      <h3 className="sectionTitle">
        {title}
        {count === undefined || count === 0 ? null : <span className="sectionCount">{grouped(count)}</span>}
      </h3>
      {children}
    </section>
  );
}

/** One name with its value, inside a `dl`. */
export function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="property">
      <dt>{name}</dt>
      <dd>{typeof children === "string" ? shownText(children) : children}</dd>
    </div>
  );
}
