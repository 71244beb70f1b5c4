import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { shownText } from "../../shared/text/shownText.ts";
import { cutLines } from "./cutLines.ts";
import { keyed } from "./keyed.ts";
import "./LongText.css";
import { textBlocks } from "./textBlocks.ts";

/** Maximum number of characters shown of a line. */
const LINE = 20_000;

/**
 * The content of a `pre` that may be long. The browser lays out only the visible blocks, because laying out a megabyte
 * of lines at once takes seconds. Very long lines are truncated for the same reason.
 */
export function LongText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const blocks = useMemo(() => {
    const shown = cutLines(shownText(text), LINE, (count) => t("logs.cut", { count }));
    return keyed(textBlocks(shown), (block) => block);
  }, [text, t]);
  if (blocks.length === 1) return blocks[0]?.item ?? "";
  return blocks.map(({ key, item }) => (
    <span key={key} className="textBlock">
      {item}
    </span>
  ));
}
