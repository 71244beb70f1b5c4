import type { ReactNode } from "react";
import { shownText } from "../../shared/text/shownText.ts";
import "./Badge.css";

/** The meaning of a colour, which is never shown by the colour alone. */
export type Tone = "neutral" | "good" | "warn" | "bad" | "accent";

export function Badge({
  tone = "neutral",
  dot = false,
  children,
}: {
  tone?: Tone;
  dot?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={tone === "neutral" ? "badge" : `badge ${tone}`}>
      {dot ? <Dot tone={tone} /> : null}
      {typeof children === "string" ? <span className="badgeText">{shownText(children)}</span> : children}
    </span>
  );
}

export function Dot({ tone = "neutral" }: { tone?: Tone }) {
  return <span className={tone === "neutral" ? "dot" : `dot ${tone}`} aria-hidden="true" />;
}
