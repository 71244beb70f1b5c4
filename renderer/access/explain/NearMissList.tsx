import { useTranslation } from "react-i18next";
import type { NearMiss } from "../../../shared/rbac/nearMisses.ts";
import type { AccessRequest } from "../../../shared/rbac/types.ts";
import { keyed } from "../../ui/keyed.ts";
import { GrantChain, grantKey } from "./GrantChain.tsx";
import { missPlaceholders, wouldChangeReserved } from "./missTexts.ts";
import "./cards.css";

const SHOWN = 6;

/** The near misses of a request: the one respect in which each fails, and how to fix it. */
export function NearMissList({ misses, request }: { misses: readonly NearMiss[]; request: AccessRequest }) {
  const { t } = useTranslation();
  const words = {
    scope: (namespace: string) =>
      namespace === "" ? t("rights.wholeCluster") : t("rights.inNamespace", { namespace }),
    anyName: t("rights.noName"),
    core: t("rights.core"),
    slip: (slip: string) => t(`rights.slip.${slip as "case"}`),
  };
  return (
    <>
      <ul className="misses" data-testid="near-misses">
        {keyed(misses.slice(0, SHOWN), grantKey).map(({ key, item: miss }) => {
          const holes = missPlaceholders(miss, request, words);
          return (
            <li key={key} data-lacks={miss.lacks}>
              <p>
                {t(`rights.miss.${miss.lacks}`, holes)}{" "}
                <strong>
                  {wouldChangeReserved(miss) ? t("rights.fixReserved", holes) : t(`rights.fix.${miss.lacks}`, holes)}
                </strong>
              </p>
              <GrantChain subject={miss.subject} binding={miss.binding} rule={miss.rule} />
            </li>
          );
        })}
      </ul>
      {misses.length > SHOWN ? <p className="faint">{t("rights.more", { count: misses.length - SHOWN })}</p> : null}
    </>
  );
}
