import { useTranslation } from "react-i18next";
import { Age } from "../ui/age/Age.tsx";
import { useShownChoice } from "../ui/forms/useShownChoice.ts";
import { useGradually } from "../ui/useGradually.tsx";
import type { StoredRevision } from "./model/releases.ts";
import { StatusBadge } from "./StatusBadge.tsx";
import { useReleaseHead } from "./useRelease.ts";
import { useReleaseErrorText } from "./useReleaseErrorText.ts";

export interface ReleaseRevisionsProps {
  /** Newest first. */
  revisions: readonly StoredRevision[];
  from: StoredRevision | undefined;
  to: StoredRevision | undefined;
  onFrom(revision: string): void;
  onTo(revision: string): void;
}

/** Number of revisions shown initially, because each line reads a stored payload; the user can load more. */
const SHOWN = 25;

/** The revisions, newest first, with two columns of choices: compare from, compare to. */
export function ReleaseRevisions({ revisions, from, to, onFrom, onTo }: ReleaseRevisionsProps) {
  const { t } = useTranslation();
  const { shown, more } = useGradually(revisions, SHOWN, SHOWN);
  const [shownFrom, chooseFrom] = useShownChoice(from?.revision ?? 0, (chosen) => onFrom(String(chosen)));
  const [shownTo, chooseTo] = useShownChoice(to?.revision ?? 0, (chosen) => onTo(String(chosen)));
  const sides = [
    { key: "from", chosen: shownFrom, choose: chooseFrom },
    { key: "to", chosen: shownTo, choose: chooseTo },
  ] as const;
  return (
    <>
      <table className="revisionTable">
        <thead>
          <tr>
            <th scope="col">{t("views.from")}</th>
            <th scope="col">{t("views.to")}</th>
            <th scope="col">{t("helm.revision")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((stored) => (
            <tr key={stored.uid} data-testid={`revision-${stored.revision}`}>
              {sides.map(({ key, chosen, choose }) => (
                <td key={key}>
                  <input
                    type="radio"
                    name={`release-${key}`}
                    aria-label={`${t(`views.${key}`)} ${stored.revision}`}
                    checked={chosen === stored.revision}
                    onChange={() => choose(stored.revision)}
                  />
                </td>
              ))}
              <td>
                <RevisionText stored={stored} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

function RevisionText({ stored }: { stored: StoredRevision }) {
  const { data, error } = useReleaseHead(stored);
  const trouble = useReleaseErrorText(error);
  return (
    <>
      <div className="revisionHead">
        <strong>{stored.revision}</strong>
        <StatusBadge status={stored.status} />
        <span className="muted">{data === undefined ? null : `${data.chart.name} ${data.chart.version}`}</span>
        <span className="spacer" />
        <span className="faint">
          <Age since={stored.updated} />
        </span>
      </div>
      {trouble === "" ? (
        <p className="muted revisionSaid">{data?.description}</p>
      ) : (
        <p className="dangerText revisionSaid">{trouble}</p>
      )}
    </>
  );
}
