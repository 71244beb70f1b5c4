import { booleanFlag, type FlagGroup } from "./flag.ts";

/** A difference between the API's written specification and the reference, kube-apiserver 1.32. */
export interface Difference {
  /** The topic. */
  readonly about: string;
  /** The specified behaviour, which is the default because users read the specification. */
  readonly specified: string;
  /** The reference's behaviour. */
  readonly reference: string;
}

/** All differences, by the name that the code uses. `docs/differences.md` lists them for users. */
export const DIFFERENCES = {
  emptyDryRun: {
    about: "`?dryRun` without a value",
    specified: "The parameter has no effect: the request changes the stored object.",
    reference: "The request is refused (422): `All` is the only value.",
  },
  emptyManagersReset: {
    about: "A write whose `metadata.managedFields` is the empty list",
    specified: "The object keeps its owners, so that clients that do not know the field cannot clear it by accident.",
    reference: "The object loses all owners, as after a list of one empty entry.",
  },
  resetOwnsNothing: {
    about: "A write that clears the owners (`managedFields: [{}]`) and changes fields, too",
    specified: "The owners are cleared first; then the writer owns what the same request changes.",
    reference: "The object loses all owners, also those of the fields that the request changes.",
  },
  scaleSplitsOwners: {
    about: "A write to the scale of an object that keeps the number of replicas",
    specified: "A write that changes nothing has no effect: the object keeps its owners and its `resourceVersion`.",
    reference:
      "The owner of the replicas gets a second entry for them. The next such write loses it, and with it the owner.",
  },
  removedVersionsStayOwners: {
    about: "Fields of a custom resource that were written through a version that its definition no longer has",
    specified: "They lose that owner, like fields of built-in kinds.",
    reference: "An apply is refused (500). After any other write, the object has no owners.",
  },
  namedWatchIsGet: {
    about: "GET of one object with `watch=true`",
    specified: "It is a watch of that object, and the verb `watch` must be allowed.",
    reference: "The parameter is ignored: the answer is the object.",
  },
  collectionAnswersList: {
    about: "The answer to DELETE of a collection",
    specified: "It is a Status.",
    reference: "It is the list of the objects that were deleted.",
  },
  yamlHasNoStream: {
    about: "A watch that asks for YAML",
    specified:
      "YAML is one of the forms of every answer: each event is a document of its own, between `---` and `...`.",
    reference: "The request is refused (406): YAML has no stream form.",
  },
  futureVersionIsError: {
    about: "A list at exactly a version that is not reached yet",
    specified: "The answer is 504, `Too large resource version`, with a Retry-After header.",
    reference: "The answer is 500 with the message of etcd.",
  },
  strictPatchIsInvalid: {
    about: "A JSON, merge or strategic merge patch with unknown or duplicate fields under strict field validation",
    specified: "The answer is 400 and lists the fields, as for every other write.",
    reference: "The answer is 422 and quotes the patch or the whole object.",
  },
  appliedFieldsMustBeKnown: {
    about: "Server-side apply of a field that the kind does not have",
    specified: "Field validation decides, as for every other write: refused (400), dropped with a warning, or dropped.",
    reference: "The answer is 500, whatever field validation says.",
  },
  healthNamesEndpoint: {
    about: "The last line of `/livez?verbose` and `/readyz?verbose`",
    specified: "It is `healthz check passed`.",
    reference: "It names the endpoint: `livez check passed`.",
  },
  defaultsAreWritten: {
    about: "The first write of a new PersistentVolumeClaim, or of a new Job without labels, when it changes nothing",
    specified: "A write that changes nothing has no effect: the object keeps its `resourceVersion`.",
    reference:
      "The write stores the phase or the labels that reads show by default, and the object gets a new `resourceVersion`.",
  },
  failedWebhookHasNoOpinion: {
    about: "A request for which the authorization webhook of the flags fails to answer",
    specified: "It is denied.",
    reference: "The next authorizer decides.",
  },
  backoffHidesRunningPods: {
    about: "`status.active` of a Job that waits before it replaces failed pods, while other pods run",
    specified: "It is the number of pending and running pods.",
    reference: "The job controller reports 0, which the server refuses while pods are ready: the status is outdated.",
  },
} as const satisfies Readonly<Record<string, Difference>>;

export type QuirkName = keyof typeof DIFFERENCES;

export interface Quirks {
  /** Whether the server follows the reference where the specification differs. */
  follows(name: QuirkName): boolean;
}

export const AS_SPECIFIED: Quirks = { follows: () => false };
export const AS_REFERENCE: Quirks = { follows: () => true };

export interface QuirkOptions {
  /** Whether to follow the reference wherever it differs from the written specification. */
  readonly referenceQuirks: boolean;
}

export const quirkFlags: FlagGroup<QuirkOptions> = {
  referenceQuirks: booleanFlag(
    "reference-quirks",
    "do as kube-apiserver where it differs from the written specification",
    false,
  ),
};

export const quirksOf = ({ referenceQuirks }: QuirkOptions): Quirks => (referenceQuirks ? AS_REFERENCE : AS_SPECIFIED);
