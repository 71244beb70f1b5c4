import { fieldSetOfNames } from "../fieldset/fieldSet.ts";

/** Fields that no manager owns: the object's identity and what the server keeps about it. */
export const UNOWNED = fieldSetOfNames([
  ["apiVersion"],
  ["kind"],
  ["metadata"],
  ...["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName"].map((name) => ["metadata", name]),
  ...["generation", "managedFields", "resourceVersion"].map((name) => ["metadata", name]),
]);
