import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cutLines } from "./cutLines.ts";
import { keyed } from "./keyed.ts";
import "./LongText.css";
import { textBlocks } from "./textBlocks.ts";

/** Characters of a line that are shown. */
const LINE = 20_000;

/**
 * The content of a `pre` that may be long. The browser lays out only the blocks in sight, because the lines of a megabyte at
 * once take it seconds; for the same reason it shows only the beginning of a line that is as long as that.
 */
export function LongText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const blocks = useMemo(() => {
    const shown = cutLines(text, LINE, (count) => t("logs.cut", { count }));
    return keyed(textBlocks(shown), (block) => block);
  }, [text, t]);
  if (blocks.length === 1) return blocks[0]?.item ?? "";
  return blocks.map(({ key, item }) => (
    <span key={key} className="textBlock">
      {item}
    </span>
  ));
}
