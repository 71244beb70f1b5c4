import type { Conversion } from "./conversion.ts";
import { fill, type Members, memberAt, membersOf, ownOf, recordsOf, rename, take } from "./members.ts";

/** Ingresses, to networking v1. */
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

/** A backend that names a service; one that names a resource stays as it is. */
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

/** A name has a letter at least: digits alone are a number that was written as a text. */
function portOf(port: unknown): Members {
  if (typeof port !== "string") return { number: port };
  return /^\d{1,5}$/.test(port) ? { number: Number(port) } : { name: port };
}
