/** What expressions can refer to: variables and functions. */
import { standardLibrary } from "./library/standardLibrary.ts";
import { type FunctionTable, type Overload, tableOf, type Variables } from "./overload.ts";
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  STRING,
  TIMESTAMP,
  typeOfType,
  UINT,
} from "./types/celType.ts";

export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly functions: FunctionTable;
  /** Types that can be named, such as `int`. */
  readonly typeNames: ReadonlyMap<string, CelType>;
  /** The types of messages that expressions can create with `Name{field: value}`; undefined for an unknown name. */
  readonly messages: Messages;
  /** Whether `cel.bind(name, value, expression)` names a value. */
  readonly bindings: boolean;
}

export type Messages = (name: string) => CelType | undefined;

const TYPE_NAMES: ReadonlyMap<string, CelType> = new Map([
  ["bool", BOOL],
  ["bytes", BYTES],
  ["double", DOUBLE],
  ["dyn", DYN],
  ["google.protobuf.Duration", DURATION],
  ["google.protobuf.Timestamp", TIMESTAMP],
  ["int", INT],
  ["list", listOf(DYN)],
  ["map", mapOf(DYN, DYN)],
  ["null_type", NULL],
  ["optional_type", opaque("optional_type", DYN)],
  ["string", STRING],
  ["type", typeOfType(DYN)],
  ["uint", UINT],
  ["net.IP", opaque("net.IP")],
  ["net.CIDR", opaque("net.CIDR")],
]);

const NONE: readonly Overload[] = [];
/** Tables by the functions added to the standard ones: environments of one kind share their table. */
const tables = new WeakMap<readonly Overload[], FunctionTable>();

export interface EnvironmentOptions {
  readonly variables: Variables;
  /** Functions in addition to the standard ones. */
  readonly functions?: readonly Overload[];
  /** Default: none. */
  readonly messages?: Messages;
  /** Default: false. */
  readonly bindings?: boolean;
}

const noMessages: Messages = () => undefined;

/** An environment with the reference's libraries; immutable, so it may be shared. */
export function createEnvironment({
  variables,
  functions = NONE,
  messages = noMessages,
  bindings = false,
}: EnvironmentOptions): Environment {
  let table = tables.get(functions);
  if (table === undefined) {
    table = tableOf([...standardLibrary(), ...functions]);
    tables.set(functions, table);
  }
  return { variables: new Map(Object.entries(variables)), functions: table, typeNames: TYPE_NAMES, messages, bindings };
}
