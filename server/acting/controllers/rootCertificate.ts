import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { splitKey } from "../informers/objectKey.ts";
import { type ControllerParts, type RunningController, startController } from "./controller.ts";
import { isTerminating } from "./namespaces/namespaces.ts";

const NAMESPACES = { group: "", version: "v1", resource: "namespaces" };
const CONFIG_MAPS = { group: "", version: "v1", resource: "configmaps" };
const KEY = "ca.crt";

/**
 * Publishes the authority's certificate as a config map in every namespace, so that pods can verify the server.
 * @param certificate PEM
 */
export function rootCertificateController(parts: ControllerParts, certificate: string): RunningController {
  const { client, vocabulary } = parts;
  const name = vocabulary.render("{prefix}-root-ca.crt");
  const description =
    "Contains a CA bundle that can be used to verify the {prefix}-apiserver when using internal endpoints such as the " +
    "internal service IP or {product}.default.svc. No other usage is guaranteed across distributions of {Product} clusters.";
  const annotations = { [vocabulary.render("{labelDomain}/description")]: vocabulary.render(description) };

  const publish = async (namespace: string): Promise<void> => {
    const ref = { ...CONFIG_MAPS, namespace, name };
    const current = await find(ref);
    if (current === undefined) {
      const metadata = { name, namespace, annotations };
      await client.create(
        { ...CONFIG_MAPS, namespace },
        { apiVersion: "v1", kind: "ConfigMap", metadata, data: { [KEY]: certificate } },
      );
      return;
    }
    const data = (current["data"] ?? {}) as Record<string, string>;
    // Users may change the annotations' values.
    const described = Object.keys(annotations).every((key) => (current.metadata.annotations?.[key] ?? "") !== "");
    if (data[KEY] === certificate && Object.keys(data).length === 1 && described) return;
    const metadata = { ...current.metadata, annotations: { ...current.metadata.annotations, ...annotations } };
    await client.update(ref, { ...current, metadata, data: { [KEY]: certificate } });
  };

  const find = async (ref: Parameters<typeof client.get>[0]): Promise<ApiObject | undefined> => {
    try {
      return await client.get(ref);
    } catch (error) {
      if (isApiError(error, "NotFound")) return undefined;
      throw error;
    }
  };

  return startController(parts, {
    sources: [
      { ref: NAMESPACES, keys: (namespace) => (isTerminating(namespace) ? [] : [`/${namespace.metadata.name}`]) },
      {
        ref: CONFIG_MAPS,
        options: { fieldSelector: `metadata.name=${name}` },
        keys: (map) => [`/${map.metadata.namespace}`],
      },
    ],
    async reconcile(key) {
      const namespace = splitKey(key).name;
      try {
        await publish(namespace);
      } catch (error) {
        const causes = isApiError(error) ? (error.status.details?.causes ?? []) : [];
        const leaving = isApiError(error, "NotFound") || causes.some(({ reason }) => reason === "NamespaceTerminating");
        // Another server published it at the same time: its event enqueues the key again.
        if (!leaving && !isApiError(error, "AlreadyExists")) throw error;
      }
      return undefined;
    },
  });
}
