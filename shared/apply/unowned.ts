import { fieldSetOfNames } from "../fieldset/fieldSet.ts";

/** Fields that no manager owns: the object's identity and the fields that the server maintains. */
export const UNOWNED = fieldSetOfNames([
  ["apiVersion"],
  ["kind"],
  ["metadata"],
  ...["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName"].map((name) => ["metadata", name]),
  ...["generation", "managedFields", "resourceVersion"].map((name) => ["metadata", name]),
]);
