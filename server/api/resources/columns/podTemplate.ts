import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { LabelSelector } from "kubernetes-types/meta/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { containerImages, containerNames, selectorText } from "../../registry/columns/cells.ts";
import { DOC } from "../../registry/columns/descriptions.ts";
import { textColumn, wide } from "../../registry/columns/table.ts";
import type { Column } from "../../registry/definition.ts";

/** Container names and images of the template that `templateOf` returns, shown only with `-o wide`. */
export function containerColumns(templateOf: (object: ApiObject) => PodTemplateSpec | undefined): Column[] {
  const containers = (object: ApiObject) => templateOf(object)?.spec?.containers;
  return [
    wide(textColumn("Containers", DOC.containers, (o) => containerNames(containers(o)))),
    wide(textColumn("Images", DOC.images, (o) => containerImages(containers(o)))),
  ];
}

/** The pod selector, shown only with `-o wide`. */
export function selectorColumn(
  description: string,
  selectorOf: (object: ApiObject) => LabelSelector | undefined,
): Column {
  return wide(textColumn("Selector", description, (o) => selectorText(selectorOf(o))));
}
