/** The data source of a claim: two fields, of which only the newer one can name any kind. */
import type { PersistentVolumeClaimSpec } from "kubernetes-types/core/v1";
import { type Features, isOn } from "../../../registry/features.ts";
import type { WriteContext } from "../../../registry/strategy.ts";

/** The feature gate of the newer field. */
const ANY_SOURCE = "AnyVolumeDataSource";

/** Drops the newer field while its feature is off, unless the stored claim uses it. */
export function dropAnySource(
  features: Features | undefined,
  spec: PersistentVolumeClaimSpec | undefined,
  old: PersistentVolumeClaimSpec | undefined,
): void {
  if (spec?.dataSourceRef && !old?.dataSourceRef && !isOn(features, ANY_SOURCE)) delete spec.dataSourceRef;
}

/**
 * Drops sources of kinds that the old field does not allow, and sources in other namespaces while that feature is off.
 */
export function dropForeignSources(
  { features, vocabulary }: Pick<WriteContext, "features" | "vocabulary">,
  spec: PersistentVolumeClaimSpec | undefined,
  old: PersistentVolumeClaimSpec | undefined,
): void {
  if (!spec) return;
  const crossing = (spec.dataSourceRef?.namespace ?? "") !== "";
  const mayCross = features?.enabled("CrossNamespaceVolumeDataSource") === true || old?.dataSourceRef;
  if (crossing && !mayCross) delete spec.dataSourceRef;
  if (old?.dataSource || old?.dataSourceRef || spec.dataSourceRef || !spec.dataSource) return;
  const { kind, apiGroup } = spec.dataSource;
  const claim = kind === "PersistentVolumeClaim" && (apiGroup ?? "") === "";
  const snapshot = kind === "VolumeSnapshot" && apiGroup === vocabulary.render("snapshot.storage.{domain}");
  if (!claim && !snapshot) delete spec.dataSource;
}

/** Copies a source that only one of the fields names to the other. */
export function completeSources(features: Features | undefined, spec: PersistentVolumeClaimSpec | undefined): void {
  if (!spec || !isOn(features, ANY_SOURCE)) return;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) spec.dataSourceRef = { ...dataSource };
  else if (dataSourceRef && !dataSource && (dataSourceRef.namespace ?? "") === "") {
    const { namespace: _, ...source } = dataSourceRef;
    spec.dataSource = source;
  }
}
