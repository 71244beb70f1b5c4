import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ClusterContext } from "../../app/clusterContext.ts";
import { questionUrl } from "../accessUrls.ts";
import type { AskedSubject } from "../askedSubject.ts";
import { questionFromError } from "./questionFromError.ts";
import "./WhyLink.css";

export interface WhyLinkProps {
  error: unknown;
  button?: boolean;
  /** Only needed outside the views of a cluster, as in toasts. */
  cluster?: string;
  /** The refused subject; default: the identity with which the user views the cluster. */
  subject?: AskedSubject;
}

/** A link from a refusal to its explanation. Renders nothing for errors that no permission would change. */
export function WhyLink({ error, button = false, cluster, subject }: WhyLinkProps) {
  const { t } = useTranslation();
  const scope = useContext(ClusterContext);
  const id = cluster ?? scope?.cluster.id;
  const question = questionFromError(error);
  if (question === undefined || id === undefined) return null;
  return (
    <Link className={button ? "uiButton" : "whyLink"} to={questionUrl(id, question, subject)} data-testid="why-link">
      {t("rights.whyLink")}
    </Link>
  );
}
