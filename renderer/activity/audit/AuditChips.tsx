import { useTranslation } from "react-i18next";
import { TermChip } from "../../resources/list/TermChip.tsx";
import { useClockTime } from "../../ui/age/useClockTime.ts";
import { type AuditFilter, RANGE_NAMES } from "./useAuditFilter.ts";
import "./AuditChips.css";

/** The parts of the filter that links and details set: each can be removed. */
export function AuditChips({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange(change: Partial<AuditFilter>): void;
}) {
  const { t } = useTranslation();
  const clock = useClockTime();
  const timeOf = (text: string): string => clock(Date.parse(text));
  const { object, until } = filter;
  const since = RANGE_NAMES.includes(filter.since) ? "" : filter.since;
  if (object === "" && until === "" && since === "") return null;
  const chips = [
    ["object", t("audit.object"), object],
    ["since", t("audit.since"), since === "" ? "" : timeOf(since)],
    ["until", t("audit.until"), until === "" ? "" : timeOf(until)],
  ] as const;
  return (
    <ul className="chips auditChips" aria-label={t("audit.filters")}>
      {chips.map(([field, label, term]) =>
        term === "" ? null : (
          <TermChip
            key={field}
            label={label}
            term={term}
            removeLabel={t("browse.removeSelector", { term })}
            onRemove={() => onChange({ [field]: "" })}
            testId={`audit-chip-${field}`}
          />
        ),
      )}
    </ul>
  );
}
