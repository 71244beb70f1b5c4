import { shownText } from "../../shared/text/shownText.ts";
import { keyed } from "../ui/keyed.ts";
import "./CommandText.css";

/** A command line. Lines may break between words and within paths, but not within the name of a flag. */
export function CommandText({ children }: { children: string }) {
  const parts = shownText(children).split(/(?<=\s)(--[a-z-]+)/);
  return keyed(parts, (part) => part).map(({ key, item }, index) =>
    index % 2 === 0 ? (
      item
    ) : (
      <span key={key} className="flagName">
        {item}
      </span>
    ),
  );
}
