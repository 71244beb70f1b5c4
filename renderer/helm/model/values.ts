import { type Fields, isFields } from "../../resources/kinds/read.ts";

/**
 * All values that a chart was rendered with: its defaults, overridden by the user's values. Null removes a value; lists
 * are replaced as a whole.
 */
export function computedValues(defaults: Fields, given: Fields): Fields {
  const result: Fields = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    const own = result[name];
    if (value === null) delete result[name];
    else result[name] = isFields(value) && isFields(own) ? computedValues(own, value) : value;
  }
  return result;
}
