import { stringify } from "yaml";
import type { ApiAnswer, ConsoleScene } from "../../consoleScene.ts";

export const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
export const APPLY = "application/apply-patch+yaml";

export interface Entry {
  manager: string;
  operation: string;
  fieldsV1: object;
}

export interface Deployment {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown> & { managedFields: Entry[] };
  spec: Record<string, unknown> & { template: { spec: { containers: Record<string, unknown>[] } } };
  status?: unknown;
}

/** The manifest of a Deployment. */
export const manifest = (name: string) => {
  const labels = { app: name };
  const containers = [
    { name: "web", image: "web:1", env: [{ name: "A", value: "1" }] },
    { name: "side", image: "side:1" },
  ];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace: "default", labels, annotations: { team: "shop" } },
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
};

/** Helpers of the specs about saving. */
export interface Saving {
  /** Applies a Deployment as another field manager. */
  applied(body: ReturnType<typeof manifest>): Promise<ApiAnswer>;
  read(name: string): Promise<Deployment>;
  /** The fields of the object at an API path that the console owns, by operation. */
  ownedByConsole(path: string): Promise<Record<string, object>>;
  /** Opens the editor on a Deployment and changes its whole text. */
  edit(name: string, change: (object: Deployment) => void): Promise<void>;
  /** Waits until the console reports that an object was saved. */
  saved(name: string): Promise<void>;
}

export function savingOf(scene: ConsoleScene): Saving {
  const read = async (path: string): Promise<Deployment> =>
    (await scene.api("GET", path)).body as unknown as Deployment;
  return {
    applied: (body) => scene.api("PATCH", `${DEPLOYMENTS}/${body.metadata.name}?fieldManager=kubectl`, body, APPLY),
    read: (name) => read(`${DEPLOYMENTS}/${name}`),
    async ownedByConsole(path) {
      const { metadata } = await read(path);
      const own = metadata.managedFields.filter(({ manager }) => manager === "orrery-console");
      return Object.fromEntries(own.map(({ operation, fieldsV1 }) => [operation, fieldsV1]));
    },
    async edit(name, change) {
      await scene.go(`apps/v1/deployments/default/${name}/yaml`);
      // The controller's annotation of a new Deployment would otherwise arrive during the edit.
      await scene.byId("editor").locator(".view-line", { hasText: "kubernetes.io/revision" }).waitFor();
      const { status: _status, ...object } = await read(`${DEPLOYMENTS}/${name}`);
      for (const own of ["managedFields", "uid", "resourceVersion", "generation", "creationTimestamp"]) {
        delete object.metadata[own];
      }
      change(object);
      await scene.paste(stringify(object, { lineWidth: 0 }));
    },
    saved: (name) => scene.byId("toasts").getByText(name).first().waitFor(),
  };
}
