import type { StoreDependencies, WriteRequest } from "./write.ts";

/** Removes, after an object went, the object of its name that its kind takes along. Nobody is asked, and finalizers do not count. */
export async function removeCompanion(deps: StoreDependencies, request: WriteRequest): Promise<void> {
  const { strategy, context, name } = request;
  if (strategy.companion === undefined) return;
  const key = context.storedAt?.(strategy.companion, context.namespace, name);
  if (key !== undefined) await deps.store.commit([{ type: "delete", key }]);
}
