import { readTextFile, unreadableText } from "../../ground/settings/readTextFile.ts";
import { type Context, type Entry, KubeconfigError, mergeContexts, readKubeconfig, textOf } from "./contexts.ts";
import { entryMaterial, entryToken } from "./entryFiles.ts";
import type { ServerAccess } from "./serverAccess.ts";

/**
 * Reads a kubeconfig: server and credentials of its current context. Certificates and keys may be embedded or files
 * relative to the kubeconfig's folder.
 * @throws KubeconfigError that names the file and never quotes its secrets
 */
export async function readServerAccess(file: string): Promise<ServerAccess> {
  const refuse = (message: string): KubeconfigError => new KubeconfigError(`${file}: ${message}`);
  const { cluster, user } = partsOf(await currentContext(file, refuse), refuse);
  const url = textOf(cluster.fields["server"]);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw refuse("server must be a URL with scheme http or https");
  const ca = await entryMaterial(cluster, "certificate-authority");
  const cert = user && (await entryMaterial(user, "client-certificate"));
  const key = user && (await entryMaterial(user, "client-key"));
  if ((cert === undefined) !== (key === undefined)) throw refuse("client-certificate and client-key belong together");
  const token = user && (await entryToken(user));
  const serverName = textOf(cluster.fields["tls-server-name"]);
  return {
    url,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(token === undefined || token === "" ? {} : { token }),
    ...(serverName === "" ? {} : { serverName }),
    ...(cluster.fields["insecure-skip-tls-verify"] === true ? { insecureSkipVerify: true } : {}),
  };
}

type Refuse = (message: string) => KubeconfigError;

async function currentContext(path: string, refuse: Refuse): Promise<Context> {
  let text: string;
  try {
    text = await readTextFile(path);
  } catch (error) {
    throw refuse(`cannot read the file (${unreadableText(error)})`);
  }
  const { contexts, current } = mergeContexts([await readKubeconfig({ text, path })]);
  if (current === "") throw refuse("current-context is missing");
  const context = contexts.find(({ name }) => name === current);
  if (context === undefined) throw refuse(`context ${JSON.stringify(current)} does not exist`);
  return context;
}

/** The cluster and user of a context must exist; the user is optional. */
function partsOf(
  { cluster, clusterName, user, userName }: Context,
  refuse: Refuse,
): { readonly cluster: Entry; readonly user: Entry | undefined } {
  if (cluster === undefined) throw refuse(`cluster ${JSON.stringify(clusterName)} does not exist`);
  if (user === undefined && userName !== "") throw refuse(`user ${JSON.stringify(userName)} does not exist`);
  return { cluster, user };
}
