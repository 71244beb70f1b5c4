import { createHmac, randomBytes } from "node:crypto";
import { type Document, isMap, isScalar, isSeq, parseDocument, visit, YAMLMap, type YAMLSeq } from "yaml";
import type { DiffLine } from "../../../../shared/console/mergePlan.ts";
import { parseKubeconfig } from "../../../access/kubeconfig/contexts.ts";
import { lineDiff } from "./lineDiff.ts";

/**
 * Merges the entries of one kubeconfig into another: those of the same name are replaced, others appended; comments and
 * the rest stay. The current context is set if there is none.
 *
 * @param before text of the file, empty for none
 * @param addition text of the other; each of its entries gets the name `name`
 * @throws KubeconfigError when either is not a kubeconfig
 */
export function mergeKubeconfig(before: string, addition: string, name: string): string {
  parseKubeconfig({ text: before, label: "the kubeconfig" });
  const { fields } = parseKubeconfig({ text: addition, label: "the sandbox's kubeconfig" });
  const document: Document = parseDocument(before);
  if (!isMap(document.contents)) document.contents = document.createNode({ apiVersion: "v1", kind: "Config" });
  const [cluster] = (fields["clusters"] ?? []) as { cluster?: unknown }[];
  const [user] = (fields["users"] ?? []) as { user?: unknown }[];
  put(document, "clusters", { name, cluster: cluster?.cluster });
  put(document, "users", { name, user: user?.user });
  put(document, "contexts", { name, context: { cluster: name, user: name } });
  if (!document.get("current-context")) document.set("current-context", name);
  return document.toString({ lineWidth: 0 });
}

function put(
  document: Document,
  list: string,
  entry: { readonly name: string; readonly [member: string]: unknown },
): void {
  const node = document.createNode(entry);
  const found = document.get(list);
  if (!isSeq(found)) {
    document.set(list, document.createNode([entry]));
    return;
  }
  // An empty list may be written as [], which would put everything added on its line.
  found.flow = false;
  const items = (found as YAMLSeq).items;
  const at = items.findIndex((item) => isMap(item) && item.get("name") === entry.name);
  if (at < 0) items.push(node);
  else items[at] = node;
}

/** Matches the names of secret fields. Fields that only identify users and servers do not match. */
const SECRET =
  /^(token|password|.*-data|.*-token|.*-secret|secret|access-?token|id-?token|refresh-?token|client-?secret|bearer.*)$/i;
/** Fields below which any value may be a secret. */
const SECRET_BELOW = new Set(["env", "auth-provider", "args"]);

/**
 * Key for masking secrets: equal secrets have equal masks and different ones different masks; nothing else can be
 * derived from them.
 */
const MARK_KEY = randomBytes(32);

/** The text without secrets and comments, safe to show. @throws KubeconfigError when it is not a kubeconfig */
function redactKubeconfig(text: string): string {
  parseKubeconfig({ text, label: "the kubeconfig" });
  const document = parseDocument(text);
  const hide = (value: unknown): string => {
    const mark = createHmac("sha256", MARK_KEY).update(String(value)).digest("hex").slice(0, 6);
    return `•••••• ${mark}`;
  };
  visit(document, {
    Node(_key, node) {
      node.comment = null;
      node.commentBefore = null;
      // One entry per line, whatever the file's format, so that the change is visible.
      if ((isMap(node) || isSeq(node)) && node.items.length > 0) node.flow = false;
    },
    Pair(_key, pair, path) {
      const key = isScalar(pair.key) ? String(pair.key.value) : "";
      const isBelow = path.some(
        (parent) => "key" in parent && isScalar(parent.key) && SECRET_BELOW.has(String(parent.key.value)),
      );
      if (isScalar(pair.value) && (SECRET.test(key) || (isBelow && key !== "name"))) {
        pair.value = document.createNode(hide(pair.value.value));
      } else if (key === "args" && isSeq(pair.value)) {
        pair.value = document.createNode(pair.value.items.map((item) => hide(isScalar(item) ? item.value : item)));
      } else if ((key === "server" || key === "proxy-url") && isScalar(pair.value)) {
        pair.value = document.createNode(withoutLogin(String(pair.value.value)));
      }
    },
  });
  document.comment = null;
  document.commentBefore = null;
  if (document.contents instanceof YAMLMap && document.contents.items.length === 0) return "";
  return document.contents === null ? "" : document.toString({ lineWidth: 0 });
}

const withoutLogin = (address: string): string => address.replace(/\/\/[^/@]*@/, "//••••••@");

/** The changes of a merge, safe to show. */
export function mergeDiff(before: string, after: string): DiffLine[] {
  const lines = (text: string): string[] => (text === "" ? [] : redactKubeconfig(text).replace(/\n$/, "").split("\n"));
  return lineDiff(
    lines(before).filter((line) => line !== ""),
    lines(after),
  );
}
