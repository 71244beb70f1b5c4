import type { ApiObject } from "../../../../shared/object.ts";
import { at, type Fields, listAt, textAt, textsAt } from "../read.ts";
import { ENDPOINT_HEAD, endpointRows } from "./endpointRows.ts";
import { type FactValue, fact, type KindFacts, link, plain, selectorOf } from "./kindFacts.ts";
import { inEnglish, type Say } from "./say.ts";

const EVERYTHING = "*";

/** The backend of an Ingress: a service with its port, or another kind of backend. */
function backend(from: unknown, namespace: string): FactValue {
  const name = textAt(from, "service.name");
  const port = textAt(from, "service.port.name") || textAt(from, "service.port.number");
  if (name !== "") return link(`${name}:${port}`, { group: "", resource: "services", namespace, name });
  const kind = textAt(from, "resource.kind");
  const [group = ""] = textAt(from, "resource.apiGroup").split("/");
  return link(textAt(from, "resource.name"), { group, kind, namespace });
}

export function ingressFacts(object: ApiObject): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const addresses = listAt(object, "status.loadBalancer.ingress").map(
    (each) => textAt(each, "ip") || textAt(each, "hostname"),
  );
  const paths = listAt(object, "spec.rules").flatMap((rule) =>
    listAt(rule, "http.paths").map((path) => [
      plain(textAt(rule, "host") || EVERYTHING),
      plain(textAt(path, "path") || "/"),
      plain(textAt(path, "pathType")),
      backend(path["backend"], namespace),
    ]),
  );
  const tls = listAt(object, "spec.tls").map((each) => [
    plain(textsAt(each, "hosts").join(", ") || EVERYTHING),
    link(textAt(each, "secretName"), { group: "", resource: "secrets", namespace }),
  ]);
  return {
    facts: [
      fact(
        "ingressClassName",
        link(textAt(object, "spec.ingressClassName"), { resource: "ingressclasses", namespace: "" }),
      ),
      fact("defaultBackend", backend(at(object, "spec.defaultBackend"), namespace)),
      fact("loadBalancer", ...addresses),
    ],
    tables: [
      { name: "rules", head: ["host", "path", "pathType", "backend"], rows: paths },
      { name: "tls", head: ["hosts", "secretName"], rows: tls },
    ],
  };
}

export const ingressClassFacts = (object: ApiObject): KindFacts => ({
  facts: [
    fact("controller", textAt(object, "spec.controller")),
    fact(
      "parameters",
      [textAt(object, "spec.parameters.kind"), textAt(object, "spec.parameters.name")].filter(Boolean).join("/"),
    ),
    fact("default", hasAnnotation(object, "is-default-class") ? "true" : ""),
  ],
  tables: [],
});

/** Whether an annotation with this name, in any domain, is true. */
export const hasAnnotation = ({ metadata }: ApiObject, name: string): boolean =>
  Object.entries(metadata.annotations ?? {}).some(([key, value]) => key.endsWith(`/${name}`) && value === "true");

/** A peer of a network policy's rule in the API's terms. */
function peer(from: unknown, namespace: string, say: Say): FactValue {
  const block = textAt(from, "ipBlock.cidr");
  if (block !== "") {
    const except = textsAt(from, "ipBlock.except");
    return plain(except.length === 0 ? block : say("except", { block, others: except.join(", ") }));
  }
  const spaces = at(from, "namespaceSelector");
  const pods = selectorOf(at(from, "podSelector"));
  if (spaces === undefined) return { text: pods || EVERYTHING, pods: { namespace, labels: pods } };
  const given = { spaces: selectorOf(spaces) || EVERYTHING, pods: pods || EVERYTHING };
  return plain(say(at(from, "podSelector") === undefined ? "namespaces" : "podsWhere", given));
}

function policyRules(object: ApiObject, direction: "ingress" | "egress", say: Say) {
  const namespace = object.metadata.namespace ?? "";
  const peers = direction === "ingress" ? "from" : "to";
  const rows = listAt(object, `spec.${direction}`).flatMap((rule) => {
    const ports = listAt(rule, "ports").map((port) => {
      const end = textAt(port, "endPort");
      return `${textAt(port, "protocol") || "TCP"} ${textAt(port, "port") || EVERYTHING}${end === "" ? "" : `–${end}`}`;
    });
    const portText = plain(ports.join(", ") || EVERYTHING);
    const all = listAt(rule, peers);
    return all.length === 0
      ? [[plain(EVERYTHING), portText]]
      : all.map((each) => [peer(each, namespace, say), portText]);
  });
  return { name: direction, head: [peers, "ports"], rows };
}

export function networkPolicyFacts(object: ApiObject, _now: number, say: Say = inEnglish): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const labels = selectorOf(at(object, "spec.podSelector"));
  const types = textsAt(object, "spec.policyTypes");
  const closed = types.filter((type) => listAt(object, `spec.${type.toLowerCase()}`).length === 0);
  return {
    facts: [
      fact("podSelector", { text: labels || EVERYTHING, pods: { namespace, labels } }),
      fact("policyTypes", ...types.map((type) => (closed.includes(type) ? say("noneAllowed", { type }) : type))),
    ],
    tables: [policyRules(object, "ingress", say), policyRules(object, "egress", say)],
    pods: { namespace, labels },
  };
}

