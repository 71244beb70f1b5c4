import type { ReactNode } from "react";
import { grouped } from "./numbers.ts";
import "./Section.css";

/** A titled part of an object's details. */
export function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="section">
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
      <dd>{children}</dd>
    </div>
  );
}
