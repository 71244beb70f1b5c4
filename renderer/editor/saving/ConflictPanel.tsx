import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { shownText } from "../../../shared/text/shownText.ts";
import { formatAge } from "../../ui/age/formatAge.ts";
import { Button } from "../../ui/Button.tsx";
import { ChoiceList } from "../../ui/forms/ChoiceList.tsx";
import { useReturnFocus } from "../../ui/layers/useReturnFocus.ts";
import { useAnswer } from "../text/useAnswer.ts";
import { CHOICES, type Choice } from "./answers.ts";
import type { FieldConflict, FieldOwner } from "./conflicts.ts";
import type { ContestedTexts, ValuePart } from "./contestedTexts.ts";
import "./ConflictPanel.css";

export interface ConflictPanelProps {
  conflicts: readonly FieldConflict[];
  /** Whether the conflicts come from a dry run. */
  dryRun: boolean;
  busy: boolean;
  /** Called with a decision for every field. */
  onApply(choices: Record<string, Choice>): void;
  onDismiss(): void;
}

/** Maximum number of lines and characters of a value without its own scroll bar. */
const FEW_LINES = 5;
const FEW_LETTERS = 200;

function Value({ value }: { value: ValuePart | undefined }) {
  const { t } = useTranslation();
  if (value === undefined) return <span className="faint">{t("conflict.absent")}</span>;
  const { text, before, after } = value;
  // Users must be able to scroll a long value by keyboard.
  const isLong = text.split("\n").length > FEW_LINES || text.length > FEW_LETTERS;
  return (
    <code className="conflictValue" {...(isLong ? { tabIndex: 0 } : {})}>
      {before === 0 ? null : <span className="faint">{`${t("conflict.linesBefore", { count: before })}\n`}</span>}
      {shownText(text)}
      {after === 0 ? null : <span className="faint">{`\n${t("conflict.linesAfter", { count: after })}`}</span>}
    </code>
  );
}

/** Both values of a field; undefined while long ones are being read. */
function Values({ texts }: { texts: ContestedTexts | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {(["theirs", "mine"] as const).map((side) => (
        <div key={side}>
          <dt>{t(`conflict.${side === "theirs" ? "theirValue" : "myValue"}`)}</dt>
          <dd data-testid={`value-${side}`}>
            {texts === undefined ? <span className="faint">{t("editor.reading")}</span> : <Value value={texts[side]} />}
          </dd>
        </div>
      ))}
    </>
  );
}

function Owner({ owner }: { owner: FieldOwner }) {
  const { t } = useTranslation();
  return (
    <span className="owner">
      <strong>{owner.manager}</strong>
      {owner.subresource === "" ? "" : `/${owner.subresource}`}
      {owner.operation === undefined || owner.time === 0 ? null : (
        <span className="faint">
          {" "}
          {t("conflict.operation", { operation: owner.operation, age: formatAge(Date.now() - owner.time) })}
        </span>
      )}
    </span>
  );
}

interface AnswerProps {
  conflict: FieldConflict;
  chosen: Choice | undefined;
  onChoose(choice: Choice): void;
}

/** The choices for one field; none is preselected. */
function Answer({ conflict, chosen, onChoose }: AnswerProps) {
  const { t } = useTranslation();
  const { field, mine, owners } = conflict;
  const names = [...new Set(owners.map((owner) => owner.manager))].join(", ");
  const wordOf = (choice: Choice): string => (choice === "mine" && mine === undefined ? "remove" : choice);
  return (
    <ChoiceList
      label={t("conflict.choice", { field })}
      value={chosen}
      options={CHOICES.map((value) => ({
        value,
        title: t(`conflict.${wordOf(value)}`),
        text: t(`conflict.${wordOf(value)}Text`, { owners: names }),
      }))}
      onChange={onChoose}
      testId="choice"
    />
  );
}

/**
 * Fields of other managers that an edit changes or removes: the owners, their value, the user's value, and the
 * decision.
 */
export function ConflictPanel({ conflicts, dryRun, busy, onApply, onDismiss }: ConflictPanelProps) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const asked = useAnswer(
    "contested",
    useMemo(() => [conflicts] as const, [conflicts]),
  );
  const panel = useRef<HTMLElement>(null);
  useReturnFocus();
  // Focus the panel, because the editor captures the Tab key and the user could not get past it.
  useEffect(() => panel.current?.focus(), []);
  const open = conflicts.filter(({ field }) => choices[field] === undefined).length;
  const title = t("conflict.title", { count: conflicts.length });
  const forAll = (choice: Choice): void =>
    setChoices(Object.fromEntries(conflicts.map(({ field }) => [field, choice])));
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className="conflicts"
      aria-label={title}
      data-testid="conflict-panel"
      onKeyDown={(event) => {
        if (event.key === "Escape") onDismiss();
      }}
    >
      <header>
        <div role="alert">
          <h2>{title}</h2>
          <p className="muted">{t(dryRun ? "conflict.previewText" : "conflict.text")}</p>
        </div>
      </header>
      <ul>
        {conflicts.map((conflict, i) => (
          <li key={conflict.field} data-testid="conflict" data-field={conflict.field}>
            <p className="mono conflictField">{conflict.field}</p>
            <dl>
              <div>
                <dt>{t("conflict.owner")}</dt>
                <dd>
                  {conflict.owners.map((owner) => (
                    <Owner key={`${owner.manager}/${owner.subresource}/${owner.operation}`} owner={owner} />
                  ))}
                </dd>
              </div>
              <Values texts={asked.state === "answered" ? asked.answer[i] : undefined} />
            </dl>
            <Answer
              conflict={conflict}
              chosen={choices[conflict.field]}
              onChoose={(choice) => setChoices({ ...choices, [conflict.field]: choice })}
            />
          </li>
        ))}
      </ul>
      <footer>
        {conflicts.length < 2 ? null : (
          <fieldset className="forAll">
            <legend className="muted">{t("conflict.forAll")}</legend>
            {CHOICES.map((choice) => (
              <Button key={choice} onClick={() => forAll(choice)} data-testid={`all-${choice}`}>
                {t(`conflict.${choice}`)}
              </Button>
            ))}
          </fieldset>
        )}
        <Button variant="quiet" onClick={onDismiss} data-testid="conflict-dismiss">
          {t("conflict.dismiss")}
        </Button>
        <span className="spacer" />
        <Button
          variant="primary"
          disabled={busy}
          refusal={open === 0 ? undefined : t("conflict.open", { count: open })}
          onClick={() => onApply(choices)}
          data-testid="apply-choices"
        >
          {t(dryRun ? "conflict.previewChoices" : "conflict.applyChoices")}
        </Button>
      </footer>
    </section>
  );
}
