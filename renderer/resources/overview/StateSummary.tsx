import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { releaseUrl } from "../../app/urls.ts";
import { releaseOf } from "../../helm/model/releaseOf.ts";
import { CauseText } from "../../overview/CauseText.tsx";
import { TONE_OF } from "../../overview/model/finding.ts";
import { Age } from "../../ui/age/Age.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Property } from "../../ui/Section.tsx";
import { panelFor } from "../kinds/panels/panelFor.ts";
import { WorkloadPanel } from "../kinds/panels/WorkloadPanel.tsx";
import { Owners } from "./Owners.tsx";
import { Replicas } from "./Replicas.tsx";
import { timeOf } from "./timeOf.ts";
import { useFinding } from "./useFinding.ts";

/** The state of an object and its cause, for kinds that have one. */
function StateOf({ object, type }: { readonly object: ApiObject; readonly type: ResourceType }) {
  const { t } = useTranslation();
  const found = useFinding(object, type);
  if (found === undefined) return null;
  const { state, word, cause } = found.finding;
  return (
    <Property name={t("object.state")}>
      <Badge tone={TONE_OF[state]} dot>
        {word}
      </Badge>{" "}
      {cause === undefined ? null : <CauseText cause={cause} now={found.now} />}
    </Property>
  );
}

/** The Helm release that the object belongs to. */
function HelmRelease({ object }: { readonly object: ApiObject }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const release = releaseOf(object);
  if (release === undefined) return null;
  const query = new URLSearchParams(release.revision === undefined ? {} : { rev: release.revision });
  return (
    <Property name={t("object.helmRelease")}>
      <Link to={releaseUrl(cluster.id, release, "objects", query)}>{release.name}</Link>
      {release.revision === undefined ? null : (
        <span className="faint"> {t("object.helmRevision", { revision: release.revision })}</span>
      )}
    </Property>
  );
}

/** The most important facts of any object: its state, age, namespace and owners. */
export function StateSummary({ object, type }: { readonly object: ApiObject; readonly type: ResourceType }) {
  const { t } = useTranslation();
  const { vocabulary } = useClusterScope();
  const { metadata } = object;
  const { namespace, deletionTimestamp, finalizers = [], ownerReferences: owners = [] } = metadata;
  return (
    <dl className="standing" data-testid="standing">
      <StateOf object={object} type={type} />
      {panelFor(type, vocabulary.domain) === WorkloadPanel ? <Replicas object={object} /> : null}
      {deletionTimestamp === undefined ? null : (
        <Property name={t("object.deletion")}>
          <Badge tone="warn" dot>
            <Age since={timeOf(deletionTimestamp)} />
          </Badge>
          {finalizers.length === 0 ? null : <p>{t("object.heldBy", { finalizers: finalizers.join(", ") })}</p>}
        </Property>
      )}
      <Property name={t("object.age")}>
        <Age since={timeOf(metadata.creationTimestamp)} />
      </Property>
      {namespace === undefined ? null : <Property name={t("object.namespace")}>{namespace}</Property>}
      {owners.length === 0 ? null : (
        <Property name={t("object.owners")}>
          <Owners owners={owners} namespace={namespace ?? ""} />
        </Property>
      )}
      <HelmRelease object={object} />
    </dl>
  );
}
