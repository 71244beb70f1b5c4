import type { ApiObject } from "../../../../shared/object.ts";
import { at, fieldsAt, listAt, textAt, textsAt } from "../read.ts";
import { type FactRows, type FactValue, fact, type KindFacts, link, plain, selectorOf } from "./kindFacts.ts";
import { hasAnnotation } from "./networkFacts.ts";
import { inEnglish, type Say } from "./say.ts";

const CLASSES = { resource: "storageclasses", namespace: "" };
const VOLUMES = { group: "", resource: "persistentvolumes", namespace: "" };

const TONES: Readonly<Record<string, FactValue["tone"]>> = {
  Bound: "good",
  Available: "good",
  Pending: "warn",
  Released: "warn",
  Lost: "bad",
  Failed: "bad",
};

function phase(object: ApiObject): FactValue {
  const text = textAt(object, "status.phase");
  const tone = TONES[text];
  return tone === undefined ? plain(text) : { text, tone };
}

/** The source of a claim's content: `VolumeSnapshot/monday`. */
const source = (object: ApiObject): string =>
  [textAt(object, "spec.dataSourceRef.kind"), textAt(object, "spec.dataSourceRef.name")].filter(Boolean).join("/");

export const claimFacts = (object: ApiObject, _now: number, say: Say = inEnglish): KindFacts => {
  const asked = textAt(object, "spec.resources.requests.storage");
  const has = textAt(object, "status.capacity.storage");
  return {
    facts: [
      fact("storage", has === "" || has === asked ? asked : say("askedFor", { has, asked })),
      fact("accessModes", ...textsAt(object, "spec.accessModes")),
      fact("volumeMode", textAt(object, "spec.volumeMode")),
      fact("storageClassName", link(textAt(object, "spec.storageClassName"), CLASSES)),
      fact("volumeName", link(textAt(object, "spec.volumeName"), VOLUMES)),
      fact("volumeAttributesClassName", textAt(object, "spec.volumeAttributesClassName")),
      fact("selector", selectorOf(at(object, "spec.selector"))),
      fact("dataSource", source(object)),
      ...Object.entries(fieldsAt(object, "status.allocatedResourceStatuses")).map(([name, state]) =>
        fact(say("resize", { name }), { text: String(state), tone: "warn" as const }),
      ),
    ],
    tables: [],
  };
};

/** Fields of a volume's spec other than its source. */
const NO_SOURCE = new Set([
  "accessModes",
  "capacity",
  "claimRef",
  "mountOptions",
  "nodeAffinity",
  "persistentVolumeReclaimPolicy",
  "storageClassName",
  "volumeMode",
  "volumeAttributesClassName",
]);

export function volumeFacts(object: ApiObject): KindFacts {
  const claim = textAt(object, "spec.claimRef.name");
  const namespace = textAt(object, "spec.claimRef.namespace");
  const [origin, fields] = Object.entries(fieldsAt(object, "spec")).find(([name]) => !NO_SOURCE.has(name)) ?? ["", {}];
  const detail = textAt(fields, "driver") || textAt(fields, "path") || textAt(fields, "server");
  const terms = listAt(object, "spec.nodeAffinity.required.nodeSelectorTerms").flatMap((term) =>
    listAt(term, "matchExpressions").map(
      (each) => `${textAt(each, "key")} ${textAt(each, "operator")} ${textsAt(each, "values").join(", ")}`,
    ),
  );
  return {
    facts: [
      fact("phase", phase(object)),
      fact("reason", [textAt(object, "status.reason"), textAt(object, "status.message")].filter(Boolean).join(": ")),
      fact("storage", textAt(object, "spec.capacity.storage")),
      fact(
        "claimRef",
        link(claim === "" ? "" : `${namespace}/${claim}`, {
          group: "",
          resource: "persistentvolumeclaims",
          namespace,
          name: claim,
        }),
      ),
      fact("accessModes", ...textsAt(object, "spec.accessModes")),
      fact("persistentVolumeReclaimPolicy", textAt(object, "spec.persistentVolumeReclaimPolicy")),
      fact("storageClassName", link(textAt(object, "spec.storageClassName"), CLASSES)),
      fact("volumeMode", textAt(object, "spec.volumeMode")),
      fact("source", [origin, detail].filter(Boolean).join(" ")),
      fact("mountOptions", ...textsAt(object, "spec.mountOptions")),
      fact("nodeAffinity", ...terms),
    ],
    tables: [],
  };
}

