import type { ApiObject } from "../../../../../shared/object.ts";
import type { Claim, Volume } from "../../../volumes/kinds.ts";
import type { Cluster } from "../../testing/cluster.ts";

/** The controller that binds claims to volumes. */
export const BINDER = "persistentvolume-binder-controller";
export const CLAIMS = "v1/persistentvolumeclaims";
export const VOLUMES = "v1/persistentvolumes";
/** Annotation of what the controller has bound without being told so. */
export const BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

/** Makes claims, volumes and classes in a cluster, and waits for what happens to them. */
export const storedVolumes = (cluster: () => Cluster) => ({
  makeClaim: (name: string, spec: Record<string, unknown> = {}, metadata = {}): Promise<Claim> =>
    cluster().make({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name, ...metadata },
      spec: {
        accessModes: ["ReadWriteOnce"],
        storageClassName: "",
        resources: { requests: { storage: "1Gi" } },
        ...spec,
      },
    }),
  makeVolume: (name: string, spec: Record<string, unknown> = {}, metadata = {}): Promise<Volume> =>
    cluster().make({
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name, ...metadata },
      spec: {
        accessModes: ["ReadWriteOnce"],
        capacity: { storage: "1Gi" },
        hostPath: { path: `/tmp/${name}` },
        ...spec,
      },
    }),
  makeClass: (name: string, more: Record<string, unknown> = {}, metadata = {}): Promise<ApiObject> =>
    cluster().make({
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name, ...metadata },
      provisioner: "example.com/disk",
      ...more,
    }),
  claimIs: (name: string, phase: string): Promise<Claim> =>
    cluster().becomes<Claim>(`${CLAIMS}/${name}`, ({ status }) => status?.phase === phase),
  volumeIs: (name: string, phase: string): Promise<Volume> =>
    cluster().becomes<Volume>(`${VOLUMES}/${name}`, ({ status }) => status?.phase === phase),
  /** Waits for an event about an object. @param text `Reason: message` */
  reported: (name: string, text: string): Promise<ApiObject[]> =>
    cluster().become("v1/events", (events) =>
      events.some(
        (event) =>
          (event["involvedObject"] as { name?: string }).name === name &&
          `${event["reason"]}: ${event["message"]}` === text,
      ),
    ),
});
