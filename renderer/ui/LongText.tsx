import { useMemo } from "react";
import { keyed } from "./keyed.ts";
import "./LongText.css";
import { textBlocks } from "./textBlocks.ts";

/**
 * The content of a `pre` that may be long. The browser lays out only the blocks in sight: the lines of a megabyte at once
 * take it seconds.
 */
export function LongText({ text }: { readonly text: string }) {
  const blocks = useMemo(() => keyed(textBlocks(text), (block) => block), [text]);
  if (blocks.length === 1) return text;
  return blocks.map(({ key, item }) => (
    <span key={key} className="textBlock">
      {item}
    </span>
  ));
}
