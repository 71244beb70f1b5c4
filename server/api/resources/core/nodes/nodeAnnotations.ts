import type { Taint } from "kubernetes-types/core/v1";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, required } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { recordIn, recordsIn } from "../../validation/annotationJson.ts";
import { taintErrors } from "../../validation/pod/placement/tolerations.ts";

type Annotations = Readonly<Record<string, string>>;

/** The annotation's entry for pods that should avoid a node. */
interface Avoided {
  readonly podSignature?: { readonly podController?: { readonly controller?: boolean } };
}

/**
 * Field errors of annotations with a meaning for nodes: taints in their old form, and pods that should avoid the node.
 * @param path of the annotations
 */
export function* nodeAnnotationErrors(
  annotations: Annotations | undefined,
  path: string,
  words: Vocabulary,
): Steps<FieldError[]> {
  const taints = words.render("scheduler.alpha.{labelDomain}/taints");
  const avoided = words.render("scheduler.alpha.{labelDomain}/preferAvoidPods");
  return [
    ...(yield* taintsIn(annotations?.[taints] ?? "", taints, path)),
    ...(yield* avoidedIn(annotations?.[avoided] ?? "", avoided, path)),
  ];
}

function* taintsIn(text: string, name: string, path: string): Steps<FieldError[]> {
  if (text === "") return [];
  const read = recordsIn(text, "v1.Taint");
  if ("problem" in read) return [invalid(path, name, read.problem)];
  return yield* taintErrors(read.items as readonly Taint[], child(path, name));
}

function* avoidedIn(text: string, name: string, path: string): Steps<FieldError[]> {
  if (text === "") return [];
  const read = recordIn(text, "v1.AvoidPods");
  if ("problem" in read) return [invalid(child(path, "AvoidPods"), name, read.problem)];
  const { preferAvoidPods } = read.item as { readonly preferAvoidPods?: readonly Avoided[] };
  return yield* errorsOfEach(preferAvoidPods, child(path, name), ({ podSignature }, at) => {
    const signature = child(at, "PodSignature");
    const owner = podSignature?.podController;
    if (!owner) return [required(signature)];
    return owner.controller === true
      ? []
      : [invalid(child(signature, "PodController.Controller"), false, "must point to a controller")];
  });
}
