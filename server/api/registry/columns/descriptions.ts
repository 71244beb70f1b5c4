/**
 * Column descriptions that several kinds share: the documentation of the field behind the column. The texts contain
 * vocabulary placeholders.
 */
export const DOC = {
  name: "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://{labelDomain}/docs/concepts/overview/working-with-objects/names#names",
  creationTimestamp:
    "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.{domain}/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
  containers: "Names of each container in the template.",
  images: "Images referenced by each container in the template.",
} as const;
