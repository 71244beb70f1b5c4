import type { Diagnostic } from "../diagnostics.ts";
import type { Overload } from "../overload.ts";
import { Bindings } from "./bindings.ts";
import { type CelType, DYN, ERROR, formatType, isDynamic, optionalOf } from "./celType.ts";
import { assign, rename, substitute } from "./unify.ts";

/** A position in the text of an expression. */
interface Place {
  readonly offset: number;
}

/** The overloads that a call may refer to, and their result type. */
export interface Chosen {
  readonly overloads: readonly Overload[];
  readonly result: CelType;
}

/** Collects facts about types while an expression is checked, and the problems found. */
export class TypeKnowledge {
  readonly problems: Diagnostic[] = [];
  #bindings = new Bindings();
  #fresh = 0;

  /** Reports a problem. @returns the type of the faulty part */
  report(place: Place, message: string): CelType {
    this.problems.push({ offset: place.offset, message });
    return ERROR;
  }

  /** A type with the type parameters that are known so far. */
  known(type: CelType): CelType {
    return substitute(this.#bindings, type, true);
  }

  /** A type with the known type parameters; the unknown ones become dynamic. */
  settled(type: CelType): CelType {
    return substitute(this.#bindings, type);
  }

  /** A new, unknown type. */
  parameter(): CelType {
    return { kind: "parameter", name: `_var${this.#fresh++}` };
  }

  /** A type as shown in messages. */
  show(type: CelType): string {
    return formatType(this.settled(type));
  }

  /** Whether a value is assignable to a type; type parameters inferred from that are recorded. */
  accepts(wanted: CelType, actual: CelType): boolean {
    const found = assign(this.#bindings, actual, wanted);
    if (found !== undefined) this.#bindings = found;
    return found !== undefined;
  }

  /** The type of a member of a value, or of an optional's value. */
  member(place: Place, operand: CelType, field: string): CelType {
    if (operand.kind === "opaque" && operand.name === "optional_type") {
      return optionalOf(this.member(place, operand.parameters[0] ?? DYN, field));
    }
    if (isDynamic(operand) || operand.kind === "parameter") return DYN;
    if (operand.kind === "map") return operand.value;
    if (operand.kind !== "object") {
      return this.report(place, `type '${this.show(operand)}' does not support field selection`);
    }
    const declared = operand.fields.get(field)?.type ?? (operand.open === true ? DYN : undefined);
    return declared ?? this.report(place, `undefined field '${field}'`);
  }

  /** The type of a comprehension's variable. */
  elementOf(place: Place, range: CelType): CelType {
    if (range.kind === "list") return range.element;
    if (range.kind === "map") return range.key;
    if (isDynamic(range) || range.kind === "parameter") return DYN;
    const detail = `expression of type '${this.show(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
    return this.report(place, detail);
  }

  /** The type inside of an optional element or entry. */
  unwrapped(place: Place, type: CelType): CelType {
    const known = this.known(type);
    if (known.kind === "opaque" && known.name === "optional_type") return known.parameters[0] ?? DYN;
    if (isDynamic(known)) return DYN;
    return this.report(place, `expected type 'optional_type(${this.show(known)})' but found '${this.show(known)}'`);
  }

  /**
   * The common type of all elements of a literal, or the dynamic type.
   * @param before type of the elements before; undefined for the first one
   */
  joined(before: CelType | undefined, type: CelType): CelType {
    if (before === undefined) return type;
    const known = this.known(before);
    const actual = this.known(type);
    if (isDynamic(known) || isDynamic(actual)) return DYN;
    if (this.accepts(known, actual)) return known;
    return assign(this.#bindings, known, actual) === undefined ? DYN : actual;
  }

  /** The overloads that accept the arguments; undefined when there are none. */
  choose(overloads: readonly Overload[], args: readonly CelType[], isMember: boolean): Chosen | undefined {
    const fitting: Overload[] = [];
    let result: CelType | undefined;
    let found = this.#bindings;
    for (const overload of overloads) {
      if (overload.member !== isMember || overload.args.length !== args.length) continue;
      const suffix = `#${this.#fresh++}`;
      const known = this.#assignAll(args, overload.args, suffix);
      if (known === undefined) continue;
      fitting.push(overload);
      const own = substitute(known, rename(overload.result, suffix), true);
      // Inferred parameters of a later overload are used only if no earlier one matched.
      if (result === undefined) found = known;
      result = result === undefined || this.show(result) === formatType(substitute(known, own)) ? own : DYN;
    }
    if (result === undefined) return undefined;
    this.#bindings = found;
    return { overloads: fitting, result };
  }

  #assignAll(actual: readonly CelType[], wanted: readonly CelType[], suffix: string): Bindings | undefined {
    let known: Bindings | undefined = this.#bindings;
    for (const [i, type] of actual.entries()) {
      if (known === undefined) return undefined;
      known = assign(known, type, rename(wanted[i] ?? DYN, suffix));
    }
    return known;
  }
}
