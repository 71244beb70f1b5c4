import { containerImages, containerNames, labelsText } from "../../../registry/columns/cells.ts";
import { DOC } from "../../../registry/columns/descriptions.ts";
import { nameColumn, textColumn } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { generationStrategy } from "../../../registry/strategies/specStatus.ts";
import { templateStrategy } from "../../strategies/templateStrategy.ts";
import { validatePodTemplateSpec } from "../../validation/pod/podTemplate.ts";
import { asPodTemplate } from "../views.ts";

/** A stand-alone pod template, to which other objects may refer. */
export const podTemplates = defineResource({
  group: "",
  version: "v1",
  kind: "PodTemplate",
  plural: "podtemplates",
  singular: "podtemplate",
  scope: "Namespaced",
  definition: "api.core.v1.PodTemplate",
  strategy: generationStrategy(
    templateStrategy(
      {
        returnsDeletedObject: true,
        validating: (context, object) => validatePodTemplateSpec(asPodTemplate(object).template, "template", context),
      },
      { templateOf: (object) => asPodTemplate(object).template, path: "template", namesPods: false },
    ),
  ),
  columns: [
    nameColumn,
    textColumn("Containers", DOC.containers, (object) =>
      containerNames(asPodTemplate(object).template?.spec?.containers),
    ),
    textColumn("Images", DOC.images, (object) => containerImages(asPodTemplate(object).template?.spec?.containers)),
    textColumn("Pod Labels", "The labels for the pod template.", (object) =>
      labelsText(asPodTemplate(object).template?.metadata?.labels),
    ),
  ],
});
