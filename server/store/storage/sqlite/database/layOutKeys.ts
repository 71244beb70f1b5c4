import { createKeyLayout, formerPrefixOf } from "../../keyLayout.ts";
import { prefixEnd } from "../../keyOrder.ts";
import { type Database, textAt } from "./database.ts";

/**
 * An object that every server creates under a name that no custom resource can have: it reveals the domain of the
 * groups.
 */
const LOCAL_API_SERVICE = /^\/registry\/apiregistration\.([^/]+)\/apiservices\/v1\.$/;

/**
 * Moves the objects of a store of format 1, `/registry/<group or core>/<resource>/…`, to the reference's keys, in the
 * history as well. The objects of custom resources already have the right keys. Must run in a transaction.
 */
export function layOutKeys(database: Database): void {
  const layout = createKeyLayout(domainOf(database));
  for (const resource of layout.builtIn) {
    const from = formerPrefixOf(resource);
    const to = layout.prefixOf(resource);
    if (from === to) continue;
    for (const table of ["current", "history"]) {
      database.run(
        `UPDATE store.${table} SET key = ?1 || substr(key, ?2) WHERE key >= ?3 AND key < ?4`,
        to,
        from.length + 1,
        from,
        prefixEnd(from) ?? "",
      );
    }
  }
}

/** The domain of the vocabulary that a store was written in; undefined when the store does not reveal it. */
function domainOf(database: Database): string | undefined {
  const rows = database.all(
    "SELECT key FROM store.current WHERE key >= ?1 AND key < ?2",
    "/registry/apireg",
    "/registry/apireh",
  );
  for (const row of rows) {
    const domain = LOCAL_API_SERVICE.exec(textAt(row, 0))?.[1];
    if (domain !== undefined) return domain;
  }
  return undefined;
}
