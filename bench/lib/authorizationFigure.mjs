import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildParts } from "./parts.mjs";

const PARTS = {
  rbac: "server/access/authorization/rbac/rbac.ts",
  reader: "server/access/authorization/testing/memoryReader.ts",
  vocabulary: "shared/vocabulary.ts",
};
const BATCH = 100;

/**
 * Measures how long one decision takes. The authorizer is built separately, because HTTP takes far longer than the
 * decision. The request is denied, so the authorizer has to examine all bindings of the user.
 *
 * @returns median microseconds with many roles and bindings, and the ratio to a server with hardly any
 */
export async function measureAuthorization(roles, bindings, batches) {
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  try {
    const load = await buildParts(folder, PARTS);
    const [{ rbacAuthorizer }, { memoryReader }, { createVocabulary }] = await Promise.all(
      Object.keys(PARTS).map(load),
    );
    const vocabulary = createVocabulary();
    const large = filled(memoryReader(), vocabulary.rbacGroup, roles, bindings);
    const small = filled(memoryReader(), vocabulary.rbacGroup, 1, 1);
    const [many, few] = [large, small].map((reader) => rbacAuthorizer(reader, vocabulary));
    // Measured alternately, so that other load on the machine affects both.
    const times = { many: [], few: [] };
    for (let i = 0; i < batches; i++) {
      times.many.push(batchTime(many));
      times.few.push(batchTime(few));
    }
    return { micros: median(times.many), ratio: median(times.many) / median(times.few) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates ten bindings of every user in a namespace of the user's own, and one in a shared namespace. */
function filled(reader, group, roles, bindings) {
  const put = (resource, metadata, rest) => reader.put({ group, resource }, { metadata, ...rest });
  const roleRef = (i) => ({ apiGroup: group, kind: "ClusterRole", name: `r${i % roles}` });
  for (let i = 0; i < roles; i++) {
    const rules = Array.from({ length: 5 }, (_, j) => ({
      apiGroups: ["apps"],
      resources: [`a${i}-${j}`],
      verbs: ["get"],
    }));
    put("clusterroles", { name: `r${i}` }, { rules });
  }
  put("clusterrolebindings", { name: "all" }, { roleRef: roleRef(0), subjects: [{ kind: "Group", name: "all" }] });
  for (let i = 0; i < bindings; i++) {
    const subjects = [{ kind: "User", name: `u${i % 500}` }];
    put("rolebindings", { name: `b${i}`, namespace: `n${i % 50}` }, { roleRef: roleRef(i), subjects });
  }
  return reader;
}

function batchTime(authorizer) {
  const user = { username: "u7", groups: ["all", "dev", "system:authenticated"], extra: {} };
  const asked = { resourceRequest: true, verb: "get", group: "", version: "v1", resource: "pods", subresource: "" };
  const begun = performance.now();
  for (let i = 0; i < BATCH; i++) authorizer.authorize(user, { ...asked, namespace: "n7", name: `p${i}` });
  return ((performance.now() - begun) * 1000) / BATCH;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
