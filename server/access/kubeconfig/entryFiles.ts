import { resolve } from "node:path";
import { readTextFile, unreadableText } from "../../ground/settings/readTextFile.ts";
import { type Entry, KubeconfigError, textOf } from "./contexts.ts";

/**
 * PEM of `<field>-data`, or of the file that `<field>` names, relative to the kubeconfig's folder. Embedded data takes
 * precedence.
 * @throws KubeconfigError for a file that cannot be read
 */
export async function entryMaterial(entry: Entry, field: string): Promise<string | undefined> {
  const data = textOf(entry.fields[`${field}-data`]);
  if (data !== "") return Buffer.from(data, "base64").toString("utf8");
  const file = textOf(entry.fields[field]);
  return file === "" ? undefined : readNamed(entry, file);
}

/** The bearer token of a user, or the content of its token file. @throws KubeconfigError */
export async function entryToken(user: Entry): Promise<string | undefined> {
  const token = textOf(user.fields["token"]);
  const file = textOf(user.fields["tokenFile"]);
  // Read on every use, because the program that mounts such a file also renews it.
  if (token !== "" || file === "") return token === "" ? undefined : token;
  return (await readNamed(user, file)).trim();
}

async function readNamed(entry: Entry, file: string): Promise<string> {
  try {
    return await readTextFile(entry.folder === undefined ? file : resolve(entry.folder, file));
  } catch (error) {
    const reason = unreadableText(error);
    throw new KubeconfigError(
      `${JSON.stringify(entry.name)} names the file ${file}, which cannot be read (${reason}).`,
    );
  }
}
