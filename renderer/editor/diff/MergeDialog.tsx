import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { wholeUntil } from "../../../shared/text/wholeUntil.ts";
import { Button } from "../../ui/Button.tsx";
import { Segmented } from "../../ui/forms/Segmented.tsx";
import type { ValuePart } from "../saving/contestedTexts.ts";
import { reachesLength } from "../text/reachesLength.ts";
import { useAnswer } from "../text/useAnswer.ts";
import { DiffDialog } from "./DiffDialog.tsx";
import type { MergeConflict } from "./merge3.ts";
import "./MergeDialog.css";

export interface MergeDialogProps {
  base: string;
  theirs: string;
  mine: string;
  onMerge(text: string): void;
  onClose(): void;
}

/** Tells fields apart whose names contain dots. */
const keyOf = ({ path }: MergeConflict): string => JSON.stringify(path);

/** Maximum number of characters of a value beside its choice. */
const LONGEST = 200;

const start = (text: string): string => text.slice(0, wholeUntil(text, LONGEST));

/** A value in one line; of a long one, the lines that differ from the other side's. */
function brief(value: unknown, part: ValuePart | undefined): string {
  if (value === undefined) return "–";
  if (part === undefined || !reachesLength(value, LONGEST)) return start(stringifyJson(value));
  const text = start(part.text).replaceAll("\n", " ↵ ");
  return part.before > 0 ? `… ${text}` : text;
}

/**
 * Merges changes that others made since the user began to edit; for fields that both changed, the user decides field by
 * field.
 */
export function MergeDialog({ base, theirs, mine, onMerge, onClose }: MergeDialogProps) {
  const { t } = useTranslation();
  const asked = useAnswer(
    "merge",
    useMemo(() => [base, theirs, mine] as const, [base, theirs, mine]),
  );
  const merge = asked.state === "answered" ? asked.answer : undefined;
  const parts = useAnswer(
    "contested",
    useMemo(() => (merge === undefined ? undefined : ([merge.conflicts, 0] as const)), [merge]),
  );
  // For each field, whose value wins. Nothing is preselected.
  const [choices, setChoices] = useState<ReadonlyMap<string, "mine" | "theirs">>(new Map());
  const decided = useMemo(() => {
    const taken = merge?.conflicts.filter((conflict) => choices.get(keyOf(conflict)) === "theirs") ?? [];
    return merge === undefined ? undefined : ([mine, merge.changes, taken] as const);
  }, [merge, mine, choices]);
  const written = useAnswer("merged", decided);
  const result = written.state === "answered" ? written.answer : mine;
  const isBusy = asked.state === "busy" || (decided !== undefined && written.state === "busy");
  const undecided = (merge?.conflicts ?? []).filter((conflict) => !choices.has(keyOf(conflict))).length;
  const failure = asked.state === "failed" ? asked.error : written.state === "failed" ? written.error : undefined;
  const refusal = isBusy
    ? t("editor.reading")
    : failure !== undefined
      ? failure.message
      : merge === undefined
        ? t("write.unreadable")
        : undecided === 0
          ? undefined
          : t("write.mergeUndecided", { count: undecided });
  return (
    <DiffDialog
      title={t("write.mergeTitle")}
      text={
        asked.state === "busy"
          ? undefined
          : merge === undefined
            ? t("write.unreadable")
            : t("write.mergeText", { count: merge.changes.length })
      }
      reading={isBusy}
      before={mine}
      after={result}
      onClose={onClose}
      testId="merge-dialog"
      actions={
        <Button variant="primary" refusal={refusal} onClick={() => onMerge(result)} data-testid="merge-take">
          {t("write.merge")}
        </Button>
      }
    >
      {merge === undefined || merge.conflicts.length === 0 ? null : (
        <div className="mergeConflicts">
          <h3>{t("write.contested", { count: merge.conflicts.length })}</h3>
          <ul>
            {merge.conflicts.map((conflict, i) => {
              const key = keyOf(conflict);
              const field = conflict.path.join(".");
              const texts = parts.state === "answered" ? parts.answer[i] : undefined;
              return (
                <li key={key} data-testid="merge-conflict">
                  <code className="conflictField">{shownText(field)}</code>
                  <Segmented
                    label={t("conflict.choice", { field })}
                    value={choices.get(key)}
                    options={(["mine", "theirs"] as const).map((side) => {
                      const value = brief(conflict[side], texts?.[side]);
                      const label = (
                        <>
                          {t(side === "mine" ? "conflict.myValue" : "conflict.theirValue")}:{" "}
                          <code>{shownText(value)}</code>
                        </>
                      );
                      return { value: side, label, tip: value };
                    })}
                    onChange={(side) => setChoices(new Map(choices).set(key, side))}
                    testId="merge"
                  />
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </DiffDialog>
  );
}
