import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ClusterContext } from "../app/clusterContext.ts";
import { questionUrl } from "./accessUrls.ts";
import { questionFromError } from "./questionFromError.ts";
import type { Whom } from "./whom.ts";
import "./WhyLink.css";

export interface WhyLinkProps {
  error: unknown;
  button?: boolean;
  /** Needed only outside of a cluster's views, as in toasts. */
  cluster?: string;
  /** Who was refused; default whoever looks at it. */
  whom?: Whom;
}

/** Beside a refusal: the way to its explanation. Nothing for errors that no permission would change. */
export function WhyLink({ error, button = false, cluster, whom }: WhyLinkProps) {
  const { t } = useTranslation();
  const scope = useContext(ClusterContext);
  const id = cluster ?? scope?.cluster.id;
  const question = questionFromError(error);
  if (question === undefined || id === undefined) return null;
  return (
    <Link className={button ? "uiButton" : "whyLink"} to={questionUrl(id, question, whom)} data-testid="why-link">
      {t("rights.whyLink")}
    </Link>
  );
}
