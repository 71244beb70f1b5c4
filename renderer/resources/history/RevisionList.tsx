import { useTranslation } from "react-i18next";
import { Age } from "../Age.tsx";
import type { Revision } from "../live/objectStore.ts";
import { changedPaths } from "./changeSummary.ts";
import { lastManager, stateTime } from "./walkBack.ts";

export interface RevisionListProps {
  /** Newest first. */
  revisions: readonly Revision[];
  from: Revision | undefined;
  to: Revision | undefined;
  onChoose(choice: { from?: string; to?: string }): void;
}

const NAMED = 3;

function Summary({ revision, older }: { revision: Revision; older: Revision | undefined }) {
  const { t } = useTranslation();
  if (revision.deleted) return <span className="dangerText">{t("views.deleted")}</span>;
  if (older === undefined) return null;
  const paths = changedPaths(older.object, revision.object);
  if (paths.length === 0) return <span className="faint">{t("views.onlyBookkeeping")}</span>;
  const more = paths.length - NAMED;
  return (
    <span className="revisionPaths">
      {paths.slice(0, NAMED).join(", ")}
      {more > 0 ? ` ${t("browse.andMore", { count: more })}` : ""}
    </span>
  );
}

/** The states, newest first, with two columns of choices: compare from, compare to. */
export function RevisionList({ revisions, from, to, onChoose }: RevisionListProps) {
  const { t } = useTranslation();
  const sides = [
    { key: "from", chosen: from },
    { key: "to", chosen: to },
  ] as const;
  return (
    <table className="revisions">
      <thead>
        <tr>
          <th scope="col">{t("views.from")}</th>
          <th scope="col">{t("views.to")}</th>
          <th scope="col">{t("views.revision")}</th>
        </tr>
      </thead>
      <tbody>
        {revisions.map((revision, i) => (
          <tr key={revision.resourceVersion} data-testid="revision" data-version={revision.resourceVersion}>
            {sides.map(({ key, chosen }) => (
              <td key={key}>
                <input
                  type="radio"
                  name={`revision-${key}`}
                  aria-label={`${t(`views.${key}`)} ${revision.resourceVersion}`}
                  checked={chosen?.resourceVersion === revision.resourceVersion}
                  onChange={() => onChoose({ [key]: revision.resourceVersion })}
                />
              </td>
            ))}
            <td>
              <span className="mono">{revision.resourceVersion}</span>{" "}
              <span className="muted">{lastManager(revision.object, revisions[i + 1]?.object)}</span>{" "}
              <span className="faint">
                <Age since={revision.seen || stateTime(revision.object)} />
              </span>
              <Summary revision={revision} older={revisions[i + 1]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
