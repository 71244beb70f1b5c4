import { useTranslation } from "react-i18next";
import { CHANGES, DELETIONS, PEOPLE } from "../../../shared/console/auditQuery.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { downloadText } from "../../ui/downloadText.ts";
import { Select } from "../../ui/forms/Select.tsx";
import { LogBar, PauseButton } from "../LogBar.tsx";
import type { FeedPhase } from "./auditFeed.ts";
import type { AuditSearchState } from "./auditSearch.ts";
import { type AuditRow, auditLines } from "./auditView.ts";
import { type AuditFilter, RANGE_NAMES } from "./useAuditFilter.ts";

export interface AuditBarProps {
  filter: AuditFilter;
  onChange(change: Partial<AuditFilter>): void;
  /** The shown rows. */
  rows: readonly AuditRow[];
  search: Pick<AuditSearchState, "phase" | "isAnswered" | "users" | "verbs">;
  paused: boolean;
  onPause(paused: boolean): void;
}

const TONES: Readonly<Record<FeedPhase, Tone>> = { opening: "neutral", open: "good", lost: "warn" };

/** Filters of the audit log, and the actions for matching rows. */
export function AuditBar({ filter, onChange, rows, search, paused, onPause }: AuditBarProps) {
  const { t } = useTranslation();
  const { phase, isAnswered, users, verbs } = search;
  return (
    <LogBar
      text={filter.text}
      onText={(text) => onChange({ text })}
      actions={
        <>
          <PauseButton paused={paused} onPause={onPause} testId="audit-pause" />
          <Button
            onClick={() => downloadText("audit.jsonl", auditLines(rows))}
            refusal={isAnswered ? (rows.length === 0 ? t("audit.noMatch") : undefined) : t("audit.opening")}
            data-testid="audit-export"
          >
            {t("activity.download")}
          </Button>
        </>
      }
    >
      <Choice
        label={t("audit.user")}
        value={filter.user}
        onChange={(user) => onChange({ user })}
        special={{ "": t("audit.everybody"), [PEOPLE]: t("audit.people") }}
        all={users}
        testId="audit-user"
      />
      <Choice
        label={t("audit.verb")}
        value={filter.verb}
        onChange={(verb) => onChange({ verb })}
        special={{ "": t("audit.allVerbs"), [CHANGES]: t("audit.changesOnly"), [DELETIONS]: t("audit.deletionsOnly") }}
        all={verbs}
        testId="audit-verb"
      />
      <Choice
        label={t("audit.time")}
        value={RANGE_NAMES.includes(filter.since) ? filter.since : ""}
        onChange={(since) => onChange({ since })}
        special={{
          "": t("audit.anyTime"),
          ...Object.fromEntries(RANGE_NAMES.map((name) => [name, t(`audit.range.${name}`)])),
        }}
        all={[]}
        testId="audit-time"
      />
      <Button
        aria-pressed={filter.deniedOnly}
        onClick={() => onChange({ deniedOnly: !filter.deniedOnly })}
        data-testid="audit-denied"
      >
        {t("audit.deniedOnly")}
      </Button>
      <span data-testid="audit-phase" data-phase={phase}>
        <Badge tone={TONES[phase]} dot>
          {t(`audit.${phase}`)}
        </Badge>
      </span>
    </LogBar>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Special choices that match several of `all`: texts by value. */
  special: Readonly<Record<string, string>>;
  all: readonly string[];
  testId: string;
}

/** Chooses one of the occurring values. A chosen value stays available even if it no longer occurs. */
function Choice({ label, value, onChange, special, all, testId }: ChoiceProps) {
  const offered = value in special || all.includes(value) ? all : [...all, value];
  return (
    <Select
      label={label}
      isLabelHidden
      value={value}
      onChange={onChange}
      options={[
        ...Object.entries(special).map(([one, text]) => ({ value: one, label: text })),
        ...offered.map((each) => ({ value: each, label: each })),
      ]}
      testId={testId}
    />
  );
}
