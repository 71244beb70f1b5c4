/** Members of maps and objects. Other values have no members; lists have only elements. */
import { CelError } from "../diagnostics.ts";
import { type CelValue, isMap, ListValue, NONE, ObjectValue, OptionalValue } from "../values/values.ts";
import { unfitIndex } from "./unfit.ts";

/** A member of a map or an object. @throws CelError */
export function member(of: CelValue, name: string): CelValue {
  const value = found(of, name);
  if (value === undefined) throw new CelError(`no such key: ${name}`);
  return value;
}

/** Whether a member is set. @throws CelError */
export function present(of: CelValue, field: string): boolean {
  if (of instanceof OptionalValue) return of.value !== undefined && present(of.value, field);
  return found(of, field) !== undefined;
}

/** A member that may be missing. @throws CelError */
export function optionalMember(of: CelValue, field: string): CelValue {
  const value = of instanceof OptionalValue ? of.value : of;
  const member = value === undefined ? undefined : found(value, field);
  return member === undefined ? NONE : new OptionalValue(member);
}

function found(of: CelValue, name: string): CelValue | undefined {
  if (of instanceof ListValue) throw unfitIndex(name);
  return of instanceof ObjectValue || (of !== null && isMap(of)) ? of.get(name) : undefined;
}
