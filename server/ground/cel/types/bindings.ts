import type { CelType } from "./celType.ts";

/**
 * Inferred type parameters by name, as an immutable value: a tentative assignment does not change the original. The
 * latest version has the table, and earlier versions have the changes to undo. Extending the latest version, which is
 * the usual case, needs no copying.
 */
export class Bindings {
  #table: Map<string, CelType> | undefined;
  #undo: { readonly name: string; readonly type: CelType | undefined; readonly newer: Bindings } | undefined;

  constructor(table: Map<string, CelType> = new Map()) {
    this.#table = table;
  }

  get(name: string): CelType | undefined {
    return this.#own().get(name);
  }

  /** These bindings with one more. */
  with(name: string, type: CelType): Bindings {
    const table = this.#own();
    const newer = new Bindings(table);
    this.#table = undefined;
    this.#undo = { name, type: table.get(name), newer };
    table.set(name, type);
    return newer;
  }

  /** Moves the table to this version. */
  #own(): Map<string, CelType> {
    if (this.#table !== undefined) return this.#table;
    const path: Bindings[] = [];
    let at: Bindings = this;
    while (at.#undo !== undefined) {
      path.push(at);
      at = at.#undo.newer;
    }
    const table = at.#table ?? new Map<string, CelType>();
    for (const older of path.reverse()) {
      const undo = older.#undo;
      if (undo === undefined) continue;
      undo.newer.#table = undefined;
      undo.newer.#undo = { name: undo.name, type: table.get(undo.name), newer: older };
      if (undo.type === undefined) table.delete(undo.name);
      else table.set(undo.name, undo.type);
      older.#table = table;
      older.#undo = undefined;
    }
    return table;
  }
}
