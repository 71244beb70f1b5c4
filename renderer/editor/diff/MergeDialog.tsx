import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { Button } from "../../ui/Button.tsx";
import { useAnswer } from "../text/useAnswer.ts";
import { DiffDialog } from "./DiffDialog.tsx";
import type { MergeConflict } from "./merge3.ts";
import "../../ui/forms/segments.css";
import "./MergeDialog.css";

export interface MergeDialogProps {
  base: string;
  theirs: string;
  mine: string;
  onMerge(text: string): void;
  onClose(): void;
}

const keyOf = (conflict: MergeConflict): string => conflict.path.join(".");
const brief = (value: unknown): string => (value === undefined ? "–" : stringifyJson(value).slice(0, 200));

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
  // For each field, whether the other's value wins. Nothing is preselected.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const decided = useMemo(() => {
    const taken = merge?.conflicts.filter((conflict) => choices.get(keyOf(conflict)) === true) ?? [];
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
            {merge.conflicts.map((conflict) => {
              const key = keyOf(conflict);
              return (
                <li key={key} data-testid="merge-conflict">
                  <code className="conflictField">{key}</code>
                  <fieldset className="segments">
                    <legend className="visuallyHidden">{t("conflict.choice", { field: key })}</legend>
                    {[false, true].map((theirsWin) => (
                      <label
                        key={String(theirsWin)}
                        className="segment"
                        data-tip={brief(theirsWin ? conflict.theirs : conflict.mine)}
                      >
                        <input
                          type="radio"
                          name={`merge-${key}`}
                          checked={choices.get(key) === theirsWin}
                          onChange={() => setChoices(new Map(choices).set(key, theirsWin))}
                          data-testid={theirsWin ? "merge-theirs" : "merge-mine"}
                        />
                        <span>
                          {t(theirsWin ? "conflict.theirValue" : "conflict.myValue")}:{" "}
                          <code>{brief(theirsWin ? conflict.theirs : conflict.mine)}</code>
                        </span>
                      </label>
                    ))}
                  </fieldset>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </DiffDialog>
  );
}
