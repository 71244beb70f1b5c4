import { useState } from "react";
import { useTranslation } from "react-i18next";
import { stringify } from "yaml";
import { formatAge } from "../ui/age/formatAge.ts";
import { Button } from "../ui/Button.tsx";
import type { Choice, FieldConflict, FieldOwner } from "./conflicts.ts";
import "../ui/segments.css";
import "./ConflictPanel.css";

export interface ConflictPanelProps {
  conflicts: readonly FieldConflict[];
  busy: boolean;
  onApply(choices: Record<string, Choice>): void;
  onDismiss(): void;
}

const CHOICES: readonly Choice[] = ["mine", "theirs", "leave"];

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation();
  if (value === undefined) return <span className="faint">{t("conflict.absent")}</span>;
  return <code className="conflictValue">{stringify(value, { lineWidth: 60 }).trimEnd()}</code>;
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

/** A refused apply, field by field: who owns it, their value, mine, and what shall become of it. */
export function ConflictPanel({ conflicts, busy, onApply, onDismiss }: ConflictPanelProps) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const labels: Record<Choice, string> = {
    mine: t("conflict.forceMine"),
    theirs: t("conflict.takeTheirs"),
    leave: t("conflict.leave"),
  };
  return (
    <section
      className="conflicts"
      aria-label={t("conflict.title", { count: conflicts.length })}
      data-testid="conflict-panel"
      role="alert"
    >
      <header>
        <h2>{t("conflict.title", { count: conflicts.length })}</h2>
        <p className="muted">{t("conflict.text")}</p>
      </header>
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict.field} data-testid="conflict" data-field={conflict.field}>
            <p className="mono conflictField">{conflict.field}</p>
            <dl>
              <div>
                <dt>{t("conflict.owner")}</dt>
                <dd>
                  {conflict.owners.map((owner) => (
                    <Owner key={`${owner.manager}/${owner.subresource}`} owner={owner} />
                  ))}
                </dd>
              </div>
              <div>
                <dt>{t("conflict.theirs")}</dt>
                <dd>
                  <Value value={conflict.theirs} />
                </dd>
              </div>
              <div>
                <dt>{t("conflict.mine")}</dt>
                <dd>
                  <Value value={conflict.mine} />
                </dd>
              </div>
            </dl>
            <fieldset className="segments">
              <legend className="visuallyHidden">{t("conflict.choice", { field: conflict.field })}</legend>
              {CHOICES.map((choice) => (
                <label key={choice} className="segment">
                  <input
                    type="radio"
                    name={`choice-${conflict.field}`}
                    checked={(choices[conflict.field] ?? "mine") === choice}
                    onChange={() => setChoices({ ...choices, [conflict.field]: choice })}
                    data-testid={`choice-${choice}`}
                  />
                  <span>{labels[choice]}</span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <footer>
        <Button
          variant="quiet"
          icon="close"
          aria-label={t("conflict.dismiss")}
          onClick={onDismiss}
          data-testid="conflict-dismiss"
        />
        <span className="spacer" />
        <Button variant="primary" disabled={busy} onClick={() => onApply(choices)} data-testid="apply-choices">
          {t("conflict.applyChoices")}
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => onApply({})} data-testid="force">
          {t("conflict.forceAll")}
        </Button>
      </footer>
    </section>
  );
}
