import { useTranslation } from "react-i18next";
import { Age } from "../ui/age/Age.tsx";
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
  const sides = [
    { key: "from", chosen: from, onChoose: onFrom },
    { key: "to", chosen: to, onChoose: onTo },
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
              {sides.map(({ key, chosen, onChoose }) => (
                <td key={key}>
                  <input
                    type="radio"
                    name={`release-${key}`}
                    aria-label={`${t(`views.${key}`)} ${stored.revision}`}
                    checked={chosen?.uid === stored.uid}
                    onChange={() => onChoose(String(stored.revision))}
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
