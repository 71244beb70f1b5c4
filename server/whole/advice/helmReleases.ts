import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Members, memberAt, membersOf, ownOf } from "../../../shared/advice/conversions/members.ts";
import { versionTable } from "../../../shared/advice/table/versionTable.ts";
import { apiVersionOf } from "../../../shared/object.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { adviseText } from "./adviseText.ts";
import { type Examination, parseAnswer } from "./examination.ts";
import { readItems } from "./readItems.ts";

const unzip = promisify(gunzip);

/** Maximum length of an unpacked release. It is stored compressed in one object, which limits only the packed size. */
const LONGEST_RELEASE = 32 * 1024 * 1024;
const PAGE = 20;
const MAX_RELEASES = 10_000;
const DEPLOYED = encodeURIComponent("owner=helm,status=deployed");

/** Where releases are stored: in secrets with one more layer of encoding than in config maps. */
const PLACES = [
  { path: "/api/v1/secrets", layers: 2 },
  { path: "/api/v1/configmaps", layers: 1 },
] as const;

/** Examines the manifests of deployed Helm releases. */
export async function readHelmReleases(examination: Examination): Promise<void> {
  for (const { path, layers } of PLACES) {
    const list = { path, query: `labelSelector=${DEPLOYED}`, page: PAGE, most: MAX_RELEASES };
    for await (const item of readItems(examination, list)) await examineRelease(examination, item, layers);
  }
}

async function examineRelease(
  { advisor, collector, signal }: Examination,
  item: Members,
  layers: number,
): Promise<void> {
  const metadata = memberAt(item, "metadata");
  const place = `${String(metadata?.["namespace"])}/${String(metadata?.["name"])}`;
  const packed = ownOf(memberAt(item, "data"), "release");
  let release: Members | undefined;
  try {
    release = membersOf(await unpackRelease(String(packed), layers));
  } catch (error) {
    collector.hide(`Helm release ${place}: ${messageOf(error)}`);
    return;
  }
  const manifest = release?.["manifest"];
  if (typeof manifest !== "string" || !mentionsOne(manifest, advisor.vocabulary.render)) return;
  const namespace = String(release?.["namespace"] ?? metadata?.["namespace"]);
  const by = `${namespace}/${String(release?.["name"])} (revision ${String(release?.["version"])})`;
  const { findings, problems } = await adviseText(advisor, manifest, signal);
  for (const { line: _, at: __, ...finding } of findings) {
    collector.add({ ...finding, evidence: "helmRelease", by });
  }
  for (const { message } of problems) collector.hide(`Helm release ${place}: ${message}`);
}

/**
 * Decodes a release stored by Helm: JSON, compressed, in base64, and once more in base64 in a secret.
 * @throws Error for anything else, and for a text that is too long
 */
export async function unpackRelease(packed: string, layers: number): Promise<unknown> {
  let bytes = Buffer.from(packed, "base64");
  if (layers === 2) bytes = Buffer.from(bytes.toString("latin1"), "base64");
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isZipped ? await unzip(bytes, { maxOutputLength: LONGEST_RELEASE }) : bytes).toString("utf8");
  return parseAnswer(text);
}

/** Whether a text mentions any deprecated or removed version: most manifests do not, and parsing them takes long. */
const mentionsOne = (text: string, render: (template: string) => string): boolean =>
  versionTable.some(({ group, version }) => group !== "" && text.includes(render(apiVersionOf({ group, version }))));
