import { memo } from "react";
import { useTranslation } from "react-i18next";
import { shownText } from "../../shared/text/shownText.ts";
import { clockTime } from "../activity/formats.ts";
import { readAnsi } from "./ansi.ts";
import { markHits, type TextSearch } from "./findText.ts";
import { type LogLine, stampOf } from "./logLine.ts";

export interface LogRowProps {
  line: LogLine;
  /** Name of the line's source; empty if there is only one source. */
  name: string;
  hue: number;
  search: TextSearch | undefined;
  hasTime: boolean;
}

/** A log line with its colours. The content is always rendered as text. */
export const LogRow = memo(function LogRow({ line, name, hue, search, hasTime }: LogRowProps) {
  const { t } = useTranslation();
  const pieces = markHits(readAnsi(line.text), search);
  return (
    <>
      {name === "" ? null : (
        <span className="logName" data-hue={hue} data-tip={name}>
          {name}
        </span>
      )}
      {hasTime ? (
        <time className="logTime" data-tip={line.time === undefined ? undefined : stampOf(line.time)}>
          {line.time === undefined ? "" : clockTime(line.time.seconds * 1000 + line.time.nanos / 1e6)}
        </time>
      ) : null}
      <span className="logText">
        {pieces.map((piece, index) => {
          const style = {
            ...(piece.colour === "" ? {} : { color: piece.colour }),
            ...(piece.background === "" ? {} : { background: piece.background }),
          };
          const Element = piece.isHit ? "mark" : "span";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never move
            <Element key={index} className={piece.className} style={style}>
              {shownText(piece.text)}
            </Element>
          );
        })}
        {line.cut > 0 ? <em className="logCut"> {t("logs.cut", { count: line.cut })}</em> : null}
      </span>
    </>
  );
});