const allowedTopologies = (object: ApiObject): string[] =>
  listAt(object, "allowedTopologies").map((each) =>
    listAt(each, "matchLabelExpressions")
      .map((label) => `${textAt(label, "key")} in ${textsAt(label, "values").join(", ")}`)
      .join(" and "),
  );

const parametersOf = (object: ApiObject): FactRows => ({
  name: "parameters",
  head: ["name", "value"],
  rows: Object.entries(fieldsAt(object, "parameters")).map(([name, value]) => [plain(name), plain(String(value))]),
});

export const storageClassFacts = (object: ApiObject): KindFacts => ({
  facts: [
    fact("provisioner", textAt(object, "provisioner")),
    fact("reclaimPolicy", textAt(object, "reclaimPolicy")),
    fact("volumeBindingMode", textAt(object, "volumeBindingMode")),
    fact("allowVolumeExpansion", textAt(object, "allowVolumeExpansion")),
    fact("default", hasAnnotation(object, "is-default-class") ? "true" : ""),
    fact("mountOptions", ...textsAt(object, "mountOptions")),
    fact("allowedTopologies", ...allowedTopologies(object)),
  ],
  tables: [parametersOf(object)],
});

export const volumeAttachmentFacts = (object: ApiObject): KindFacts => {
  const isAttached = textAt(object, "status.attached") === "true";
  return {
    facts: [
      fact("attached", { text: String(isAttached), tone: isAttached ? "good" : "warn" }),
      fact("attacher", textAt(object, "spec.attacher")),
      fact("nodeName", link(textAt(object, "spec.nodeName"), { group: "", resource: "nodes", namespace: "" })),
      fact("source", link(textAt(object, "spec.source.persistentVolumeName"), VOLUMES)),
      fact("attachError", textAt(object, "status.attachError.message")),
      fact("detachError", textAt(object, "status.detachError.message")),
    ],
    tables: [],
  };
};

export const storageCapacityFacts = (object: ApiObject): KindFacts => ({
  facts: [
    fact("capacity", textAt(object, "capacity")),
    fact("maximumVolumeSize", textAt(object, "maximumVolumeSize")),
    fact("storageClassName", link(textAt(object, "storageClassName"), CLASSES)),
    fact("nodeTopology", selectorOf(fieldsAt(object, "nodeTopology"))),
  ],
  tables: [],
});

export const attributesClassFacts = (object: ApiObject): KindFacts => ({
  facts: [fact("driverName", link(textAt(object, "driverName"), { resource: "csidrivers", namespace: "" }))],
  tables: [parametersOf(object)],
});

export const csiDriverFacts = (object: ApiObject): KindFacts => ({
  facts: ["attachRequired", "podInfoOnMount", "storageCapacity", "fsGroupPolicy", "requiresRepublish", "seLinuxMount"]
    .map((name) => fact(name, textAt(object, `spec.${name}`)))
    .concat(fact("volumeLifecycleModes", ...textsAt(object, "spec.volumeLifecycleModes"))),
  tables: [],
});

export const csiNodeFacts = (object: ApiObject): KindFacts => ({
  facts: [],
  tables: [
    {
      name: "drivers",
      head: ["name", "nodeID", "topologyKeys", "allocatable"],
      rows: listAt(object, "spec.drivers").map((driver) => [
        plain(textAt(driver, "name")),
        plain(textAt(driver, "nodeID")),
        plain(textsAt(driver, "topologyKeys").join(", ")),
        plain(textAt(driver, "allocatable.count")),
      ]),
    },
  ],
});
