import { Icon } from "./Icon.tsx";
import "./MarkBox.css";

/** The look of a mark; what it means is told by the control around it. */
export function MarkBox({ mark }: { mark: "all" | "some" | "none" }) {
  const look = mark === "all" ? "markBox checked" : mark === "some" ? "markBox partly" : "markBox";
  return (
    <span className={look} aria-hidden="true">
      {mark === "all" ? <Icon name="check" size={12} /> : mark === "some" ? "–" : null}
    </span>
  );
}
