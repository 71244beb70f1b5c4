/**
 * The syntax errors of an expression that does not parse, in the reference's words. The reference's parser repairs the
 * input after an error and goes on, so one expression can have several errors. This walks over the tokens by the rules
 * of the grammar.
 */
import type { Diagnostic } from "../diagnostics.ts";
import { END, GaveUp, type Next, next, RepairingWalk, set, type Types, union } from "./repairingWalk.ts";
import type { Token } from "./tokens.ts";

const NUMBER = set("NUM_FLOAT NUM_INT");
/** What begins a name, a literal, or something in brackets. */
const PRIMARY = set("'[' '{' '(' '.' '-' 'true' 'false' 'null' NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER");
const EXPRESSION = union(PRIMARY, set("'!'"));
const OPTIONAL_EXPRESSION = union(EXPRESSION, set("'?'"));
const FIELD = set("'?' IDENTIFIER");
const RELATIONS = set("'==' '!=' 'in' '<' '<=' '>=' '>'");
const ARITHMETIC = set("'+' '-' '*' '/' '%'");

/** The rule may end here, and nothing of it can come next. */
const LAST = next(set(), true);

/** The syntax errors of the tokens of `source`; empty when the tokens are a complete expression. */
export function syntaxErrors(source: string, tokens: readonly Token[]): Diagnostic[] {
  const walk = new RepairingWalk(source, tokens);
  try {
    new Grammar(walk).start();
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
  }
  return walk.found;
}

/** @param follow in each rule: what may come after it in the rule around it */
class Grammar {
  readonly #walk: RepairingWalk;

  constructor(walk: RepairingWalk) {
    this.#walk = walk;
  }

