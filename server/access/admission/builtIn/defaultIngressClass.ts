import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { defaultClass } from "./defaultClass.ts";

/** Sets the default class, if there is one, on ingresses that name no class. */
export function defaultIngressClass({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const group = vocabulary.render("networking.{domain}");
  const mark = vocabulary.render("ingressclass.{labelDomain}/is-default-class");
  const legacyClass = vocabulary.render("{labelDomain}/ingress.class");
  return {
    name: "DefaultIngressClass",
    handles: (request) => request.operation === "CREATE" && isAbout(request, "ingresses", group),
    admit({ object }) {
      if (object === undefined) return;
      const spec = (object["spec"] ?? {}) as { ingressClassName?: string };
      if (spec.ingressClassName !== undefined) return;
      if (object.metadata.annotations?.[legacyClass] !== undefined) return;
      const name = defaultClass(reader.list({ group, resource: "ingressclasses" }), [mark])?.metadata.name;
      if (name !== undefined) object["spec"] = { ...spec, ingressClassName: name };
    },
  };
}