export function endpointSliceFacts(object: ApiObject): KindFacts {
  const ports = listAt(object, "ports").map(
    (port) =>
      `${textAt(port, "name") || "–"} ${textAt(port, "port") || EVERYTHING}/${textAt(port, "protocol") || "TCP"}`,
  );
  const rows = endpointRows(object);
  const service =
    Object.entries(object.metadata.labels ?? {}).find(([key]) => key.endsWith("/service-name"))?.[1] ?? "";
  return {
    facts: [
      fact("service", link(service, { group: "", resource: "services", namespace: object.metadata.namespace ?? "" })),
      fact("addressType", textAt(object, "addressType")),
      fact("ports", ...ports),
    ],
    tables: [{ name: "endpoints", head: ENDPOINT_HEAD, rows }],
  };
}

export const apiServiceFacts = (object: ApiObject): KindFacts => {
  const namespace = textAt(object, "spec.service.namespace");
  const service = textAt(object, "spec.service.name");
  return {
    facts: [
      fact("group", textAt(object, "spec.group")),
      fact("version", textAt(object, "spec.version")),
      fact("service", service === "" ? "local" : link(service, { group: "", resource: "services", namespace })),
      fact("insecureSkipTLSVerify", textAt(object, "spec.insecureSkipTLSVerify")),
      fact("groupPriorityMinimum", textAt(object, "spec.groupPriorityMinimum")),
      fact("versionPriority", textAt(object, "spec.versionPriority")),
    ],
    tables: [],
  };
};

const endpointPort = (port: Fields): string =>
  `${textAt(port, "name") || "–"} ${textAt(port, "port")}/${textAt(port, "protocol") || "TCP"}`;

/** The addresses of an Endpoints object, ready ones first. */
export function endpointsFacts(object: ApiObject): KindFacts {
  const rows = listAt(object, "subsets").flatMap((subset) => {
    const ports = plain(listAt(subset, "ports").map(endpointPort).join(", "));
    const row =
      (isReady: boolean) =>
      (each: Fields): FactValue[] => [
        plain(textAt(each, "ip")),
        { text: isReady ? "ready" : "not ready", tone: isReady ? "good" : "warn" },
        link(textAt(each, "targetRef.name"), {
          group: "",
          kind: textAt(each, "targetRef.kind"),
          namespace: textAt(each, "targetRef.namespace"),
        }),
        link(textAt(each, "nodeName"), { group: "", resource: "nodes", namespace: "" }),
        ports,
      ];
    return [...listAt(subset, "addresses").map(row(true)), ...listAt(subset, "notReadyAddresses").map(row(false))];
  });
  const service = link(object.metadata.name ?? "", {
    group: "",
    resource: "services",
    namespace: object.metadata.namespace ?? "",
  });
  return {
    facts: [fact("service", service)],
    tables: [{ name: "endpoints", head: ["addresses", "conditions", "targetRef", "nodeName", "ports"], rows }],
  };
}

/** The webhooks of either kind of configuration: the called service or URL, the rules, and the failure policy. */
export function webhookFacts(object: ApiObject): KindFacts {
  const hooks = listAt(object, "webhooks");
  const rows = hooks.map((hook): FactValue[] => {
    const namespace = textAt(hook, "clientConfig.service.namespace");
    const service = textAt(hook, "clientConfig.service.name");
    const path = textAt(hook, "clientConfig.service.path");
    const rules = listAt(hook, "rules").map(ruleText);
    return [
      plain(textAt(hook, "name")),
      service === ""
        ? plain(textAt(hook, "clientConfig.url"))
        : link(`${namespace}/${service}${path}`, { group: "", resource: "services", namespace, name: service }),
      plain(rules.join("; ")),
      plain(textAt(hook, "failurePolicy")),
      plain(`${textAt(hook, "timeoutSeconds") || "10"} s`),
    ];
  });
  const limits = hooks.map((hook): FactValue[] => [
    plain(textAt(hook, "name")),
    plain(selectorOf(at(hook, "namespaceSelector")) || EVERYTHING),
    plain(selectorOf(at(hook, "objectSelector")) || EVERYTHING),
    plain(
      listAt(hook, "matchConditions")
        .map((each) => textAt(each, "expression"))
        .join("; ") || "–",
    ),
    plain(
      [textAt(hook, "matchPolicy"), textAt(hook, "sideEffects"), textAt(hook, "reinvocationPolicy")]
        .filter(Boolean)
        .join(", "),
    ),
  ]);
  return {
    facts: [],
    tables: [
      { name: "webhooks", head: ["name", "clientConfig", "rules", "failurePolicy", "timeoutSeconds"], rows },
      {
        name: "called for",
        head: ["name", "namespaceSelector", "objectSelector", "matchConditions", "policies"],
        rows: limits,
      },
    ],
  };
}

/** `CREATE,UPDATE pods, deployments of apps/v1`. */
export function ruleText(rule: Fields): string {
  const groups = textsAt(rule, "apiGroups").filter((group) => group !== "");
  const versions = textsAt(rule, "apiVersions");
  const of = groups.length === 0 ? "" : ` of ${groups.join(", ")}/${versions.join(", ")}`;
  const scope = textAt(rule, "scope");
  return `${textsAt(rule, "operations").join(",")} ${textsAt(rule, "resources").join(", ")}${of}${
    scope === "" || scope === EVERYTHING ? "" : ` (${scope})`
  }`;
}
