/** Exports and imports settings as a file, to move or back them up. */
import type { ClusterSummary, Preference } from "../../shared/console/clusterSummary.ts";
import { isSettingId, SETTINGS } from "../localSettings/registry.ts";
import { type ChosenSettings, validSettings } from "../localSettings/store.ts";

const FORMAT = "orrery-settings/1";
/** Maximum length of the text in characters. */
export const MAX_CHARACTERS = 256 * 1024;
const MAX_CLUSTERS = 500;

/** The settings of a file, and the entries that will be ignored. */
export interface Transfer {
  readonly settings: ChosenSettings;
  /** Settings of existing clusters, by id. */
  readonly clusters: ReadonlyMap<string, Preference>;
  /** Names of entries in the file that this version does not accept. */
  readonly refused: readonly string[];
}

/** Thrown for a text that is not a settings file; the message is the key of a text. */
export class TransferError extends Error {}

/** The chosen settings of this machine. They contain no credentials. */
export function exportSettings(chosen: ChosenSettings, clusters: readonly ClusterSummary[]): string {
  const choices = clusters.flatMap(({ id, chosen: choice = {} }) =>
    Object.keys(choice).length === 0 ? [] : [[id, choice]],
  );
  return `${JSON.stringify({ format: FORMAT, settings: chosen, clusters: Object.fromEntries(choices) }, undefined, 2)}\n`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function parse(text: string): Readonly<Record<string, unknown>> {
  if (text.length > MAX_CHARACTERS) throw new TransferError("settings.transfer.tooLong");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TransferError("settings.transfer.noJson");
  }
  if (!isRecord(value) || value["format"] !== FORMAT) throw new TransferError("settings.transfer.otherFile");
  return value;
}

/** @param known ids of the existing clusters @throws TransferError */
export function readSettings(text: string, known: readonly string[]): Transfer {
  const { settings = {}, clusters = {} } = parse(text);
  if (!isRecord(settings) || !isRecord(clusters)) throw new TransferError("settings.transfer.otherFile");
  const refused = Object.entries(settings).flatMap(([id, value]) =>
    isSettingId(id) && SETTINGS[id].check(value) !== undefined ? [] : [id.slice(0, 60)],
  );
  const choices = new Map<string, Preference>();
  for (const [id, value] of Object.entries(clusters).slice(0, MAX_CLUSTERS)) {
    const choice = known.includes(id) ? readChoice(value) : undefined;
    if (choice === undefined) refused.push(id.slice(0, 60));
    else choices.set(id, choice);
  }
  return { settings: validSettings(settings), clusters: choices, refused };
}

/** The host validates the values. */
function readChoice(value: unknown): Preference | undefined {
  if (!isRecord(value)) return undefined;
  const { name, colour, readOnly, namespaces, proxy, memoryHours, memoryMegabytes } = value;
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof colour === "string" ? { colour } : {}),
    ...(typeof readOnly === "boolean" ? { readOnly } : {}),
    ...(Array.isArray(namespaces) ? { namespaces: namespaces.map(String) } : {}),
    ...(typeof proxy === "string" ? { proxy } : {}),
    ...(typeof memoryHours === "number" ? { memoryHours } : {}),
    ...(typeof memoryMegabytes === "number" ? { memoryMegabytes } : {}),
  };
}
