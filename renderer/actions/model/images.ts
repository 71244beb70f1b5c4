/** The images of a workload's pod template, and the request that changes them. */
import type { ApiObject } from "../../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { PlannedRequest } from "../../requests/plannedRequest.ts";
import { at, listAt, textAt } from "../../resources/kinds/read.ts";

/** The image of one container of a pod template. */
export interface TemplateImage {
  /** Name of the container; unique among all containers of the template. */
  readonly name: string;
  readonly image: string;
  readonly isInit: boolean;
  /** JSON pointer of the container. */
  readonly pointer: string;
}

const TEMPLATES = ["spec.template.spec", "spec.jobTemplate.spec.template.spec"];

/** The images of all containers and init containers, in the order in which they start. */
export function imagesOf(object: ApiObject): readonly TemplateImage[] {
  const template = TEMPLATES.find((path) => at(object, path) !== undefined) ?? "";
  return (["initContainers", "containers"] as const).flatMap((list) =>
    listAt(object, `${template}.${list}`).map((container, index) => ({
      name: textAt(container, "name"),
      image: textAt(container, "image"),
      isInit: list === "initContainers",
      pointer: `/${template.replaceAll(".", "/")}/${list}/${index}`,
    })),
  );
}

/** The images that differ from those of the template. @param wanted images by name of container */
export const changedImages = (
  images: readonly TemplateImage[],
  wanted: ReadonlyMap<string, string>,
): readonly TemplateImage[] =>
  images.flatMap((each) => {
    const image = (wanted.get(each.name) ?? each.image).trim();
    return image === each.image ? [] : [{ ...each, image }];
  });

/**
 * A patch of the changed images only. The server refuses it if one of these containers was moved, removed, or got
 * another image since the template was read.
 */
export function setImagesRequest(
  locator: ResourceLocator,
  before: readonly TemplateImage[],
  changed: readonly TemplateImage[],
  fieldManager: string,
): PlannedRequest {
  const imageBefore = new Map(before.map(({ name, image }) => [name, image]));
  return {
    method: "PATCH",
    path: withQuery(resourcePath(locator), { fieldManager }),
    contentType: "application/json-patch+json",
    body: changed.flatMap(({ name, image, pointer }) => {
      const old = imageBefore.get(name) ?? "";
      return [
        { op: "test", path: `${pointer}/name`, value: name },
        // A template may lack an image, which a webhook adds to its pods.
        ...(old === "" ? [] : [{ op: "test", path: `${pointer}/image`, value: old }]),
        { op: "add", path: `${pointer}/image`, value: image },
      ];
    }),
  };
}
