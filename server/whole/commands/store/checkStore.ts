import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ObjectCodec } from "../../../api/registry/storedForm/objectCodec.ts";
import { allDefinitions } from "../../../api/resources/all.ts";
import { CachedObject } from "../../../store/cache/cachedObject.ts";
import { allKeys } from "../../../store/storage/allKeys.ts";
import { hasPrefix } from "../../../store/storage/encryption/transformer.ts";
import {
  createKeyLayout,
  INTERNAL,
  KEY_ROOT,
  objectKey,
  prefixOfKey,
  resourceTitle,
} from "../../../store/storage/keyLayout.ts";
import type { KeyValue, Storage } from "../../../store/storage/storage.ts";

/** Possible defects of a key and its value. */
export type Defect = "layout" | "undecodable" | "kind" | "name" | "orphan";

/** One defect. The text contains no data. */
export interface Finding {
  readonly key: string;
  readonly defect: Defect;
  readonly text: string;
}

/** The result of checking every value. */
export interface StoreReport {
  /** Number of objects that were read. */
  readonly checked: number;
  /** Number of encrypted values: only their keys were checked. */
  readonly encrypted: number;
  /** The findings, up to {@link MAX_FINDINGS}. */
  readonly findings: readonly Finding[];
  /** Total number of findings. */
  readonly wrong: number;
}

/** Maximum number of findings that are kept. */
export const MAX_FINDINGS = 1000;

/** Reads every value of a store, and reports defects. Changes nothing. */
export async function checkStore(storage: Storage, codec: ObjectCodec, vocabulary: Vocabulary): Promise<StoreReport> {
  const layout = createKeyLayout(vocabulary.domain);
  const kinds = await kindsOf(storage, codec, vocabulary);
  const namespaces = layout.prefixOf({ group: "", resource: "namespaces" });
  const spaces = new Set<string>();
  for await (const { key } of allKeys(storage, namespaces)) spaces.add(key.slice(namespaces.length));

  /** The defect of one key; undefined when it is valid. */
  const look = (kv: KeyValue, encrypted: boolean): Omit<Finding, "key"> | undefined => {
    const { key } = kv;
    const prefix = prefixOfKey(key);
    if (prefix === undefined) return { defect: "layout", text: "no object can lie there" };
    const resource = layout.resourceAt(prefix);
    const title = resourceTitle(resource);
    const kind = kinds.get(title);
    if (kind === undefined) return { defect: "orphan", text: `nothing declares the resource ${title}` };
    if (encrypted) return undefined;
    const { failure, known } = new CachedObject(kv, codec);
    if (failure !== undefined || known === undefined) return { defect: "undecodable", text: failure?.message ?? "" };
    if (known.kind !== kind) return { defect: "kind", text: `a ${known.kind} lies among ${title}` };
    const { namespace = "", name = "" } = known.metadata;
    const place = objectKey(prefix, namespace, name);
    if (place !== key) return { defect: "name", text: `the object belongs to ${place}` };
    if (namespace === "" || spaces.has(namespace)) return undefined;
    return { defect: "orphan", text: `there is no namespace ${JSON.stringify(namespace)}` };
  };

  const findings: Finding[] = [];
  let [checked, encrypted, wrong] = [0, 0, 0];
  for await (const kv of allKeys(storage, KEY_ROOT)) {
    if (INTERNAL.some((folder) => kv.key.startsWith(folder))) continue;
    const isEncrypted = hasPrefix(kv.value, `${vocabulary.short}:enc:`);
    if (isEncrypted) encrypted += 1;
    else checked += 1;
    const found = look(kv, isEncrypted);
    if (found === undefined) continue;
    wrong += 1;
    if (findings.length < MAX_FINDINGS) findings.push({ key: kv.key, ...found });
  }
  return { checked, encrypted, findings, wrong };
}

/** The kind of every resource, including custom ones, by `<group or core>/<resource>`. */
async function kindsOf(storage: Storage, codec: ObjectCodec, vocabulary: Vocabulary): Promise<Map<string, string>> {
  const kinds = new Map<string, string>();
  for (const { group, plural, kind, storedAs, action } of allDefinitions) {
    if (storedAs === undefined && action === undefined) {
      kinds.set(resourceTitle({ group: vocabulary.render(group), resource: plural }), kind);
    }
  }
  const definitions = { group: vocabulary.render("apiextensions.{domain}"), resource: "customresourcedefinitions" };
  for await (const kv of allKeys(storage, createKeyLayout(vocabulary.domain).prefixOf(definitions))) {
    const { known } = new CachedObject(kv, codec);
    const { group, names } = (known as (ApiObject & { spec?: CustomSpec }) | undefined)?.spec ?? {};
    if (group === undefined || names?.plural === undefined || names.kind === undefined) continue;
    kinds.set(resourceTitle({ group, resource: names.plural }), names.kind);
  }
  return kinds;
}

interface CustomSpec {
  readonly group?: string;
  readonly names?: { readonly plural?: string; readonly kind?: string };
}
