import { Icon } from "../Icon.tsx";
import "./MarkBox.css";

/** The appearance of a checkbox; the control around it carries its meaning. */
export function MarkBox({ mark }: { mark: "all" | "some" | "none" }) {
  const look = mark === "all" ? "markBox checked" : mark === "some" ? "markBox partly" : "markBox";
  return (
    <span className={look} aria-hidden="true">
      {mark === "all" ? <Icon name="check" size={12} /> : mark === "some" ? "–" : null}
    </span>
  );
}
