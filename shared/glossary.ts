/**
 * The terms of the product's texts: one term per concept in each language, as commonly used in the field. Tests check
 * all texts of the console, lessons and scenarios against them.
 */

/** The term for a concept, and the words that must not be used for it. */
export interface Term {
  /** Explains the concept, for translators. */
  readonly about: string;
  readonly en: string;
  readonly de: string;
  /** Words to avoid, as regular expressions that match whole texts; no text may use them. */
  readonly notEn?: RegExp;
  readonly notDe?: RegExp;
}

export const glossary: readonly Term[] = [
  { about: "a cluster that runs inside the product", en: "sandbox", de: "Sandbox", notDe: /Sandk(?:a|ä)sten/i },
  {
    about: "a part of a cluster for names",
    en: "namespace",
    de: "Namespace",
    notEn: /name space/i,
    notDe: /Namensr(?:au|äu)m/i,
  },
  { about: "an object that tells what happened; what a watch sends", en: "event", de: "Event", notDe: /Ereignis/i },
  { about: "what a server says it serves", en: "discovery", de: "Discovery", notDe: /Erkundung/i },
  { about: "what runs pods", en: "workload", de: "Workload", notEn: /work load/i, notDe: /Arbeitslast/i },
  { about: "free metadata of an object", en: "annotation", de: "Annotation", notDe: /Anmerkung/i },
  {
    about: "who wrote fields, by the name in its requests",
    en: "field manager",
    de: "Feldmanager",
    notDe: /verwalter/i,
  },
  {
    about: "a part of a resource with an address of its own",
    en: "subresource",
    de: "Subressource",
    notEn: /sub-resource/i,
    notDe: /Unterressource/i,
  },
  { about: "the number of replicas as a subresource", en: "scale", de: "Skalierung", notDe: /\bSkala\b/ },
  {
    about: "objects that name another as their owner",
    en: "dependents",
    de: "Abhängige",
    notEn: /hangs on|dependants/i,
    notDe: /hängt (?:nichts|etwas) daran/i,
  },
  { about: "a machine that runs pods", en: "node", de: "Node", notDe: /\bKnoten/i },
  { about: "a process of a pod with its files", en: "container", de: "Container", notDe: /Behälter/i },
  { about: "an object that holds what is confidential", en: "Secret", de: "Secret", notDe: /Geheimnis/i },
  {
    about: "the account of programs",
    en: "ServiceAccount",
    de: "ServiceAccount",
    notEn: /service user/i,
    notDe: /Dienstkonto/i,
  },
  { about: "what the server writes down of requests", en: "audit log", de: "Audit-Log", notDe: /protokoll(?!:?$)/i },
  { about: "half of the requests take less", en: "p50", de: "p50", notEn: /^half$/i, notDe: /^Hälfte$/i },
  { about: "how an edit is sent", en: "Save method", de: "Speichermethode", notEn: /how to write|way of writing/i },
  {
    about: "a path that no resource has",
    en: "non-resource URL",
    de: "URL ohne Ressource",
    notEn: /path that is no resource/i,
  },
  {
    about: "the console with the rights of another",
    en: "viewing as",
    de: "Ansicht als",
    notEn: /looking as|see this cluster as/i,
  },
  {
    about: "the client's file of clusters and users",
    en: "kubeconfig",
    de: "Kubeconfig",
    notEn: /kube config/i,
    notDe: /kube-?konfig/i,
  },
  {
    about: "a request that changes nothing",
    en: "dry run",
    de: "Probelauf",
    notEn: /trial run/i,
    notDe: /Trockenlauf/i,
  },
  { about: "whom a binding names", en: "subject", de: "Subjekt", notEn: /for somebody|whom it is given to/i },
  { about: "one of the equal pods of a workload", en: "replica", de: "Replica", notDe: /Replika/i },
  { about: "a numbered state of an object", en: "revision", de: "Revision", notDe: /\bFassung(?:en)?\b/ },
  { about: "a check of a container", en: "probe", de: "Probe", notDe: /\bProben\b/ },
  { about: "an entry of status.conditions", en: "condition", de: "Condition", notDe: /^Bedingungen$/ },
  { about: "measured values", en: "metrics", de: "Metriken", notDe: /Messwert/i },
  { about: "what did not work", en: "failed", de: "fehlgeschlagen", notDe: /gescheitert/i },
  {
    about: "an object without problems",
    en: "healthy",
    de: "in Ordnung",
    notEn: /\bstands? well\b|\bnot well\b|\bgoes well\b/i,
    notDe: /\bsteht gut\b/i,
  },
  {
    about: "what a subject is not allowed",
    en: "no permission",
    de: "keine Berechtigung",
    notEn: /\bnot yours\b/i,
    notDe: /^verwehrt$/i,
  },
  {
    about: "an object that does not exist any more",
    en: "does not exist",
    de: "gibt es nicht",
    notEn: /\bis gone\b|\bnothing is heard\b/i,
    notDe: /\bist fort\b|\bnichts zu hören\b/i,
  },
  {
    about: "people, whom texts name as what they are: users, subjects, clients",
    en: "user",
    de: "Benutzer",
    notEn: /\b(?:any|every|some|no)body\b|\bwhoever\b/i,
    notDe: /\bjedermann\b/i,
  },
];
