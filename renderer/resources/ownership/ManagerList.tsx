import { useTranslation } from "react-i18next";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import type { Manager, OwnershipFilter } from "./ownership.ts";
import "./ownerMark.css";
import "./ManagerList.css";

/** Number of colours; further managers reuse them, and are distinguished by their names. */
const COLOURS = 8;

export const colourClass = (index: number): string => `owner${index % COLOURS}`;

export interface ManagerListProps {
  managers: readonly Manager[];
  /** Number of fields without an owner. */
  unowned: number;
  filter: OwnershipFilter;
  onFilter(filter: OwnershipFilter): void;
}

/** The owners of fields; choosing one highlights its lines. */
export function ManagerList({ managers, unowned, filter, onFilter }: ManagerListProps) {
  const { t } = useTranslation();
  const choose = (value: OwnershipFilter): void => onFilter(filter === value ? undefined : value);
  return (
    <section className="managerList" aria-label={t("object.managers")}>
      <h2>{t("object.managers")}</h2>
      <p className="faint">{t("views.ownershipLead")}</p>
      <ul>
        {managers.map((manager) => (
          <li key={manager.index}>
            <button
              type="button"
              className="managerButton"
              aria-pressed={filter === manager.index}
              onClick={() => choose(manager.index)}
              data-testid="manager"
              data-manager={manager.name}
            >
              <span className={`ownerMark ${colourClass(manager.index)}`} aria-hidden="true" />
              <span className="managerName">
                {manager.name}
                {manager.subresource === "" ? null : <span className="faint">/{manager.subresource}</span>}
              </span>
              <Badge tone={manager.operation === "Apply" ? "accent" : "neutral"}>{manager.operation}</Badge>
              <span className="managerNote faint">
                {manager.broken ? t("views.brokenManager") : t("views.fields", { count: manager.fields })}
                {" · "}
                {manager.apiVersion}
                {" · "}
                <Age since={manager.time} />
              </span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="managerButton"
            aria-pressed={filter === "unowned"}
            onClick={() => choose("unowned")}
            data-testid="unowned"
          >
            <span className="ownerMark none" aria-hidden="true" />
            <span className="managerName">{t("views.nobody")}</span>
            <span className="managerNote faint">{t("views.fields", { count: unowned })}</span>
          </button>
        </li>
      </ul>
    </section>
  );
}
