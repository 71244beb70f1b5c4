import type { FileText } from "../messages.ts";
import { type OwnedFiles, putFiles } from "./ownedFiles.ts";
import { folderChanges, type Owner } from "./owners.ts";

/** The link to the folder with the current files. */
const CURRENT = "..data";
const NEXT = "..data_tmp";
/** The mode of that folder, and its mode when a group other than root's may read the files. */
const FOLDER_MODE = 0o755;
const SHARED_FOLDER_MODE = 0o2755;

/**
 * Puts files into a volume as a kubelet does. The files are in a folder that is named after the time; `..data` is a link
 * to it, and each name that users see is a link below `..data`, so all files change at once. Files that are as they were
 * keep their folder.
 * @param folder the name of a new folder
 * @param before the files that were put there last
 */
export async function projectFiles(
  { files: volume, owners }: OwnedFiles,
  files: readonly FileText[],
  { folder, before }: { readonly folder: string; readonly before: readonly FileText[] | undefined },
): Promise<void> {
  if (before !== undefined && isSame(before, files)) return;
  const group = files.find((file) => file.group !== undefined)?.group ?? 0;
  const shared: Owner = { user: 0, group };
  await volume.mkdir(`/${folder}`, { recursive: true });
  await volume.chmod(`/${folder}`, group === 0 ? FOLDER_MODE : SHARED_FOLDER_MODE);
  owners.set(`/${folder}`, shared);
  const placed = files.map((file) => ({ ...file, path: `/${folder}${file.path}` }));
  await putFiles(volume, placed);
  for (const { path, user = 0, group: own = 0 } of placed) owners.set(path, { user, group: own });
  // A move replaces the old link in one step.
  await volume.symlink(folder, `/${NEXT}`);
  await volume.mv(`/${NEXT}`, `/${CURRENT}`);
  owners.set(`/${CURRENT}`, shared);
  const visible = new Set(files.map(({ path }) => path.split("/")[1] ?? ""));
  for (const name of visible) {
    if (volume.linkAt(`/${name}`) !== undefined) continue;
    await volume.symlink(`${CURRENT}/${name}`, `/${name}`);
    owners.set(`/${name}`, shared);
  }
  for (const name of await volume.readdir("/")) {
    if (name === CURRENT || name === folder || visible.has(name)) continue;
    await volume.rm(`/${name}`, { recursive: true });
    owners.drop(`/${name}`, true);
  }
  folderChanges.count += 1;
}

/** Whether two lists have the same files with the same content; modes do not count. */
function isSame(before: readonly FileText[], files: readonly FileText[]): boolean {
  const contents = new Map(before.map(({ path, content }) => [path, content]));
  if (contents.size !== new Set(files.map(({ path }) => path)).size) return false;
  return files.every(({ path, content }) => {
    const old = contents.get(path);
    return old !== undefined && Buffer.compare(bytesOf(old), bytesOf(content)) === 0;
  });
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? Buffer.from(content) : content;