  start(): void {
    this.#walk.rule("start", LAST, () => {
      this.#expression(next(set(END)));
      this.#walk.match(END, LAST);
    });
  }

  #expression(follow: Next): void {
    this.#walk.rule("expr", follow, () => {
      this.#or(next(set("'?'"), true));
      if (this.#walk.la() !== "'?'") return;
      this.#walk.match("'?'", next(EXPRESSION));
      this.#or(next(set("':'")));
      this.#walk.match("':'", next(EXPRESSION));
      this.#expression(LAST);
    });
  }

  #chain(name: string, operators: Types, follow: Next, operand: (follow: Next) => void): void {
    this.#walk.rule(name, follow, () => {
      operand(next(operators, true));
      while (operators.has(this.#walk.la())) {
        this.#walk.match(this.#walk.la(), next(EXPRESSION));
        operand(next(operators, true));
      }
    });
  }

  #or(follow: Next): void {
    this.#chain("or", set("'||'"), follow, (each) => this.#and(each));
  }

  #and(follow: Next): void {
    this.#chain("and", set("'&&'"), follow, (each) => this.#relation(each));
  }

  #relation(follow: Next): void {
    this.#chain("relation", RELATIONS, follow, (each) => this.#calculation(each));
  }

  #calculation(follow: Next): void {
    this.#chain("calc", ARITHMETIC, follow, (each) => this.#unary(each));
  }

  #unary(follow: Next): void {
    this.#walk.rule("unary", follow, () => {
      this.#walk.sync(next(EXPRESSION));
      if (this.#walk.la() === "'!'") this.#negations();
      else if (this.#walk.la() === "'-'" && !NUMBER.has(this.#walk.la(1))) this.#signs();
      this.#member(LAST);
    });
  }

  #negations(): void {
    while (this.#walk.la() === "'!'") this.#walk.match("'!'", next(EXPRESSION));
    this.#walk.skipTo(EXPRESSION);
  }

  #signs(): void {
    while (this.#walk.la() === "'-'" && !NUMBER.has(this.#walk.la(1))) {
      if (!PRIMARY.has(this.#walk.la(1))) this.#walk.noAlternative(1);
      this.#walk.match("'-'", next(PRIMARY));
    }
  }

  #member(follow: Next): void {
    this.#walk.rule("member", follow, () => {
      this.#primary(next(set("'.' '['"), true));
      for (;;) {
        if (this.#walk.la() === "'.'") this.#selection();
        else if (this.#walk.la() === "'['") this.#index();
        else return;
      }
    });
  }

  #selection(): void {
    const named = this.#walk.la(1);
    if (named !== "'?'" && named !== "IDENTIFIER") this.#walk.noAlternative(1);
    const after = next(set("'.' '['"), true);
    this.#walk.match("'.'", next(FIELD));
    if (named === "'?'") this.#walk.match("'?'", next(set("IDENTIFIER")));
    this.#walk.match("IDENTIFIER", after);
    if (named === "IDENTIFIER" && this.#walk.la() === "'('") this.#call(after);
  }

  #index(): void {
    this.#walk.match("'['", next(OPTIONAL_EXPRESSION));
    this.#optionalMark(EXPRESSION);
    this.#expression(next(set("']'")));
    this.#walk.match("']'", next(set("'.' '['"), true));
  }

  /** @param following what begins after the mark */
  #optionalMark(following: Types): void {
    this.#walk.sync(next(union(following, set("'?'"))));
    if (this.#walk.la() === "'?'") this.#walk.match("'?'", next(following));
  }

  #call(after: Next): void {
    const open = union(EXPRESSION, set("')'"));
    this.#walk.match("'('", next(open));
    this.#walk.sync(next(open));
    if (EXPRESSION.has(this.#walk.la())) {
      this.#walk.rule("exprList", next(set("')'")), () => {
        this.#expression(next(set("','"), true));
        while (this.#walk.la() === "','") {
          this.#walk.match("','", next(EXPRESSION));
          this.#expression(next(set("','"), true));
        }
      });
    }
    this.#walk.match("')'", after);
  }

  #primary(follow: Next): void {
    this.#walk.rule("primary", follow, () => {
      this.#walk.sync(next(PRIMARY));
      switch (this.#walk.la()) {
        case "'('":
          this.#walk.match("'('", next(EXPRESSION));
          this.#expression(next(set("')'")));
          return this.#walk.match("')'", LAST);
        case "'['":
          return this.#items("']'", OPTIONAL_EXPRESSION, (each) => this.#optionalExpression(each));
        case "'{'":
          return this.#items("'}'", OPTIONAL_EXPRESSION, (each) => this.#entry(each));
        case "'.'":
        case "IDENTIFIER":
          return this.#name();
        case "'-'":
          if (!NUMBER.has(this.#walk.la(1))) return this.#walk.rule("literal", LAST, () => this.#walk.noAlternative(1));
          this.#walk.match("'-'", next(NUMBER));
      }
      if (PRIMARY.has(this.#walk.la())) this.#walk.match(this.#walk.la(), LAST);
      else this.#walk.noAlternative(0);
    });
  }

  /** A name, a call of a function, or a message. */
  #name(): void {
    const dotted = this.#walk.la() === "'.'";
    if (dotted && this.#walk.la(1) !== "IDENTIFIER") this.#walk.noAlternative(1);
    let last = dotted ? 1 : 0;
    while (this.#walk.la(last + 1) === "'.'" && this.#walk.la(last + 2) === "IDENTIFIER") last += 2;
    const isMessage = this.#walk.la(last + 1) === "'{'";
    for (let i = 0; i <= (isMessage ? last : dotted ? 1 : 0); i += 1) this.#walk.match(this.#walk.la(), LAST);
    if (isMessage) this.#items("'}'", FIELD, (each) => this.#field(each));
    else if (this.#walk.la() === "'('") this.#call(LAST);
  }

  /** Items in brackets, separated by commas; a comma may also follow the last one. */
  #items(close: string, first: Types, item: (follow: Next) => void): void {
    const rest = set("','", close);
    this.#walk.match(this.#walk.la(), next(union(first, rest)));
    this.#walk.sync(next(union(first, rest)));
    if (first.has(this.#walk.la())) {
      this.#walk.rule(`items ${close}`, next(rest), () => {
        item(next(set("','"), true));
        while (this.#walk.la() === "','" && first.has(this.#walk.la(1))) {
          this.#walk.match("','", next(first));
          item(next(set("','"), true));
        }
      });
    }
    this.#walk.sync(next(rest));
    if (this.#walk.la() === "','") this.#walk.match("','", next(new Set([close])));
    this.#walk.match(close, LAST);
  }

  #optionalExpression(follow: Next): void {
    this.#walk.rule("optExpr", follow, () => {
      this.#optionalMark(EXPRESSION);
      this.#expression(LAST);
    });
  }

  #entry(follow: Next): void {
    this.#optionalExpression(next(set("':'")));
    this.#walk.match("':'", next(EXPRESSION));
    this.#expression(follow);
  }

  #field(follow: Next): void {
    this.#walk.rule("optField", next(set("':'")), () => {
      this.#optionalMark(set("IDENTIFIER"));
      this.#walk.match("IDENTIFIER", LAST);
    });
    this.#walk.match("':'", next(EXPRESSION));
    this.#expression(follow);
  }
}
