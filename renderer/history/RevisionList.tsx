import { useTranslation } from "react-i18next";
import type { Revision } from "../resources/live/objectStore.ts";
import { Age } from "../ui/age/Age.tsx";
import { useShownChoice } from "../ui/forms/useShownChoice.ts";
import { deletionTime, lastManager, stateTime } from "./authorship.ts";
import { changedPaths } from "./comparable.ts";

export interface RevisionListProps {
  /** Newest first. */
  revisions: readonly Revision[];
  from: Revision | undefined;
  to: Revision | undefined;
  onChoose(choice: { from?: string; to?: string }): void;
}

const NAMED = 3;

/** When the state was made. For a deletion, the time when the console received it takes precedence. */
const madeAt = ({ object, seen, deleted }: Revision): number =>
  deleted ? seen || deletionTime(object) : stateTime(object) || seen;

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

/** The states, newest first, with two columns of radio buttons: compare from, compare to. */
export function RevisionList({ revisions, from, to, onChoose }: RevisionListProps) {
  const { t } = useTranslation();
  const [shownFrom, chooseFrom] = useShownChoice(from?.resourceVersion ?? "", (chosen) => onChoose({ from: chosen }));
  const [shownTo, chooseTo] = useShownChoice(to?.resourceVersion ?? "", (chosen) => onChoose({ to: chosen }));
  const sides = [
    { key: "from", shown: shownFrom, choose: chooseFrom },
    { key: "to", shown: shownTo, choose: chooseTo },
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
            {sides.map(({ key, shown, choose }) => (
              <td key={key}>
                <input
                  type="radio"
                  name={`revision-${key}`}
                  aria-label={`${t(`views.${key}`)} ${revision.resourceVersion}`}
                  checked={shown === revision.resourceVersion}
                  onChange={() => choose(revision.resourceVersion)}
                />
              </td>
            ))}
            <td>
              <span className="mono">{revision.resourceVersion}</span>{" "}
              <span className="muted">
                {revision.deleted ? null : lastManager(revision.object, revisions[i + 1]?.object)}
              </span>{" "}
              <span className="faint">
                <Age since={madeAt(revision)} />
              </span>{" "}
              <Summary revision={revision} older={revisions[i + 1]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
