import { badRequest } from "../../../../shared/status.ts";

/**
 * Refuses names that cannot be part of a storage key; no object can be read or changed under such a name.
 * @throws ApiError 400
 */
export function checkStorableName(name: string): void {
  const problems =
    name === "." || name === ".."
      ? [`may not be '${name}'`]
      : ["/", "%"].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
  if (problems.length > 0) {
    throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(";")}`);
  }
}
