import { request } from "../api/requests/request.ts";

export interface DebugRequest {
  readonly image: string;
  /** The container whose processes the debug container can see; empty for none. */
  readonly target: string;
}

const MERGE = "application/strategic-merge-patch+json";

/**
 * Adds a container with a terminal to a running pod. It remains as long as the pod exists.
 * @param random letters and digits for a unique name
 * @returns the container's name
 * @throws ApiError
 */
export async function addDebugContainer(
  cluster: string,
  { namespace, pod }: { namespace: string; pod: string },
  { image, target }: DebugRequest,
  random: string,
): Promise<string> {
  const name = `debugger-${random}`;
  const container = { name, image, stdin: true, tty: true, ...(target === "" ? {} : { targetContainerName: target }) };
  await request(cluster, {
    method: "PATCH",
    path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/ephemeralcontainers`,
    contentType: MERGE,
    body: { spec: { ephemeralContainers: [container] } },
  });
  return name;
}

/** Five random letters and digits, as in generated names of objects. */
export const randomSuffix = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => (byte % 32).toString(32)).join("");
