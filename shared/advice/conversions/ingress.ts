import type { Conversion } from "./conversion.ts";
import { fill, type Members, memberAt, membersOf, ownOf, recordsOf, rename, take } from "./members.ts";

/** Converts ingresses to networking v1. */
export const convertIngress: Conversion = (object, context) => {
  const spec = memberAt(object, "spec");
  if (spec !== undefined) {
    rename(spec, "backend", "defaultBackend");
    convertBackend(membersOf(ownOf(spec, "defaultBackend")));
    for (const rule of recordsOf(ownOf(spec, "rules"))) {
      for (const path of recordsOf(memberAt(rule, "http")?.["paths"])) {
        fill(path, "pathType", "ImplementationSpecific");
        convertBackend(membersOf(ownOf(path, "backend")));
      }
    }
  }
  const annotation = context.vocabulary.render("{labelDomain}/ingress.class");
  if (ownOf(memberAt(object, "metadata", "annotations"), annotation) === undefined) return;
  context.note({
    en: `The annotation \`${annotation}\` still works, but \`spec.ingressClassName\` has taken its place.`,
    de: `Die Annotation \`${annotation}\` gilt noch, aber \`spec.ingressClassName\` ist an ihre Stelle getreten.`,
  });
};

/** Converts a backend that refers to a service; a backend that refers to a resource is left unchanged. */
function convertBackend(backend: Members | undefined): void {
  if (backend === undefined) return;
  const name = take(backend, "serviceName");
  const port = take(backend, "servicePort");
  if (name === undefined && port === undefined) return;
  fill(backend, "service", {
    ...(name === undefined ? {} : { name }),
    ...(port === undefined ? {} : { port: portOf(port) }),
  });
}

/** A port name contains at least one letter; a text of digits only is a port number. */
function portOf(port: unknown): Members {
  if (typeof port !== "string") return { number: port };
  return /^\d{1,5}$/.test(port) ? { number: Number(port) } : { name: port };
}
