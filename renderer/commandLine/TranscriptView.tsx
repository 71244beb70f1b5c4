import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LongText } from "../ui/LongText.tsx";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";
import type { TranscriptEntry } from "./transcript.ts";

/** Maximum distance in pixels from the end at which the view keeps following the output. */
const NEAR = 24;

/** The typed commands and their output. Scrolls to new lines unless the user has scrolled up. */
export function TranscriptView({ entries }: { readonly entries: readonly TranscriptEntry[] }) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is new output
  useLayoutEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [entries]);
  return (
    <ScrollRegion
      as="section"
      ref={box}
      className="commandOutput"
      role="log"
      aria-label={t("commandLine.output")}
      data-testid="command-output"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {entries.length === 0 ? <p className="faint">{t("commandLine.hint")}</p> : null}
      {entries.map(({ id, kind, text }) => (
        <pre key={id} className={kind === "command" ? "commandTyped" : toneOf(text)}>
          <LongText text={text} />
        </pre>
      ))}
    </ScrollRegion>
  );
}

/** The tone of a line: errors and warnings are highlighted. */
const toneOf = (text: string): string | undefined =>
  /^(error|Error from server|The .* is invalid)/.test(text)
    ? "commandBad"
    : text.startsWith("Warning:")
      ? "commandWarn"
      : undefined;
