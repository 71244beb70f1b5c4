import { useMemo } from "react";
import { keyed } from "./keyed.ts";
import "./LongText.css";
import { textBlocks } from "./textBlocks.ts";

/**
 * The content of a `pre` that may be long. The browser only lays out the visible blocks; laying out a megabyte of lines
 * takes seconds.
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
