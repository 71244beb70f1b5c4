/**
 * Part of an object: its fields must be present and match. A list contains items that must all be found, in any order.
 */
export type Shape = object;

/**
 * Whether a value matches a shape. A function in a shape tests the value at its place; `undefined` requires the field
 * to be absent.
 */
export function matches(value: unknown, shape: unknown): boolean {
  if (typeof shape === "function") return (shape as (value: unknown) => boolean)(value) === true;
  if (Array.isArray(shape)) {
    return Array.isArray(value) && shape.every((part) => value.some((each) => matches(each, part)));
  }
  if (shape === null || typeof shape !== "object") return value === shape;
  if (value === null || typeof value !== "object") return false;
  return Object.entries(shape).every(([name, part]) => matches((value as Record<string, unknown>)[name], part));
}

/**
 * The value at a path of an object: `spec.template.spec.containers.0.image`. Undefined when a part is missing. The
 * caller states the expected type.
 */
export function at<T = unknown>(object: unknown, path: string): T {
  let value = object;
  for (const part of path.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return value as T;
}
