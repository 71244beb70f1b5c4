import type { StoreDependencies, WriteRequest } from "./write.ts";

/**
 * After an object was removed, removes the companion of the same name that its kind declares. Authorization, admission
 * and finalizers are skipped.
 */
export async function removeCompanion(deps: StoreDependencies, request: WriteRequest): Promise<void> {
  const { strategy, context, name } = request;
  if (strategy.companion === undefined) return;
  const key = context.storedAt?.(strategy.companion, context.namespace, name);
  if (key !== undefined) await deps.store.commit([{ type: "delete", key }]);
}
