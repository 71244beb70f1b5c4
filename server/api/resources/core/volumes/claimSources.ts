/** Where a claim's first content comes from: two fields, the newer of which can name anything. */
import type { PersistentVolumeClaimSpec } from "kubernetes-types/core/v1";
import { type Features, isOn } from "../../../registry/features.ts";
import type { WriteContext } from "../../../registry/strategy.ts";

/** The feature that the newer field belongs to. */
const ANY_SOURCE = "AnyVolumeDataSource";

/** Drops the newer field where its feature is off, unless it is in use. */
export function dropAnySource(
  features: Features | undefined,
  spec: PersistentVolumeClaimSpec | undefined,
  old: PersistentVolumeClaimSpec | undefined,
): void {
  if (spec?.dataSourceRef && !old?.dataSourceRef && !isOn(features, ANY_SOURCE)) delete spec.dataSourceRef;
}

/** Drops sources that the old field could not name, and sources in other namespaces where that feature is off. */
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

/** A source that only one of the fields names is written into the other, too. */
export function completeSources(features: Features | undefined, spec: PersistentVolumeClaimSpec | undefined): void {
  if (!spec || !isOn(features, ANY_SOURCE)) return;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) spec.dataSourceRef = { ...dataSource };
  else if (dataSourceRef && !dataSource && (dataSourceRef.namespace ?? "") === "") {
    const { namespace: _, ...source } = dataSourceRef;
    spec.dataSource = source;
  }
}
