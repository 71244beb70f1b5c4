/** Members of maps and objects. */
import { CelError } from "./diagnostics.ts";
import { noOverload } from "./run.ts";
import { type CelValue, isMap, NONE, ObjectValue, OptionalValue } from "./values.ts";

/** A member of a map or an object. @throws CelError */
export function member(of: CelValue, name: string): CelValue {
  if (!(of instanceof ObjectValue || isMap(of))) throw noOverload();
  const value = of.get(name);
  if (value === undefined) throw new CelError(`no such key: ${name}`);
  return value;
}

/** Whether a member is set. @throws CelError */
export function present(of: CelValue, field: string): boolean {
  if (of instanceof OptionalValue) return of.value !== undefined && present(of.value, field);
  if (of instanceof ObjectValue || isMap(of)) return of.get(field) !== undefined;
  throw noOverload();
}

/** A member that may be missing. @throws CelError */
export function optionalMember(of: CelValue, field: string): CelValue {
  const value = of instanceof OptionalValue ? of.value : of;
  if (value === undefined) return NONE;
  if (!(value instanceof ObjectValue || isMap(value))) throw noOverload();
  const found = value.get(field);
  return found === undefined ? NONE : new OptionalValue(found);
}
