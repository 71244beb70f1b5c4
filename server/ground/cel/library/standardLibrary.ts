import type { Overload } from "../overload.ts";
import { addresses } from "./addresses.ts";
import { arithmetic } from "./arithmetic.ts";
import { authorizerLibrary } from "./authorizerLibrary.ts";
import { calendar } from "./calendar.ts";
import { comparisons } from "./comparisons.ts";
import { containers } from "./containers.ts";
import { conversions } from "./conversions.ts";
import { listExtensions } from "./listExtensions.ts";
import { namedFormats } from "./namedFormats.ts";
import { optionals } from "./optionals.ts";
import { quantities } from "./quantities.ts";
import { regexFunctions } from "./regexFunctions.ts";
import { sets } from "./sets.ts";
import { textExtensions } from "./textExtensions.ts";
import { texts } from "./texts.ts";
import { urls } from "./urls.ts";

/**
 * All functions that every expression has. Those of `authorizer` are among them, although only expressions about
 * admission have that variable.
 */
export function standardLibrary(): Overload[] {
  return [
    ...comparisons,
    ...arithmetic,
    ...containers,
    ...conversions,
    ...calendar,
    ...texts,
    ...optionals,
    ...textExtensions,
    ...listExtensions,
    ...regexFunctions,
    ...urls,
    ...quantities,
    ...addresses,
    ...sets,
    ...namedFormats,
    ...authorizerLibrary,
  ];
}
