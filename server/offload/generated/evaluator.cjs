let node_worker_threads = require("node:worker_threads");
let node_net = require("node:net");
let node_os = require("node:os");
let node_fs = require("node:fs");
let node_url = require("node:url");
// shared/vocabulary.ts
var PLACEHOLDER = /\{(domain|labelDomain|product|Product|prefix|short)\}/g;
/** Text that stays when free text is translated, because it names a program rather than the product. */
var DEFAULT_WORD = "kubernetes";
/**
* Builds the vocabulary for `word`.
*
* @param word a DNS label of letters and digits, starting with a letter, at most 20 characters
* @throws RangeError when the word cannot be part of a DNS name
* @example createVocabulary("orch").render("rbac.authorization.{domain}") // "rbac.authorization.orch.io"
*/
function createVocabulary(word = DEFAULT_WORD) {
	if (!/^[a-z][a-z0-9]{0,19}$/.test(word)) throw new RangeError(`vocabulary ${JSON.stringify(word)} must be 1 to 20 lower-case letters or digits and start with a letter`);
	const isDefault = word === DEFAULT_WORD;
	const words = {
		domain: isDefault ? "k8s.io" : `${word}.io`,
		labelDomain: `${word}.io`,
		product: word,
		Product: word[0]?.toUpperCase() + word.slice(1),
		prefix: isDefault ? "kube" : word,
		short: isDefault ? "k8s" : word
	};
	const render = (template) => template.includes("{") ? template.replace(PLACEHOLDER, (_, key) => words[key] ?? "") : template;
	const translate = isDefault ? (text) => text : (text) => text.replaceAll("k8s.io", render("{domain}")).replaceAll("k8s", render("{short}")).replaceAll("Kubernetes", render("{Product}")).replaceAll("kubernetes", render("{product}")).replaceAll("KUBERNETES", render("{product}").toUpperCase()).replaceAll("kube-", render("{prefix}-")).replaceAll("Kube-", render("{Product}-"));
	return {
		word,
		domain: render("{domain}"),
		labelDomain: render("{labelDomain}"),
		prefix: render("{prefix}"),
		short: render("{short}"),
		render,
		renderValue: (value) => renderStrings(value, render),
		translate,
		systemNamespace: render("{prefix}-system"),
		publicNamespace: render("{prefix}-public"),
		nodeLeaseNamespace: render("{prefix}-node-lease"),
		protobufMediaType: render("application/vnd.{product}.protobuf"),
		metaGroup: render("meta.{domain}"),
		rbacGroup: render("rbac.authorization.{domain}"),
		extensionPrefix: render("x-{product}-")
	};
}
function renderStrings(value, render) {
	if (typeof value === "string") return render(value);
	if (Array.isArray(value)) return value.map((item) => renderStrings(item, render));
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [render(key), renderStrings(item, render)]));
}
// shared/aggregateText.ts
/** Several findings as one text: each once, in brackets when there are more than one; empty for none. */
function aggregateText(texts) {
	const unique = [...new Set(texts)];
	return unique.length > 1 ? `[${unique.join(", ")}]` : unique[0] ?? "";
}
// server/cel/values.ts
var Uint = class {
	value;
	constructor(value) {
		this.value = value;
	}
};
/** A point in time, in nanoseconds since 1970 UTC. */
var Timestamp = class {
	nanos;
	constructor(nanos) {
		this.nanos = nanos;
	}
};
var Duration = class {
	nanos;
	constructor(nanos) {
		this.nanos = nanos;
	}
};
var TypeValue = class {
	name;
	constructor(name) {
		this.name = name;
	}
};
/** A value that may be missing. */
var OptionalValue = class {
	value;
	constructor(value) {
		this.value = value;
	}
};
var NONE$1 = new OptionalValue(void 0);
/** A value of a library's own type. */
var OpaqueValue = class {
	/** The name of its type. */
	type;
	data;
	constructor(type, data) {
		this.type = type;
		this.data = data;
	}
};
/** A list, possibly a view of a JSON array. */
var ListValue = class {
	items;
	#convert;
	/** How lists of the schema's own kinds compare and join: as sets, or by keys. */
	semantics;
	constructor(items, convert, semantics) {
		this.items = items;
		this.#convert = convert;
		this.semantics = semantics;
	}
	get size() {
		return this.items.length;
	}
	/** @param i within bounds */
	at(i) {
		const item = this.items[i];
		return this.#convert === void 0 ? item : this.#convert(item);
	}
	*values() {
		for (let i = 0; i < this.size; i++) yield this.at(i);
	}
};
/** One list after another, without copying either. */
var JoinedList = class extends ListValue {
	#left;
	#right;
	#size;
	constructor(left, right) {
		super([]);
		this.#left = left;
		this.#right = right;
		this.#size = left.size + right.size;
	}
	get size() {
		return this.#size;
	}
	at(i) {
		return i < this.#left.size ? this.#left.at(i) : this.#right.at(i - this.#left.size);
	}
};
/** A list under construction by a fold: the only value that changes. */
var ListBuilder = class extends ListValue {
	#target;
	constructor() {
		const target = [];
		super(target);
		this.#target = target;
	}
	append(more) {
		for (let i = 0; i < more.size; i++) this.#target.push(more.at(i));
	}
};
/** A map made by an expression; keys compare by value across number types. */
var EntryMap = class {
	#entries = /* @__PURE__ */ new Map();
	get size() {
		return this.#entries.size;
	}
	/** @returns false when the key is there already */
	add(key, value) {
		const id = keyId(key);
		if (this.#entries.has(id)) return false;
		this.#entries.set(id, [key, value]);
		return true;
	}
	get(key) {
		return this.#entries.get(keyId(key))?.[1];
	}
	*keys() {
		for (const [key] of this.#entries.values()) yield key;
	}
};
function keyId(key) {
	if (typeof key === "string") return `s${key}`;
	if (key instanceof Uint) return `n${key.value}`;
	if (typeof key === "number") return Number.isInteger(key) ? `n${BigInt(key)}` : `d${key}`;
	return typeof key === "bigint" ? `n${key}` : `o${String(key)}`;
}
/** A view of a JSON object as a map. */
var RecordMap = class {
	raw;
	#convert;
	#size;
	constructor(raw, convert) {
		this.raw = raw;
		this.#convert = convert;
	}
	get size() {
		this.#size ??= Object.keys(this.raw).length;
		return this.#size;
	}
	get(key) {
		if (typeof key !== "string" || !Object.hasOwn(this.raw, key)) return void 0;
		const found = this.raw[key];
		return found === void 0 ? void 0 : this.#convert(found);
	}
	keys() {
		return Object.keys(this.raw);
	}
};
/** A view of a JSON object of a declared type. */
var ObjectValue = class {
	type;
	raw;
	#convert;
	#names;
	constructor(type, raw, convert, names) {
		this.type = type;
		this.raw = raw;
		this.#convert = convert;
		this.#names = names;
	}
	/** @param name as expressions call the member; undefined when it is not set */
	get(name) {
		return this.#convert(name, this.raw);
	}
	/** Names of the declared members. */
	names() {
		return this.#names();
	}
};
var isMap = (value) => value instanceof EntryMap || value instanceof RecordMap;
/** The name of the value's type, as `type(x)` knows it. */
function typeName(value) {
	switch (typeof value) {
		case "boolean": return "bool";
		case "bigint": return "int";
		case "number": return "double";
		case "string": return "string";
		default: return objectTypeName(value);
	}
}
function objectTypeName(value) {
	if (value === null) return "null_type";
	if (value instanceof Uint8Array) return "bytes";
	if (value instanceof Uint) return "uint";
	if (value instanceof Timestamp) return "google.protobuf.Timestamp";
	if (value instanceof Duration) return "google.protobuf.Duration";
	if (value instanceof TypeValue) return "type";
	if (value instanceof OptionalValue) return "optional_type";
	if (value instanceof ListValue) return "list";
	if (value instanceof OpaqueValue || value instanceof ObjectValue) return value.type;
	return "map";
}
/** Code points of a text: surrogate pairs count once. */
function textLength(text) {
	let length = text.length;
	for (let i = 0; i < text.length; i++) {
		const unit = text.charCodeAt(i);
		if (unit >= 55296 && unit < 56320 && i + 1 < text.length) {
			length -= 1;
			i += 1;
		}
	}
	return length;
}
// server/cel/syntax/operators.ts
/** Names of the functions that operators stand for; diagnostics spell them. */
var OPERATORS = {
	conditional: "_?_:_",
	and: "_&&_",
	or: "_||_",
	not: "!_",
	negate: "-_",
	equals: "_==_",
	notEquals: "_!=_",
	less: "_<_",
	lessEquals: "_<=_",
	greater: "_>_",
	greaterEquals: "_>=_",
	in: "@in",
	add: "_+_",
	subtract: "_-_",
	multiply: "_*_",
	divide: "_/_",
	modulo: "_%_",
	index: "_[_]",
	optionalIndex: "_[?_]",
	optionalSelect: "_?._",
	notStrictlyFalse: "@not_strictly_false"
};
/** Binary operators by their text: name and binding strength, stronger ones higher. */
var BINARY = /* @__PURE__ */ new Map([
	["||", {
		name: OPERATORS.or,
		strength: 1
	}],
	["&&", {
		name: OPERATORS.and,
		strength: 2
	}],
	["==", {
		name: OPERATORS.equals,
		strength: 3
	}],
	["!=", {
		name: OPERATORS.notEquals,
		strength: 3
	}],
	["<", {
		name: OPERATORS.less,
		strength: 3
	}],
	["<=", {
		name: OPERATORS.lessEquals,
		strength: 3
	}],
	[">", {
		name: OPERATORS.greater,
		strength: 3
	}],
	[">=", {
		name: OPERATORS.greaterEquals,
		strength: 3
	}],
	["in", {
		name: OPERATORS.in,
		strength: 3
	}],
	["+", {
		name: OPERATORS.add,
		strength: 4
	}],
	["-", {
		name: OPERATORS.subtract,
		strength: 4
	}],
	["*", {
		name: OPERATORS.multiply,
		strength: 5
	}],
	["/", {
		name: OPERATORS.divide,
		strength: 5
	}],
	["%", {
		name: OPERATORS.modulo,
		strength: 5
	}]
]);
// server/cel/types/bindings.ts
/**
* Found type parameters by name, as a value: trying out does not change what is known. The latest version holds the table, and
* versions before it what to undo; going on from the latest one, as checking mostly does, costs nothing per entry.
*/
var Bindings = class Bindings {
	#table;
	#undo;
	constructor(table = /* @__PURE__ */ new Map()) {
		this.#table = table;
	}
	get(name) {
		return this.#own().get(name);
	}
	/** These bindings and one more. */
	with(name, type) {
		const table = this.#own();
		const newer = new Bindings(table);
		this.#table = void 0;
		this.#undo = {
			name,
			type: table.get(name),
			newer
		};
		table.set(name, type);
		return newer;
	}
	/** Makes this version the one that holds the table. */
	#own() {
		if (this.#table !== void 0) return this.#table;
		const path = [];
		let at = this;
		while (at.#undo !== void 0) {
			path.push(at);
			at = at.#undo.newer;
		}
		const table = at.#table ?? /* @__PURE__ */ new Map();
		for (const older of path.reverse()) {
			const undo = older.#undo;
			if (undo === void 0) continue;
			undo.newer.#table = void 0;
			undo.newer.#undo = {
				name: undo.name,
				type: table.get(undo.name),
				newer: older
			};
			if (undo.type === void 0) table.delete(undo.name);
			else table.set(undo.name, undo.type);
			older.#table = table;
			older.#undo = void 0;
		}
		return table;
	}
};
// server/cel/types/celType.ts
var BOOL = { kind: "bool" };
var INT = { kind: "int" };
var UINT = { kind: "uint" };
var DOUBLE = { kind: "double" };
var STRING = { kind: "string" };
var BYTES = { kind: "bytes" };
var NULL = { kind: "null_type" };
var TIMESTAMP = { kind: "timestamp" };
var DURATION$1 = { kind: "duration" };
var DYN = { kind: "dyn" };
var ERROR = { kind: "error" };
var listOf = (element, maxSize) => maxSize === void 0 ? {
	kind: "list",
	element
} : {
	kind: "list",
	element,
	maxSize
};
var mapOf = (key, value, maxSize) => maxSize === void 0 ? {
	kind: "map",
	key,
	value
} : {
	kind: "map",
	key,
	value,
	maxSize
};
var opaque = (name, ...parameters) => ({
	kind: "opaque",
	name,
	parameters
});
var optionalOf = (type) => opaque("optional_type", type);
var typeOfType = (of) => ({
	kind: "type",
	of
});
/** @param fields by name, when the JSON has the same names */
var objectOf = (name, fields) => ({
	kind: "object",
	name,
	fields: new Map(Object.entries(fields).map(([field, type]) => [field, {
		json: field,
		type
	}]))
});
var isDynamic = (type) => type.kind === "dyn" || type.kind === "error";
/** The type's name as diagnostics spell it: `map(string, list(int))`. */
function formatType(type) {
	switch (type.kind) {
		case "null_type": return "null";
		case "error": return "!error!";
		case "list": return `list(${formatType(type.element)})`;
		case "map": return `map(${formatType(type.key)}, ${formatType(type.value)})`;
		case "type": return `type(${formatType(type.of)})`;
		case "opaque": return type.parameters.length === 0 ? type.name : `${type.name}(${type.parameters.map(formatType).join(", ")})`;
		case "object":
		case "parameter": return type.name;
		default: return type.kind;
	}
}
/** The name that `type(x)` compares by. */
function runtimeName(type) {
	switch (type.kind) {
		case "timestamp": return "google.protobuf.Timestamp";
		case "duration": return "google.protobuf.Duration";
		case "object":
		case "opaque":
		case "parameter": return type.name;
		default: return type.kind;
	}
}
/** The type's name in errors about what an expression evaluates to: `list(string)`, `null_type`. */
function resultName(type) {
	const parts = partsOf(type);
	const name = runtimeName(type);
	return parts.length === 0 ? name : `${name}(${parts.map(resultName).join(", ")})`;
}
/** Every type directly inside a type, in order. */
function partsOf(type) {
	switch (type.kind) {
		case "list": return [type.element];
		case "map": return [type.key, type.value];
		case "opaque": return type.parameters;
		case "type": return [type.of];
		default: return [];
	}
}
/** The same type with other parts. */
function withParts(type, parts) {
	const [first = DYN, second = DYN] = parts;
	switch (type.kind) {
		case "list": return {
			...type,
			element: first
		};
		case "map": return {
			...type,
			key: first,
			value: second
		};
		case "opaque": return {
			...type,
			parameters: parts
		};
		case "type": return {
			...type,
			of: first
		};
		default: return type;
	}
}
// server/cel/types/unify.ts
/**
* Whether a value of type `actual` can go where `wanted` is asked for; the answer holds what that says about parameters.
* Dynamic types go everywhere: their values are looked at when evaluating.
*/
function assign(bindings, actual, wanted) {
	const from = follow(bindings, actual);
	const to = follow(bindings, wanted);
	if (from.kind === "parameter") {
		if (to.kind === "parameter" && from.name === to.name) return bindings;
		return occurs(bindings, from.name, to) ? void 0 : bindings.with(from.name, to);
	}
	if (to.kind === "parameter") return occurs(bindings, to.name, from) ? void 0 : bindings.with(to.name, from);
	if (isDynamic(from) || isDynamic(to)) return bindings;
	if (from.kind === "null_type") return isNullable(to) ? bindings : void 0;
	if (from.kind !== to.kind) return void 0;
	if (from.kind === "type") return bindings;
	if ((from.kind === "object" || from.kind === "opaque") && from.name !== to.name) return;
	let known = bindings;
	const wantedParts = partsOf(to);
	for (const [i, part] of partsOf(from).entries()) {
		const other = wantedParts[i];
		if (known === void 0 || other === void 0) return void 0;
		known = assign(known, part, other);
	}
	return known;
}
var NULLABLE = /* @__PURE__ */ new Set([
	"null_type",
	"object",
	"opaque",
	"timestamp",
	"duration"
]);
var isNullable = ({ kind }) => NULLABLE.has(kind);
function follow(bindings, type) {
	let at = type;
	while (at.kind === "parameter") {
		const next = bindings.get(at.name);
		if (next === void 0) return at;
		at = next;
	}
	return at;
}
function occurs(bindings, name, type) {
	const at = follow(bindings, type);
	return at.kind === "parameter" ? at.name === name : partsOf(at).some((part) => occurs(bindings, name, part));
}
/** The type with all parameters replaced by what was found. @param open keep parameters that nothing is known of */
function substitute(bindings, type, open = false) {
	const at = follow(bindings, type);
	if (at.kind === "parameter") return open ? at : DYN;
	return mapParts(at, (part) => substitute(bindings, part, open));
}
/** The type with its parameters renamed, so that two uses of a declaration do not share them. */
function rename(type, suffix) {
	if (type.kind === "parameter") return {
		...type,
		name: `${type.name}${suffix}`
	};
	return mapParts(type, (part) => rename(part, suffix));
}
/** The same type when all of its parts stay what they are: most do. */
function mapParts(type, change) {
	const parts = partsOf(type);
	if (parts.length === 0) return type;
	const changed = parts.map(change);
	return changed.every((part, i) => part === parts[i]) ? type : withParts(type, changed);
}
// server/cel/check.ts
function check$1(expression, environment) {
	const checker = new Checker(environment);
	checker.visit(expression);
	return checker.result(expression);
}
/**
* Types that say more are not followed: values are looked at when evaluating. A binding that names another one twice, and so
* on, would make a type that doubles with each.
*/
var MAX_PARTS = 100;
var Checker = class {
	#environment;
	#types = /* @__PURE__ */ new Map();
	#calls = /* @__PURE__ */ new Map();
	#typeNames = /* @__PURE__ */ new Map();
	#qualified = /* @__PURE__ */ new Map();
	#problems = [];
	#bindings = new Bindings();
	#weights = /* @__PURE__ */ new WeakMap();
	#scope;
	#fresh = 0;
	constructor(environment) {
		this.#environment = environment;
	}
	result(expression) {
		return {
			expression,
			types: new Map([...this.#types].map(([node, type]) => [node, substitute(this.#bindings, type)])),
			calls: this.#calls,
			typeNames: this.#typeNames,
			qualified: this.#qualified,
			problems: this.#problems
		};
	}
	visit(node) {
		const found = this.#typeOf(node);
		const type = this.#weightOf(found) > MAX_PARTS ? DYN : found;
		this.#types.set(node, type);
		return type;
	}
	/** How many parts a type has, each as often as it occurs. */
	#weightOf(type) {
		const parts = partsOf(type);
		if (parts.length === 0) return 1;
		let weight = this.#weights.get(type);
		if (weight === void 0) {
			weight = parts.reduce((sum, part) => sum + this.#weightOf(part), 1);
			this.#weights.set(type, weight);
		}
		return weight;
	}
	#report(node, message) {
		this.#problems.push({
			offset: node.offset,
			message
		});
		return ERROR;
	}
	#show = (type) => formatType(substitute(this.#bindings, type));
	#typeOf(node) {
		switch (node.kind) {
			case "constant": return literalType(node.value);
			case "identifier": return this.#name(node, node.name) ?? this.#undeclared(node, node.name);
			case "select": return this.#select(node);
			case "call": return this.#call(node);
			case "list": return this.#list(node.elements, node.optional);
			case "map": return this.#map(node.entries);
			case "struct": return this.#undeclared(node, node.name);
			case "fold": return this.#fold(node);
		}
	}
	#undeclared(node, name) {
		return this.#report(node, `undeclared reference to '${name}' (in container '')`);
	}
	/** The type of a name; undefined when nobody declared it. */
	#name(node, name) {
		for (let scope = this.#scope; scope !== void 0; scope = scope.outer) if (scope.name === name) return scope.type;
		const declared = this.#environment.variables.get(name);
		if (declared !== void 0) return declared;
		const named = this.#environment.typeNames.get(name);
		if (named === void 0) return void 0;
		this.#typeNames.set(node, named);
		return typeOfType(named);
	}
	#select(node) {
		const qualified = node.test ? void 0 : qualifiedName(node);
		if (qualified !== void 0 && this.#environment.typeNames.has(qualified)) return this.#name(node, qualified) ?? ERROR;
		const variable = qualified === void 0 ? void 0 : this.#environment.variables.get(qualified);
		if (qualified !== void 0 && variable !== void 0) {
			this.#qualified.set(node, qualified);
			return variable;
		}
		const operand = substitute(this.#bindings, this.visit(node.operand), true);
		const type = this.#member(node, operand, node.field);
		return node.test ? BOOL : type;
	}
	/** A member of a value, or of the value of an optional. */
	#member(node, operand, field) {
		if (operand.kind === "opaque" && operand.name === "optional_type") return optionalOf(this.#member(node, operand.parameters[0] ?? DYN, field));
		if (isDynamic(operand) || operand.kind === "parameter") return DYN;
		if (operand.kind === "map") return operand.value;
		if (operand.kind !== "object") return this.#report(node, `type '${this.#show(operand)}' does not support field selection`);
		return operand.fields.get(field)?.type ?? this.#report(node, `undefined field '${field}'`);
	}
	#call(node) {
		const { name, target, args } = node;
		if (name === OPERATORS.optionalSelect) return this.#optionalSelect(node);
		const { functions } = this.#environment;
		const prefix = target === void 0 ? void 0 : qualifiedName(target);
		const whole = prefix === void 0 ? void 0 : functions.get(`${prefix}.${name}`);
		if (whole !== void 0) return this.#resolve(node, `${prefix}.${name}`, whole, args, false);
		const plain = name.startsWith(".") ? name.slice(1) : name;
		const overloads = functions.get(plain);
		const all = target === void 0 ? args : [target, ...args];
		if (overloads !== void 0) return this.#resolve(node, plain, overloads, all, target !== void 0);
		for (const each of all) this.visit(each);
		return this.#undeclared(node, plain);
	}
	#optionalSelect(node) {
		const [operand, field] = node.args;
		if (operand === void 0 || field?.kind !== "constant") return ERROR;
		this.visit(field);
		const type = substitute(this.#bindings, this.visit(operand), true);
		const inner = type.kind === "opaque" && type.name === "optional_type" ? type.parameters[0] ?? DYN : type;
		return optionalOf(this.#member(node, inner, String(field.value)));
	}
	#resolve(node, name, overloads, args, member) {
		const types = args.map((arg) => this.visit(arg));
		const fitting = [];
		let result;
		let found = this.#bindings;
		for (const overload of overloads) {
			if (overload.member !== member || overload.args.length !== args.length) continue;
			const suffix = `#${this.#fresh++}`;
			const known = this.#assignAll(types, overload.args, suffix);
			if (known === void 0) continue;
			fitting.push(overload);
			const own = substitute(known, rename(overload.result, suffix), true);
			if (result === void 0) found = known;
			result = result === void 0 || this.#show(result) === formatType(substitute(known, own)) ? own : DYN;
		}
		if (result === void 0) {
			const shown = types.map(this.#show);
			const form = member ? `${shown[0]}.(${shown.slice(1).join(", ")})` : `(${shown.join(", ")})`;
			return this.#report(node, `found no matching overload for '${name}' applied to '${form}'`);
		}
		this.#bindings = found;
		this.#calls.set(node, fitting);
		return result;
	}
	#assignAll(actual, wanted, suffix) {
		let known = this.#bindings;
		for (const [i, type] of actual.entries()) {
			if (known === void 0) return void 0;
			known = assign(known, type, rename(wanted[i] ?? DYN, suffix));
		}
		return known;
	}
	/** The type that all elements of a literal share. */
	#join(node, before, type) {
		if (before === void 0) return type;
		const known = substitute(this.#bindings, before, true);
		const actual = substitute(this.#bindings, type, true);
		if (isDynamic(known) || isDynamic(actual)) return DYN;
		const forward = assign(this.#bindings, actual, known);
		if (forward !== void 0) {
			this.#bindings = forward;
			return known;
		}
		if (assign(this.#bindings, known, actual) !== void 0) return actual;
		return this.#report(node, `expected type '${this.#show(before)}' but found '${this.#show(type)}'`);
	}
	/** The type inside an optional element or entry. */
	#unwrap(node, type) {
		const known = substitute(this.#bindings, type, true);
		if (known.kind === "opaque" && known.name === "optional_type") return known.parameters[0] ?? DYN;
		if (isDynamic(known)) return DYN;
		return this.#report(node, `expected type 'optional_type(${this.#show(known)})' but found '${this.#show(known)}'`);
	}
	#parameter = () => ({
		kind: "parameter",
		name: `_var${this.#fresh++}`
	});
	#list(elements, optional) {
		let shared;
		for (const [i, element] of elements.entries()) {
			const type = this.visit(element);
			shared = this.#join(element, shared, optional.has(i) ? this.#unwrap(element, type) : type);
		}
		return listOf(shared ?? this.#parameter());
	}
	#map(entries) {
		let keys;
		let values;
		for (const { key, value, optional } of entries) {
			keys = this.#join(key, keys, this.visit(key));
			const type = this.visit(value);
			values = this.#join(value, values, optional ? this.#unwrap(value, type) : type);
		}
		return mapOf(keys ?? this.#parameter(), values ?? this.#parameter());
	}
	#fold(node) {
		const range = substitute(this.#bindings, this.visit(node.range), true);
		const accumulator = this.visit(node.init);
		const outer = this.#scope;
		this.#scope = {
			name: node.accumulator,
			type: accumulator,
			outer
		};
		const withAccumulator = this.#scope;
		this.#scope = {
			name: node.variable,
			type: this.#elementOf(node, range),
			outer: withAccumulator
		};
		this.#demand(node.condition, this.visit(node.condition), BOOL);
		this.#demand(node.step, this.visit(node.step), accumulator);
		this.#scope = withAccumulator;
		const result = this.visit(node.result);
		this.#scope = outer;
		return result;
	}
	#elementOf(node, range) {
		if (range.kind === "list") return range.element;
		if (range.kind === "map") return range.key;
		if (isDynamic(range) || range.kind === "parameter") return DYN;
		const why = `expression of type '${this.#show(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
		return this.#report(node.range, why);
	}
	#demand(node, actual, wanted) {
		const known = assign(this.#bindings, actual, wanted);
		if (known !== void 0) this.#bindings = known;
		else this.#report(node, `expected type '${this.#show(wanted)}' but found '${this.#show(actual)}'`);
	}
};
function literalType(value) {
	if (value === null) return NULL;
	if (value instanceof Uint8Array) return BYTES;
	switch (typeof value) {
		case "boolean": return BOOL;
		case "bigint": return INT;
		case "number": return DOUBLE;
		case "string": return STRING;
		default: return UINT;
	}
}
/** Nothing that is declared has a name of more parts. */
var MOST_QUALIFIERS = 4;
/** `a.b.c` as one name; undefined when the expression is no such chain, or longer than any name. */
function qualifiedName(node, most = MOST_QUALIFIERS) {
	if (node.kind === "identifier") return node.name;
	if (node.kind !== "select" || node.test || most === 0) return void 0;
	const prefix = qualifiedName(node.operand, most - 1);
	return prefix === void 0 ? void 0 : `${prefix}.${node.field}`;
}
// server/cel/diagnostics.ts
/** An expression that cannot be used. The message holds all findings. */
var CompileError = class extends Error {
	name = "CompileError";
	kind;
	/** Name of the type that the result has; only of `result`. */
	found;
	constructor(kind, message, found) {
		super(message);
		this.kind = kind;
		this.found = found;
	}
};
/** What is wrong with an expression that an object states: whether it compiles, and what its result would be. */
function describeCompileError({ kind, message, found }) {
	if (kind !== "result") return `compilation failed: ${message}`;
	return found === void 0 ? message : `${message} but got ${found}`;
}
/** An evaluation that has no value. */
var CelError = class extends Error {
	name = "CelError";
};
/** An evaluation that was stopped because it did too much work; nothing inside an expression can absorb it. */
var CostLimitError = class extends CelError {
	name = "CostLimitError";
	constructor() {
		super("operation cancelled: actual cost limit exceeded");
	}
};
var MAX_REPORTED = 100;
/** All findings in order of their place, one below the other. */
function renderDiagnostics(source, found) {
	const sorted = [...found].sort((a, b) => a.offset - b.offset);
	const shown = sorted.slice(0, MAX_REPORTED).map((each) => renderOne(source, each));
	if (sorted.length > MAX_REPORTED) shown.push(`${sorted.length - MAX_REPORTED} more errors were truncated`);
	return shown.join("\n");
}
function renderOne(source, { offset, message }) {
	const before = source.slice(0, offset);
	const line = before.split("\n").length;
	const start = before.lastIndexOf("\n") + 1;
	const end = source.indexOf("\n", start);
	const column = [...source.slice(start, offset)].length;
	const text = source.slice(start, end < 0 ? source.length : end).replaceAll("	", " ");
	return `ERROR: <input>:${line}:${column + 1}: ${message}\n | ${text}\n | ${".".repeat(column)}^`;
}
// node_modules/re2js/build/index.js
/*!
* re2js
* RE2JS is the JavaScript port of RE2, a regular expression engine that provides linear time matching
*
* @version v2.10.0
* @author Oleksii Vasyliev
* @homepage https://github.com/le0pard/re2js#readme
* @repository [object Object]
* @license MIT
*/
var RE2Flags = class RE2Flags {
	static FOLD_CASE = 1;
	static LITERAL = 2;
	static CLASS_NL = 4;
	static DOT_NL = 8;
	static ONE_LINE = 16;
	static NON_GREEDY = 32;
	static PERL_X = 64;
	static UNICODE_GROUPS = 128;
	static WAS_DOLLAR = 256;
	static LOOKBEHIND = 512;
	static MATCH_NL = RE2Flags.CLASS_NL | RE2Flags.DOT_NL;
	static PERL = RE2Flags.CLASS_NL | RE2Flags.ONE_LINE | RE2Flags.PERL_X | RE2Flags.UNICODE_GROUPS;
	static POSIX = 0;
	static UNANCHORED = 0;
	static ANCHOR_START = 1;
	static ANCHOR_BOTH = 2;
};
/**
* Public flags for RE2JS and RE2Set compilation.
*/
var PublicFlags = {
	CASE_INSENSITIVE: 1,
	DOTALL: 2,
	MULTILINE: 4,
	DISABLE_UNICODE_GROUPS: 8,
	LONGEST_MATCH: 16,
	LOOKBEHINDS: 512
};
/**
* Various constants and helper for unicode codepoints.
*/
var ASCII_SIZE = 128;
var ASCII_TO_UPPER = new Int32Array(ASCII_SIZE);
var ASCII_TO_LOWER = new Int32Array(ASCII_SIZE);
var MAX_BMP = 65535;
for (let i = 0; i < ASCII_SIZE; i++) {
	if (i >= 97 && i <= 122) ASCII_TO_UPPER[i] = i - 32;
	else ASCII_TO_UPPER[i] = i;
	if (i >= 65 && i <= 90) ASCII_TO_LOWER[i] = i + 32;
	else ASCII_TO_LOWER[i] = i;
}
var Codepoint = class {
	static CODES = Object.freeze({
		"\x07": 7,
		"\b": 8,
		"	": 9,
		"\n": 10,
		"\v": 11,
		"\f": 12,
		"\r": 13,
		" ": 32,
		"\"": 34,
		$: 36,
		"&": 38,
		"'": 39,
		"(": 40,
		")": 41,
		"*": 42,
		"+": 43,
		"-": 45,
		".": 46,
		0: 48,
		1: 49,
		2: 50,
		3: 51,
		4: 52,
		5: 53,
		6: 54,
		7: 55,
		8: 56,
		9: 57,
		":": 58,
		"<": 60,
		">": 62,
		"?": 63,
		A: 65,
		B: 66,
		C: 67,
		F: 70,
		P: 80,
		Q: 81,
		U: 85,
		Z: 90,
		"[": 91,
		"\\": 92,
		"]": 93,
		"^": 94,
		_: 95,
		"`": 96,
		a: 97,
		b: 98,
		f: 102,
		i: 105,
		m: 109,
		n: 110,
		r: 114,
		s: 115,
		t: 116,
		v: 118,
		x: 120,
		z: 122,
		"{": 123,
		"|": 124,
		"}": 125
	});
	static toUpperCase(codepoint) {
		if (codepoint < ASCII_SIZE) return ASCII_TO_UPPER[codepoint];
		const s = String.fromCodePoint(codepoint).toUpperCase();
		const expectedLen = s.codePointAt(0) > MAX_BMP ? 2 : 1;
		if (s.length > expectedLen) return codepoint;
		const sOrigin = String.fromCodePoint(s.codePointAt(0)).toLowerCase();
		const originExpectedLen = sOrigin.codePointAt(0) > MAX_BMP ? 2 : 1;
		if (sOrigin.length > originExpectedLen || sOrigin.codePointAt(0) !== codepoint) return codepoint;
		return s.codePointAt(0);
	}
	static toLowerCase(codepoint) {
		if (codepoint < ASCII_SIZE) return ASCII_TO_LOWER[codepoint];
		const s = String.fromCodePoint(codepoint).toLowerCase();
		const expectedLen = s.codePointAt(0) > MAX_BMP ? 2 : 1;
		if (s.length > expectedLen) return codepoint;
		const sOrigin = String.fromCodePoint(s.codePointAt(0)).toUpperCase();
		const originExpectedLen = sOrigin.codePointAt(0) > MAX_BMP ? 2 : 1;
		if (sOrigin.length > originExpectedLen || sOrigin.codePointAt(0) !== codepoint) return codepoint;
		return s.codePointAt(0);
	}
};
var UnicodeRangeTable = class {
	/**
	* @param {Uint32Array | number[]} data
	* @param {boolean} isStride1
	*/
	constructor(data, isStride1 = false) {
		this.data = data;
		this.isStride1 = isStride1;
		this.SIZE = isStride1 ? 2 : 3;
	}
	getLo(index) {
		return this.data[index * this.SIZE];
	}
	getHi(index) {
		return this.data[index * this.SIZE + 1];
	}
	getStride(index) {
		return this.isStride1 ? 1 : this.data[index * this.SIZE + 2];
	}
	get length() {
		return this.data.length / this.SIZE;
	}
};
var B64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
var B64_MAP = /* @__PURE__ */ new Uint8Array(256);
for (let i = 0; i < 64; i++) B64_MAP[B64.charCodeAt(i)] = i;
var decodeVLQ = (str) => {
	const res = [];
	let value = 0;
	let shift = 0;
	for (let i = 0; i < str.length; i++) {
		const digit = B64_MAP[str.charCodeAt(i)];
		value |= (digit & 31) << shift;
		if ((digit & 32) === 0) {
			res.push(value);
			value = 0;
			shift = 0;
		} else shift += 5;
	}
	return res;
};
var decodeRanges = (str, isStride1) => {
	const res = decodeVLQ(str);
	const numRanges = isStride1 ? res.length / 2 : res.length / 3;
	const out = new Uint32Array(numRanges * 3);
	let current = 0;
	let resIdx = 0;
	for (let i = 0; i < numRanges; i++) {
		current += res[resIdx++];
		out[i * 3] = current;
		current += res[resIdx++];
		out[i * 3 + 1] = current;
		out[i * 3 + 2] = isStride1 ? 1 : res[resIdx++];
	}
	return out;
};
var decodeOrbit = (str) => {
	const res = decodeVLQ(str);
	const map = /* @__PURE__ */ new Map();
	let currentKey = 0;
	for (let i = 0; i < res.length; i += 2) {
		currentKey += res[i];
		const zz = res[i + 1];
		const delta = zz >>> 1 ^ -(zz & 1);
		map.set(currentKey, currentKey + delta);
	}
	return map;
};
var LazyMap = class {
	constructor(initializer) {
		this.initializer = initializer;
		this.cache = /* @__PURE__ */ new Map();
	}
	has(key) {
		return Object.hasOwn(this.initializer, key);
	}
	get(key) {
		if (this.cache.has(key)) return this.cache.get(key);
		const val = this.has(key) ? this.initializer[key]() : null;
		this.cache.set(key, val);
		return val;
	}
};
var UnicodeTables = class {
	static _CASE_ORBIT = null;
	static get CASE_ORBIT() {
		if (!this._CASE_ORBIT) this._CASE_ORBIT = decodeOrbit("rCgCIgCY+rQI4QiCuuBLgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCCgCBgCBgCBgCBgCBgCBgCB+7OB-BB-BB-BB-BB-BBskQB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BC-BB-BB-BB-BB-BB-BB-BByHBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBDCBBBCBBBCBBCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBxHBCBBBCBBBCBBB3SBmMBkNBCBBBCBBB8MBCBBB6MB6MBCBBC+EB0MB2MBCBBB6MB+MBiGBmNBiNBCBBBmKBikzCBmNBqNBkIBsNBCBBBCBBBCBBB0NBCBBB0NDCBBB0NBCBBByNByNBCBBBCBBB2NBCBBDCBBCwDFCBCBDBCBCBDBCBCBDBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBB9EBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBCCBCBDBCBBBhGBvDBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBjICCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBH2iVBCBBBlKBwiVB+jVB+jVBCBBBlMBqEBuEBCBBBCBBBCBBBCBBBCBBB+hVB4hVB8hVBjNB7MC5MB5MCzMC1MB+0yCE5MB20yCC9MBu2yCBwyyCBo0yCChNBlNBo0yCBu-UBi0yCDlNC6-UBpNDrNIu+UDzNCm0yCBzNE0yyCBzNBpEBxNBxNBtEG1NLqxyCBkxyCnFoFrBCBBBCBBDCBBEkIBkIBkICoHHsCCqCBqCBqCCgEC+DB+DBmkOBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCC+BBgCBgCBgCBgCBgCBgCBgCBgCBrCBpCBpCBpCBmjOB-BB8BB-BB-BBgEB-BB-BByBBqgOBsDB-BBtwBB-BB-BB-BBsBBgDBCB-BB-BB-BBeB-BB-BB61OB-BB-BB-DB9DB9DBQB7DBmCE9CBrDBPBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBrFB-EBOBnHB3FB-FCCBBBNBCBBCjIBjIBjIBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgFBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCB-BB-BB8kMB-BB6kMB-BB-BB-BB-BB-BB-BB-BB-BB-BBokMB-BB-BBkkMBkkMB-BB-BB-BB-BB-BB-BB-BB4jMB-BB-BB-BB-BB-BB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EB-EBCBBBCBoiMBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBJCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBeBCBBBCBBBCBBBCBBBCBBBCBBBCBBBdBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBCgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDL-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-C64CgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOBgmOCgmOGgmODg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FBg8FDg8FBg8FBg8FhVg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBg9rCBQBQBQBQBQBQDPBPBPBPBPBPjkC7mMB5mMBnmMBjmMBCBlmMB3lMBpiMBk8kCBCBBG-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FB-7FD-7FB-7FB-7F6FoglCEsuHRwjlCyDCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCB0DBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBG1DD97OCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQDPBPBPBPBPBPDQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQDPBPBPBPBPBPEQCQCQCQCPCPCPCPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPB0EB0EBsFBsFBsFBsFBoGBoGBgIBgIBgHBgHB8HB8HDQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQBQBQBQBQBQBQBPBPBPBPBPBPBPBPBQBQCSFPBPBzEBzEBRCxnOFSFrFBrFBrFBrFBREQBQClkOFPBPBnGBnGFQBQCljOCODPBPB-GB-GBNHSF-HB-HB7HB7HBRqJ53OE9tQBrmQH4Bc3BSgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBgBBfBfBfBfBfBfBfBfBfBfBfBfBfBfBfBfECBByZ0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BB0BBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzBBzB34BgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDBgDB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CB-CBCBBBt-UBruHBt+UB1iVBviVBCBBBCBBBCBBB3hVB5-UB9hVB7hVCCBBCCBBI9jVB9jVBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBICBBBCBBECBBN-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOB-lOC-lOG-lOzoeCBBBCBBBCBBBCBBBCBBBCBl8kCBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBTCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBnECBBBCBBBCBBBCBBBCBBBCBBBCBBDCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBKCBBBCBBBnglCBCBBBCBBBCBBBCBBBCBBECBBBvyyCDCBBBCBBBgDCCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBn0yCB90yCB10yCBh0yCBn0yCCjxyCBzyyCBpxyCBg6BBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBB-CBl0yCBvjlCBCBBBCBBBt2yCBCBBBCBBBCBBBCBBBCBBBCBBBCBBBCBBBhkzCZCBB9a-5Bd-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCB-8rCm6TCBB7gBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCH-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BmlBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvChDwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCBwCFvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvCBvC1DuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCCuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCBuCCuCBuCBuCBuCBuCBuCBuCCuCBuCCtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCCtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCBtCCtCBtCBtCBtCBtCBtCBtCCtCBtCk2BgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEBgEO-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-DB-D+CgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCL-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-B74CgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BhrVgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCBgCB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BB-BhB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BB2BD1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BB1BtxekCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBkCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjCBjC");
		return this._CASE_ORBIT;
	}
	static _Print = null;
	static get Print() {
		if (!this._Print) this._Print = new UnicodeRangeTable(decodeRanges("hB9CBjBLBCpWBDFBFGBCCCBSBCsMBClBBDxBBDCBC2BBJaBFFBSVBC-FBCvBBD6BBDkDBP6BBDwBBDOBCbBDCCBJBGfBIqCBCgFBCHBDBBDVBCGBCEEBCBDIBDBBDDBJFFBCCBDBDYBDCBCFBFBBDVBCGBCBBCBBCBBDCCBDBFBBDCBEIIBCBCIIBPBLCBCIBCCBCVBCGBCBBCEBDJBCCBCCBDQQBCBDLBIGBCCBCHBDBBDVBCGBCBBCEBDIBDBBDCBICBFBBCEBDRBLBBCFBECBCDBEBBCCCBEEBEEBBBELBFEBECBCDBDHHPUBGMBCCBCWBCPBDIBCCBCDBIBBCCBCBBDDBDJBIVBCCBCWBCJBCEBDIBCCBCDBIBBGCBCDBDJBCCBNMBCCBCyBBCCBCFBFPBDZBCCBCRBEXBCIBCDDBFBEFFBEBCCCBGBHJBDCBN5BBFcBmBBBCCCBDBCXBCCCBVBDEBCCCBFBCJBDDBhBnCBCjBBFmBBCjBBCOBCMBmBlGBCGGD4LBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBDfBEZBH1CBDFBD-TBCbBE4CBIVBKXBKTBNMBCCBCBBN9CBDJBHJBHNBCKBH4CBIqBBGlCBLeBCLBFLBFEEBoBBDEBMrBBFZBHKBE9BBDgCBCcBDKBHJBHNBDtBBDLBVsCBClFBJ7BBEOBE9BBGqBBDKBJqBBG1QBDFBDlBBDFBDHBCGCBdBD0BBCOBCNBDFBCSBDCBCIBSXBJuBBSBBDaBCMBEhBBPgBBQrEBF5UBXKBWz4BBD9LBGsBBCGGD3BBIBBPXBKGBCGBCGBCGBCGBCGBCGBCGBC9DBjBZBC4CBN1GBbPBC+BBC1CBDmDBGqBBC9CBC1CBKvBBCszcBE2BBK7KBV3FBJ8GBV7BBEJBH3BBJlCBJLBHzDBMdBEtCBCKBFgBBC2BBKNBDJBDmDBZbBLFBDFBDFBKGBCGBC7BBF9DBDJBHj9KBNWBFwBBloItLBDpDBnBGBNEBGZBCEBCCCBCCBCCBoUBhBpBBHyBBCSBCDBFEBCmEBF9FBEFBDFBDFBDCBEGBCGBOBBDLBCZBCSBCBBCOBDNBjB6DBGCBFsBBE3CBCMBEwBwBBsBBjEcBEwBBQbBFjBBKdBGqBBGdBCkBBFNBrB9EBDJBHjBBFjBBFnBBJzBBMLBCOBCGBCBBCKBCOBCGBCBBEzBBN2JBKVBLHBZFBCpBBCIBmCFBDCCBqBBCBBEDDBVBCnCBJIBxBSBCBBGgBBEaBGaBnB3BBFTBDxBBCBBGHBCCBCcBDCBFJBIIBI-BBhBmBBFLBK1BBEcBDaBGZBIDBNGBxCoCB4ByBBOyBBItBBJJBHlBBEcBJBBxGeBCpBBCCBDBBRFBJIBiBtBBJpBBXZBnBbBVWBKtCBFjBBK9BBCEBOYBIJBH0BBCRBJmBBK-CBCTBMRBCuBB-BGBCCCBCBCOBCKBH6BBGJBHDBCHBDBBDVBCGBCBBCEBCJBDBBDCBDHHGGBDGBEEBMJBCDDClBBCJBCDDCDBCJBCBBJBBe7CBCEBfnCBJJBnF1BBDlBBjBkCBMJBHMBU5BBHJBHTBdaBDOBFWB6F7BBlDyCBNHBDDDBGBCBBCdBCBBDLBKJBnCHBDtBBDKBcnCBJyCBOoCBIJB3CHB5ChBBPJBHIBCsBBCNBLcBEfBDVBCNBqCGBCBBCrBBECCBCCBHBJJBHFBCBBCkBBCBBCFBIJBHrBBFJB3HYBIQBCoBBEcB2CQQBwBBO6cBnDuDBCEBMjGBtyCiDBOvhBBRVBL68DBGmSB61G5BBn2B4RBIeBCJBFwCBCJBHdBDFBLlCBLJBCGBCUBGSBxN5BBnG6CBGYBDYBtBqCBF4BBIQBhCEBMGBK1mHBqBfBiDyDB+vIDBCGBCBBCiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBDDBh7D8HBEzNBHWBQQBQtBBDWBKzDB9B1HBLmBBDpCBJvDBWlCB7DTBNTBN2CBKYBoE0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDjJBD9VBQEBCOBxiBeBHFB2GGBCQBDGBCBBCEBG9BBiBxDxDBrBBENBDJBFBBhKeBS5BBGxOxOBoBB3GqBBFhGhGBdBCVBJBBhHGBCDBCBBCOBCkGBDPBqBrCBFJBFBByYjCBtC8BBjGDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1BBBvIrBBFjDBNOBDOBCOBCkBBLtFB5BcBOrBBFIBIBBPFB7E4eBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBBPIBoB3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBCmDBmgB-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIBnkzVvHB", false));
		return this._Print;
	}
	static CATEGORIES = new LazyMap({
		C: () => new UnicodeRangeTable(decodeRanges("AfBgDgBBOrWrWBHHBCBICCVuMuMnBBBzBBBE4B4BBGBcDBHQBXhGhGxBBB8BBBmDNB8BBByBBBQddBCCMEBhBGBsCiFiFJBBDBBXIICCBFBBKBBDBBFHBCDBDGGBaaBEEHDBDBBXIIDGDBCCGDBDBBECBCGBFCCBFBSJBEKKEXXIDDGBBLIEBCCBNBFBBNGBIEEJBBDBBXIIDGGBKKBDDBEEBFBEDBDGGBTTBIBDHHBBBEFFBBBDCCDCBDCBECBNDBGCBEFFBCCBEBCNBWEBOEEYRRBKKEFFBFBDEEDBBFBBLGBXEEYLLGBBKEEFGBDEBEFFBLLELBOEE0BEEHDBRBBbEETCBZKKCBBICBCDBHCCJFBLBBELB7BDBekBBDCCGZZCYYBGGCIILBBFfBpClBlBBCBoBlBlBQOOBjBBnGCCBDBCBB6LFFBIICFFBqBqBFBBiBFFBIICFFBQQ6BFFBkCkCBhBhBBBBbFB3CBBHBB+UCB6CGBXIBZIBVLBOEEDLB-CBBLFBLFBPMMBEB6CGBsBEBnCJBgBNNBCBNDBCCBrBBBGKBtBDBbFBMCB-BBBiCeeBMMBEBLFBPBBvBBBNTBuCnFnFBGB9BCBQCB-BEBsBBBMHBsBEB3QBBHBBnBBBHBBJGCgBBB2BQQPBBHUUBEEKMMBDBbEByBPBDBBcOOBBBjBNBiBOBtEDB7UVBMUB14BBB-LEBuBCCBDBCBB5BGBDNBZIBI4BI-DhBBb6C6CBKB3GZBxC3C3CBoDoDBDBsB-C-C3CIBxBuzcuzcBBB4BIB9KTB5FHB+GTB9BCBLFB5BHBnCHBNFB1DKBfCBvCMMBCBiB4B4BBHBPBBLBBoDXBdJBHBBHBBHIBIII9BDB-DBBLFBl9KLBYDByBjoIBvLBBrDlBBILBGEBbGGCGDrUfBrBFB0BUUFDBGoEoEBCB-FCBHBBHBBHBBECBIIIBLBDBBNbbUDDQBBPhBB8DEBEDBuBCB5COOBBBCuBBvBhEBeCByBOBdDBlBIBfEBsBEBfmBmBBCBPpBB-EBBLFBlBDBlBDBpBHB1BKBNQQIDDMQQIDDBBB1BLB4JIBXJBJXBHrBrBKkCBHBBCtBtBDCBCBBYpCpCBGBKvBBUDDBDBiBCBcEBclBB5BDBVBBzBDDBDBJEEeBBEDBLGBKGBhCfBoBDBNIB3BCBeBBcEBbGBFLBIvCBqC2BB0BMB0BGBvBHBLFBnBCBeHBDvGBgBrBrBEBBDPBHHBKgBBvBHBrBVBblBBdTBYIBvCDBlBIB-BGGBLBaGBLFB2BTTBGBoBIBhDVVBJBTwBwBB8BBICCFQQMFB8BEBLFBFJJBDDBXXIDDGLLBDDBEEBCCBEBCEBIBBICBGKBLCCBCCnBLLCBBCFFLDDBGBDcB9CGGBcBpCHBLlFB3BBBnBhBBmCKBLFBOSB7BFBLFBVbBcBBQDBY4FB9BjDB0CLBJBBCBBJDDfDDBNNBHBLlCBJBBvBBBMaBpCHB0CMBqCGBL1CBJ3CBjBNBLFBKuBuBPJBeCBhBBBXPPBnCBIDDtBCBCDDKHBLFBHDDmBDDHGBLFBtBDBL1HBaGBSqBqBBBBe0CBCOBzBMB8clDBwDGGBJBlGryCBkDMBxhBPBXJB88DEBoS41GB7Bl2BB6RGBgBLLBCByCLLBEBfBBHJBnCJBLIIWEBUvNB7BlGB8CEBaBBarBBsCDB6BGBS-BBGKBIIB3mHoBBhBgDB0D8vIBFIIDkJkJBNBCcBEBBCNBFHBtMjoCBsDEBOCBKGBLBBF-6DB+HCB1NFBYOBSOBvBBBYIB1D7BB3HJBoBBBrCHBxDUBnC5DBVLBVLB4CIBamEB2CoCoCDBBCBBDBBFNNCIIiCFFBJJIddFGGCCBI1K1KBlJlJB-V-VBNBGQQBuiBBgBFBH0GBISSBIIDGGBDB-BgBBCvDBuBCBPBBLDBD-JBgBQB7BEBCvOBrB1GBsBDBC-FBgBXXBGBD-GBIFFDQQmGBBRoBBtCDBLDBDwYBlCrCB+BhGBFccDCCBCCLFFCCCBEBCDBCECEDDCBBCICDCCBFFIKFCLLSEBEGGSzBBDtIBtBDBlDLBQBBQQQmBJBvF3BBeMBtBDBKGBDNBH5EB6eCBSCBOCB7GFBNDBCOBNDB5BHBLFBpBHBfBBNDBDNBKmBB5KHBPBBOCBMCB6BCCBCBRBBNDBLGB0EoDoDBjgBBh3pBfB-oEBBv0FBBypHOBvThtCB-QhvBBs6EEBrpIlkzVBxHvw-FB", false)),
		Cc: () => new UnicodeRangeTable(decodeRanges("AfgDgB", true)),
		Cf: () => new UnicodeRangeTable(decodeRanges("tFzqBzqBBEBXhGhGyBhMhMBxCxCs5D9-B9-BBDBbEByBEBCJBw03B6H6HBBBimEQQj7IPBhjiBDBwmFHBn0rYffB+CB", false)),
		Cn: () => new UnicodeRangeTable(decodeRanges("4bBBHDBICCVuMuMnBBBzBBBE4B4BBGBcDBHKBvI9B9BBmDmDBMB8BBByBBBQddBCCMEBjBEBuHJJBDDBXXICCBBBFBBKBBDBBFHBCDBDGGBaaBEEHDBDBBXIIDGDBCCGDBDBBECBCGBFCCBFBSJBEKKEXXIDDGBBLIEBCCBNBFBBNGBIEEJBBDBBXIIDGGBKKBDDBEEBFBEDBDGGBTTBIBDHHBBBEFFBBBDCCDCBDCBECBNDBGCBEFFBCCBEBCNBWEBOEEYRRBKKEFFBFBDEEDBBFBBLGBXEEYLLGBBKEEFGBDEBEFFBLLELBOEE0BEEHDBRBBbEETCBZKKCBBICBCDBHCCJFBLBBELB7BDBekBBDCCGZZCYYBGGCIILBBFfBpClBlBBCBoBlBlBQOOBjBBnGCCBDBCBB6LFFBIICFFBqBqBFBBiBFFBIICFFBQQ6BFFBkCkCBhBhBBBBbFB3CBBHBB+UCB6CGBXIBZIBVLBOEEDLB-CBBLFBLFBbFB6CGBsBEBnCJBgBNNBCBNDBCCBrBBBGKBtBDBbFBMCB-BBBiCeeBMMBEBLFBPBBvBBBNTBuCnFnFBGB9BCBQCB-BEBsBBBMHBsBEB3QBBHBBnBBBHBBJGCgBBB2BQQPBBHUUBEEKmDmDNBBcOOBBBjBNBiBOBtEDB7UVBMUB14BBB-LEBuBCCBDBCBB5BGBDNBZIBI4BI-DhBBb6C6CBKB3GZBxC3C3CBoDoDBDBsB-C-C3CIBxBuzcuzcBBB4BIB9KTB5FHB+GTB9BCBLFB5BHBnCHBNFB1DKBfCBvCMMBCBiB4B4BBHBPBBLBBoDXBdJBHBBHBBHIBIII9BDB-DBBLFBl9KLBYDByBDBvzIBBrDlBBILBGEBbGGCGDrUfBrBFB0BUUFDBGoEoEBCC-FCBHBBHBBHBBECBIIIBIBGBBNbbUDDQBBPhBB8DEBEDBuBCB5COOBBBCuBBvBhEBeCByBOBdDBlBIBfEBsBEBfmBmBBCBPpBB-EBBLFBlBDBlBDBpBHB1BKBNQQIDDMQQIDDBBB1BLB4JIBXJBJXBHrBrBKkCBHBBCtBtBDCBCBBYpCpCBGBKvBBUDDBDBiBCBcEBclBB5BDBVBBzBDDBDBJEEeBBEDBLGBKGBhCfBoBDBNIB3BCBeBBcEBbGBFLBIvCBqC2BB0BMB0BGBvBHBLFBnBCBeHBDvGBgBrBrBEBBDPBHHBKgBBvBHBrBVBblBBdTBYIBvCDBlBIBlCJBCBBaGBLFB2BTTBGBoBIBhDVVBJBTwBwBB8BBICCFQQMFB8BEBLFBFJJBDDBXXIDDGLLBDDBEEBCCBEBCEBIBBICBGKBLCCBCCnBLLCBBCFFLDDBGBDcB9CGGBcBpCHBLlFB3BBBnBhBBmCKBLFBOSB7BFBLFBVbBcBBQDBY4FB9BjDB0CLBJBBCBBJDDfDDBNNBHBLlCBJBBvBBBMaBpCHB0CMBqCGBL1CBJ3CBjBNBLFBKuBuBPJBeCBhBBBXPPBnCBIDDtBCBCDDKHBLFBHDDmBDDHGBLFBtBDBL1HBaGBSqBqBBBBe0CBCOBzBMB8clDBwDGGBJBlGryCBkDMB3iBJB88DEBoS41GB7Bl2BB6RGBgBLLBCByCLLBEBfBBHJBnCJBLIIWEBUvNB7BlGB8CEBaBBarBBsCDB6BGBS-BBGKBIIB3mHoBBhBgDB0D8vIBFIIDkJkJBNBCcBEBBCNBFHBtMjoCBsDEBOCBKGBLBBJ76DB+HCB1NFBYOBSOBvBBBYIB1D7BB3HJBoBBBjGUBnC5DBVLBVLB4CIBamEB2CoCoCDBBCBBDBBFNNCIIiCFFBJJIddFGGCCBI1K1KBlJlJB-V-VBNBGQQBuiBBgBFBH0GBISSBIIDGGBDB-BgBBCvDBuBCBPBBLDBD-JBgBQB7BEBCvOBrB1GBsBDBC-FBgBXXBGBD-GBIFFDQQmGBBRoBBtCDBLDBDwYBlCrCB+BhGBFccDCCBCCLFFCCCBEBCDBCECEDDCBBCICDCCBFFIKFCLLSEBEGGSzBBDtIBtBDBlDLBQBBQQQmBJBvF3BBeMBtBDBKGBDNBH5EB6eCBSCBOCB7GFBNDBCOBNDB5BHBLFBpBHBfBBNDBDNBKmBB5KHBPBBOCBMCB6BCCBCBRBBNDBLGB0EoDoDBjgBBh3pBfB-oEBBv0FBBypHOBvThtCB-QhvBBs6EEBrpIm8yVBCdBhD-DBxHvw-BB---BBB---BBB", false)),
		Co: () => new UnicodeRangeTable(decodeRanges("gg4B-nGh4hc9--BD9--B", true)),
		Cs: () => new UnicodeRangeTable(decodeRanges("gg2B--B", true)),
		L: () => new UnicodeRangeTable(decodeRanges("hCZBHZBwBLLFGGBVBCeBCpOBFLBPEBICCiEEBCBBDDBCHHCCBCCCBSBCyCBCqEBJlFBClBBDHHBnBBoCaBFDBuBqBBkBBBCiDBCQQBIIBLLBBBDRRCdBe4CBMZZBfBKBBFGGBUBFKKEYYBXBIKBGXBCGBRpBB7B1BBETTIJBQPBFHBDBBDVBCGBCEEBCBERROBBCCBPBBLJJBEBFBBDVBCGBCBBCBBCBBgBDBCUUBBBRIBCCBCVBCGBCBBCEBETTQBBYMMBGBDBBDVBCGBCBBCEBEffBCCBBBQSSCFBECBCDBEBBCCCBEEBEEBBBELBX1B1BBGBCCBCWBCPBEbbBBBCBBDBBfFFBGBCCBCWBCJBCEBEffBBBCBBQBBSIBCCBCoBBDRRGCBJCBZFBGRBEXBCIBCDDBFB7BvBBCBBNGB7BBBCCCBDBCXBCCCBIBCBBKDDBDBCWWBCBhBgCgCBGBCjBBcEB0DqBBVRRBEBFDBEEEBIIBBBFMBNSSBkBBCGGDqBBCsKBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBmBPBR1CBDFBErTBDQBCZBGqCBHHBIRBOSBPRBPMBCCBQzBBkBFFkC4CBIEBDhBBCGGBkCBLeByBdBDEBMrBBFZB3BWBK0BBzC+C+CBtBBSHB3BdBOBBLrBBbjBBqBCBLjBBDKBGqBBDCBqBDBCFBCBBEGGB+FBhC1IBDFBDlBBDFBDHBCGCBdBD0BBCGBCEEBBBCGBEDBDFBFMBGCBCGB1DOORMBmDFFDJBCEEBDBHGCBCBCKBDDBGEBF1B1BB8zC8zCBjHBHDBEBBNlBBCGGD3BBIRRBVBKGBCGBCGBCGBCGBCGBCGBCGBxC2O2OBrBrBBDBGBBF1CBHCBC5CBCDBGqBBC9CBSfBxBPBhQ-tGBhCs0VBkCtBBDsIBEPBLBBVuBBReBDlCByBIBDmDBDxCBVQBCCBCDBCWBezBBPxBB-BFBECCBMMBaBLWBacBIuBBdRRBDBCJBLEBCoBBYCBCHBVWBEEEBwBBCEEBDDBDBDCCZCBDKBICBNFBDFBDFBKGBCGBCqBBCNBHyDBej9KBNWBFwBBloItLBDpDBnBGBNEBGCCBIBCMBCEBCCCBCCBCCBqDBiBqLBT-BBD1BBpBLB1DEBCmEBlBZBHZBM4CBEFBDFBDFBDCBkBLBCZBCSBCBBCOBDNBjB6DBmMcBEwBBwBfBOTBCHBHlBBLdBDjBBFHBxB9EBTjBBFjBBFnBBJzBBNKBCOBCGBCBBCKBCOBCGBCBBEzBBN2JBKVBLHBZFBCpBBCIBmCFBDCCBqBBCBBEDDBVBLWBKeBiCSBCBBLVBLZBHZBnB3BBHBBhCQQBCBCCBCcBrBcBEcBkBHBCbBc1BBLVBLSBORBvDoCB4ByBBOyBBOjBBnBbBKWB7HpBBHBBRFB5BcBLJJBUBrBRBvBUBcWBN0BB6BBBDOOBrBBhBYBbjBBeDDJiBBENNBuBBPDBWCCkBRBCYBUBBgCGBCCCBCBCOBCJBIuBBnBHBDBBDVBCGBCBBCEBETTNEBfJBCDDClBBCaaCtBtBBzBBTDBVCBfvBBVBBC5F5FBtBBqBDBlBvBBV8B8BBpBBOoCoCBZBmBGB6FrBB1D-BBgBHBDDDBGBCBBCXBQCC-CHBDmBBRCCdLLBmBBIWWMtBBUTTBnCBoGgBBgBIBCkBBSyByBBcBxDGBCBBClBBWaaBEBCBBCfBPYYBqBBlISBQCCBLBChBB9DwCwCB4cBnHjGBtyCgDBQvhBBSFBa68DBGmSB61GdBj3B4RBIeBSuCBSdBTvBBRDBgBUBGSBxNsBB0G-BBhBYBDYBtBqCBGjCjCBLBhCBBCPPBNNB0mHBqBfBiDyDB+vIDBCGBCBBCiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBn7F0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDYBCYBCeBCYBCeBCYBCeBCYBCeBCYBCHB15BeBHFBmI9BBzEsBBLGBRiKiKBcBTrBBlPbBlHdBDwGwGBdBCCBCBBCGBDEBKBBhHGBCDBCBBCOBCkGB8BjCBI1lB1lBBCBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQBlqE-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
		LC: () => new UnicodeRangeTable(decodeRanges("hCZBHZB7BLLBVBCeBCiGBCDBFvGBDZBhGDBDBBECBCHHCCBCCCBSBCyCBCqEBJlFBClBBKoBB44ClBBCGGDqBBDCBhV1CBDFBjkCKBGqBBDCBhCrBBgCMBChBBmD1IBDFBDlBBDFBDHBCGCBdBD0BBCGBCEEBBBCGBEDBDFBFMBGCBCGBmIFFDJBCEEBDBHGCBCBCFBFDDBCBGEBF1B1BB8zC8zCB6DBDmDBHDBEBBNlBBCGGzoetBBTbBnEtCBCWBEDBCsCBZBBE2Z2ZBpBBGIBIvCBh6TGBNEBqgBZBHZBmlBvCBhDjBBFjBB1DKBCOBCGBCBBCKBCOBCGBCBBk2ByBBOyBB+CVBLVB74C-BBhrV-BBhBYBDYBtpZ0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDYBCYBCeBCYBCeBCYBCeBCYBCeBCYBCHB15BJBCTBHFB2uCjCB", false)),
		Ll: () => new UnicodeRangeTable(decodeRanges("hDZB7BqBqBBWBCHBC2BCBQCBuBCDECBBBDCCDEEBFFDEEBBBDDDCCCDCCBCCDEECDDBDDBBBHGDCOCBSCBDDCEEC4BCBFBDDDBCCFICBjCBDZBiGCCEEEBBBTccBhBBCBBECBCWCBDBCGDB0B0BBuBBCgBCK0BCDMCBgDCxBoBBo6CqBBDCB5XFBjkCIBC2D2DBqBBgCMBChBBnD0ECBHBCgDCBHBJFBLHBJHBJFBLHBJHBJNBDHBJHBJHBJEBCBBHEEBBBCBBJDBDBBJHBLCBCBBzIEEBEEcKFDBBJDBF2B2Bs1CvBBCEEBGCFCCBCCBEBGiDCBIICFFNlBBCGG0oesBCUaCoEMCBBBC+BCBGBCCCDICFCCDCCBBBCSCGGGCMCFCCDOCbEE2ZqBBGIBIvCBh6TGBNEBqhBZBumBnBBpEjBB8EKBCOBCGBCBBk4ByBB+DVB75CfBhsVfB8BYBnqZZBbGBCRBbZBbDBCCCBFBCKBbZBbZBbZBbZBbZBbZBbZBbZBbbBdYBCFBbYBCFBbYBCFBbYBCFBbYBCFBC15B15BBIBCTBHFB4vChBB", false)),
		Lm: () => new UnicodeRangeTable(decodeRanges("wVRBFLBPEBICCmEGG-OnHnHlFBBuIBBFgBgBKEEhFoFoF1mBgEgE2R72B72BsDkTkTxOFBvF+BBOjBjBBjBByVOORMBg-CBByHgGgG2OsBsBBDBGiDiDB+C+CBBB34bjnBjnBBEBvIzDzDdBB6DIBxCYYpDDBEBB2OXXqEtDtDWBBoDDBKngVngVuBBBh-BFBCpBBCIB0sBhBhB2K04D04DnrTDB9PCBpBBBnRMBhCBBCPPB9-P9-PBCBCGBCBByhM9BBqGGBud0Q0QsSAB", false)),
		Lo: () => new UnicodeRangeTable(decodeRanges("qFQQhIFFBCBxGBB7ZaBFDBuBfBCJBkBBBCiDBCZZBLLBBBDRRCdBe4CBMZZBfBWVBrBYBIKBGXBCGBRoBB8B1BBETTIJBROBFHBDBBDVBCGBCEEBCBERROBBCCBPBBLJJBEBFBBDVBCGBCBBCBBCBBgBDBCUUBBBRIBCCBCVBCGBCBBCEBETTQBBYMMBGBDBBDVBCGBCBBCEBEffBCCBBBQSSCFBECBCDBEBBCCCBEEBEEBBBELBX1B1BBGBCCBCWBCPBEbbBBBCBBDBBfFFBGBCCBCWBCJBCEBEffBBBCBBQBBSIBCCBCoBBDRRGCBJCBZFBGRBEXBCIBCDDBFB7BvBBCBBNFB8BBBCCCBDBCXBCCCBIBCBBKDDBDBYDBhBgCgCBGBCjBBcEB0DqBBVRRBEBFDBEEEBIIBBBFMBNyDyDBnKBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBmBPByDrTBDQBCZBGqCBHHBIRBOSBPRBPMBCCBQzBBpBkCkCBhBBC0BBIEBDhBBCGGBkCBLeByBdBDEBMrBBFZB3BWBK0BBxFuBBSHB3BdBOBBLrBBbjBBqBCBLdByDDBCFBCBBE7hB7hBBCB4-C3BBZWBKGBCGBCGBCGBCGBCGBCGBCGBoR2B2BF1CBJCCB4CBFGGBpBBC9CBSfBxBPBhQ-tGBhC0wUBC2jBBkCnBBJrIBFPBLBBjCyByBBkCBqFoDoDEGBCCBCDBCWBezBBPxBB-BFBECCBMMBaBLWBacBIuBBuBEBDIBLEBCoBBYCBCHBVPBCFBEEEBwBBCEEBDDBDBDCCZBBEKBIPPBEBDFBDFBKGBCGByEiBBej9KBNWBFwBBloItLBDpDBkCCCBIBCMBCEBCCCBCCBCCBqDBiBqLBT-BBD1BBpBLB1DEBCmEBqDJBCsBBDeBEFBDFBDFBDCBkBLBCZBCSBCBBCOBDNBjB6DBmMcBEwBBwBfBOTBCHBHlBBLdBDjBBFHBhEtCBjDnBBJzBB9CzBBN2JBKVBLHB5EFBDCCBqBBCBBEDDBVBLWBKeBiCSBCBBLVBLZBHZBnB3BBHBBhCQQBCBCCBCcBrBcBEcBkBHBCbBc1BBLVBLSBORBvDoCB4FjBBnBDBCxJxJBoBBHBBRCBCBB5BcBLJJBUBrBRBvBUBcWBN0BB6BBBDOOBrBBhBYBbjBBeDDJiBBENNBuBBPDBWCCkBRBCYBUBBgCGBCCCBCBCOBCJBIuBBnBHBDBBDVBCGBCBBCEBETTNEBfJBCDDClBBCaaCtBtBBzBBTDBVCBfvBBVBBC5F5FBtBBqBDBlBvBBV8B8BBpBBOoCoCBZBmBGB6FrBB0GHBDDDBGBCBBCXBQCC-CHBDmBBRCCdLLBmBBIWWMtBBUTTBnCBoGgBBgBIBCkBBSyByBBcBxDGBCBBClBBWaaBEBCBBCfBPYYBnBBCBBlISBQCCBLBChBB9DwCwCB4cBnHjGBtyCgDBQvhBBSFBa68DBGmSB61GdBj3B4RBIeBSuCBSdBTvBB0BUBGSB0NnBB2MqCBGwFwFB0mHBqBfBiDyDBuwIiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBxzI2P2PBrBBiBiKiKBcBTrBBlPaBmHdBDwGwGBdBCCBCBBCGBDEBKiHiHBFBCDBCBBCOBCkGB8pBDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQBlqE-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
		Lt: () => new UnicodeRangeTable(decodeRanges("lOGDnB2sH2sHBGBJHBJHBNQQwBAB", false)),
		Lu: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiB2BCDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIJDCMCDQCDDDCCBC4BCIBBCBBDCCBCBCGCiJCCEJJHCCBBBCCCBCCBPBCIBkBDDBBBEWCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBpCDBNDBNDBNEBMDBnIFFECBDCBDEEBDBHGCBCBDDBLBBG+B+B9zCvBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoqZZBbZBbZBbCCBGDBDDBCBCHBbZBbBBCDBDHBCGBcBBCDBCEBCEEBFBcZBbZBbZBbZBbZBbZBfYBiBYBiBYBiBYBiBYBiB2pE2pEBgBB", false)),
		M: () => new UnicodeRangeTable(decodeRanges("gYvDB0IGBoIsBBCCCBCCBCCpCKBxBUBRmDmDBFBDFBDBBCDBkBffBZB8CKB7BIBKZZBCBCIBCCBCEBsBCB8BIBrBXBCgBB3BCBCRBCGBLBBeCB5BCCBFBDBBDCBKLLBbbDCB5BCCBDBFBBDCBEffBEEMCB5BCCBGBCCBCCBVBBXFBCCB5BCCBFBDBBDCBICBLBBf8B8BBDBECBCDBKpBpBBDB4BCCBFBCCBCDBIBBMBBeCB5BCCBFBCCBCDBIBBMBBQNNBCB4BBBCGBCCBCDBKLLBeeBBBnCFFBEBCCCBGBTBB+BDDBFBNHBjDDDBHBMGBqCBBcECFBByBTBCBBGKBCjBBKlDlDBSBYDBFCBCCBDGBEDBOLBCLLBCBgWCBzdDBdCBeBBfBBhCfBKuBuBBBBC2D2DBjBjB3DLBFLB8GEB6BJBCcBDxBxBBsBBDLBVEBwBQBnBIBNCBfMB5BNBxBTB5ECBCUBFHHDCBnG-BBxWgBB--CCBuEhDhDBeBrRFBqDBB1udDBCJBhBBBxCBBxIEEFYYBDBF0C0CBzBzBBQBbRBOnBnBBGBaMBtBDBwBNBlBkCkCBMBNJJBuBuBBBBzBCCBBBDBBGBBCqBqBBDBGBBtHHBCBBx5TiXiXBOBRPBuejHjH2EEBn0BCBCBBGDBpBCBFmFmFB+R+RBCBiCEB+JBBuCFBnCKByBDB7DCB2BOBqBDDBLLBCBuBKBI+B+BBBBlBNBRBBtBNNBBBxBNBJDBCBB9CLBHDD+ELBWDB4BBBCGBDBBDCBKLLBDDBFBEEBkCIBCDDCDBCEBCPPBzCzCBQBYyCyCBSBsHGBDIBcBBzCQBrDMBmDOBhIOB2HFBCBBDDBCCCBuEuEBFBDGBEddBIBpBGBCDBJKKBJBvBPBnGHBoGHBCHBzCVBCNB7DFBECCBCCBFBCjCjCBDBCBBCEB8KDBKBBCxBxBBFBEEBYmnFmnFHOBpmLRBhuCEB8BGB5gBCCB1BBIDByCMMBslTslTBizEizEBsBBDWB-QEBEFBJHBDGBfDB1ECB89B2BBFxBBJPPXEBCOBxqBGBCQBDGBCBBCEBlDhFhFBFB4L+B+BBCB9PDB-HBB0HDDIBBG7O7OBFBuDGB29lYvHB", false)),
		Mc: () => new UnicodeRangeTable(decodeRanges("joC4B4BDCBJDBCBBzBBB7BCBHBBDBBLsBsB7BCBjC7B7BBBBJCCB2B2BB7B7BCHHBDDBLLnDBBCBBECBCCBLqBqBBBB+BDB+BBB7BCCBDBDBBCBBKBBdPPB7B7BBBBGCBCCBLrBrBBsCsCBBBHHBTBBrKBBgCsFsFBFFHDDBaaBLLBBBDGBWBBDFBDLLBBB5zBffiEIIBGBCBB7KDBDCBFBBCFBhHBB7BCCKCCBJJBEByExBxBGCCBDBCBB+BffFBBD9B9BDCBCEEBxBxBBGBJBBsFWW35EBB0-dBBD5C5CBzBzBBOBvEBBwBxBxBBFFBDDBBBvDBBDBBZuBuBCuDuDDBBGuHuHBCCBCCBCC0gZCCgEuBuBBBBFBB0DZZB8B8BxBCBKBBO+C+CBBBEBBCrFrFBBBgBBB7BBBCDBDBBDCBKLLB1C1CBBBIDDCDBCBBCmDmDBBBJBBErDrDBBBHCCBCBDuHuHBBBHDBDyDyDBBBJBBCuDuDCBBHoDoDCBBFmImIBBBK4H4HBEBCBBFDDCvEvEBBBJDBF1C1CeBB-BqGqGECCoGPPrDIID2G2GBDBFBBC-K-KBNNxBBBJBBCpvQpvQBBBlxD2BBpDBB0rYBBHFB", false)),
		Me: () => new UnicodeRangeTable(decodeRanges("okBBB1xF-wB-wBBCBCCBsshBCB", false)),
		Mn: () => new UnicodeRangeTable(decodeRanges("gYvDB0IEBqIsBBCCCBCCBCCpCKBxBUBRmDmDBFBDFBDBBCDBkBffBZB8CKB7BIBKZZBCBCIBCCBCEBsBCB8BIBrBXBCfB4BCCFHBFEEBFBLBBe7B7BFDBJVVBbbDBB6BFFBFFBDDBBBEffBEEMBB6BFFBDBCBBFVVBXXBEBC7B7BDCCBCBJIIBMMBff+BNNzBEE4BCCBBBGCBCDBIBBMBBe7B7BDHHGBBVBBdBB6BBBFDBJVVBeepCIIBBBC7C7CDGBNHBjDDDBHBMGBqCBBcEC4BNBCEBCBBGKBCjBBKnDnDBCBCFBCBBDBBaBBFCBRDBODDBHHQgWgWBBBzdCBeBBfBBfBBhCBBCGBJDDBJBKuBuBBBBC2D2DBjBjB3DCBFBBKHHBBB8GBBD7B7BCGBCCCDHBHJBDxBxBBMBCeBDLBVDBxBCCBDBCGGpBIBNBBhBDBDBBCCB5BCCBEECCB7BHBDBB5ECBCMBCGBFHHEBBnG-BBxWMBFEEBKB--CCBuEhDhDBeBrRDBsDBB1udFFBIBhBBBxCBBxIEEFaaBGG4EBBbRBOnBnBBGBaKBvBCBxBDDBCBDBBoBkCkCBEBDBBDBBNJJwB0B0BCCBDBBGBBCrBrBBJJvHDDFx5Tx5TiXPBRPBuejHjH2EEBn0BCBCBBGDBpBCBFmFmFB+R+RBCBiCEB+JBBuCFBnCKByBDB8D3B3BBNBqBDDBLLBBByBDBDBBI+B+BBBBlBEBCHB-BNNB1B1BBHBLDBDgDgDBBBDCCBHHD+E+EEHBWBB6BBBEmBmBBFBEEBnCFBOECPBB2CHBDCBCYY1CFBCFFBCCBvHvHBCBHBBCBBcBB2CHBDCCBrDrDCDDBEBCmDmDCDDBCBCEBkIIBCBBhIBBCFFxEDBDBBFhBhBBIBpBFBDDBJKKBEBDCBvBMBCBBnGCCBBBCqGqGBFBCFBCzCzCBUBDGBCBBCBB7DFBECCBCCBFBCpCpCBEEC8K8KBMMB1B1BBDBGCCYmnFmnFHOBpmLLBECBhuCEB8BGB5gBgCgCBCByC5lT5lTBizEizEBsBBDWBhRCBSHBDGBfDB1ECB89B2BBFxBBJPPXEBCOBxqBGBCQBDGBCBBCEBlDhFhFBFB4L+B+BBCB9PDB-HBB0HDDIBBG7O7OBFBuDGB29lYvHB", false)),
		N: () => new UnicodeRangeTable(decodeRanges("wBJB5DBBGDDBBBitBJBnEJBnGJB9MJB3DJBFFBtDJB3DJB3DJBDFBvDMB0DJBJGBoDJBpDGBISBuDJBhDJB3DJBnCTBtIJBnCJBwWTBybCBwHJBHJBXJBtJJBhEKBmFJBHJB3FJB3CJBnEJBHJB3gBEEBEBHJBnGyBBDEB3W7BBvCVB3TdBqrBqYqYaIBPCB4KDBrEJBfHBCOBhBJBoBOBh7cJB9FJBhKFB7EJBnBJBnGJBXJB3CJB3MJB34UJBuPsBBN4BBSBB2KaBlBDBeJJnEEBrGJBvdHBaGBoBIBsCEBXFBhFBBDPBDtBBhCIB1BBBfCBsCEBpDHBZHBqBGBrKFBxBJBHJB3IeB-EJBrBDBxDGBnEdBhEJB9BJBxEJBITB8HJB3KJB3DJB3LJBnDJBHTBtCLBlNSB+CJB3UJB3CcBkHJBnCJB3BJBnLJBnDUBshBuDBimPJBnpCJB3CJBnEJBCGBvQJBnIWB+KCB6nXJBnuBTBNTBtDYB2iBxBBhqCJBnNJB3PJB4HJBtWIBhEJB4Y6BBCCBCDBtCsBBCOBjeMBk3CJB", false)),
		Nd: () => new UnicodeRangeTable(decodeRanges("wBJnxBJnEJnGJ9MJ3DJ3DJ3DJ3DJ3DJ3DJ3DJ3DJ3DJhDJ3DJnCJ3IJnCJn6BJnBJtJJhEJnFJHJ3FJ3CJnEJHJnuiBJnVJnBJnGJXJ3CJ3MJ34UJnsBJnkCJHJ9YJhEJ9BJxEJ3IJ3KJ3DJ3LJnDJHTtCJnNJnDJ3UJ3CJ3HJnCJ3BJnLJ3uQJnpCJ3CJnEJ3QJ37XJ12CxBhqCJnNJ3PJ4HJ2aJ30EJ", true)),
		Nl: () => new UnicodeRangeTable(decodeRanges("u3FCBwzCiBBDDB-zDaaBHBPCBs1dJBxyW0BBtOJJnEEBrhIuDBm8SCB", false)),
		No: () => new UnicodeRangeTable(decodeRanges("yFBBGDDBBB2pCFB5LFB5DCBmEGB6GGBSIByNJB2hBTB0jBJBhP20B20BEFBHJBnGPBqB3W3WB6BBvCVB3TdBqrB1kB1kBBCBrEJBfHBCOBhBJBoBOBxrdFBymWsBBiCDBSBB2KaBlBDB1pBHBaGBoBIBsCEBXFBhFBBDPBDtBBhCIB1BBBfCBsCEBpDHBZHBqBGBrKFBhLeB-EJBrBDBxDGBnETB8LTBmqBBBvNIBobSB0aUBn8SGB-YWBqhZTBNTBtDYBvqFIBid6BBCCBCDBtCsBBCOBjeMB", false)),
		P: () => new UnicodeRangeTable(decodeRanges("hBCBCFBCDBLBBEBBbCBCccCkBkBGEELBBEEE-VJJzOFBqBBB0BCCDDDtBBBVBBCBBOCCBBBrCDBnDsBsBBMBqHCB3BOBgBmImIBLLtE5D5D6DnMnMNwLwL7CLLBpFpFBNBCmBmBBCBoCrCrCBDBFBBwDFBsFlTlTBHB4EuTuTtBBBvCCBoCBB+ECBCCBmBKB6JBB5GBBhEGBCFBhFBBLGBdCB9DDB8BEB-BBBhCHBM9Z9ZBWBJTBCMBCLBfBBPBB6TDBeBB+hBNBwCBBgBJB0MVBgCDBhBBB8XDBCBBxDwEwEBtBBCfBDLBkNCBFJBDLBRNNjD7C7CjgdBBuICBkDLL0DFB9LDB3CBBpBCBCyByBBwBwBiDMBRBB9DDB-DBBRBB6HzqUzqUBxGxGBIBXiBBCNBCFFCBB2ECBCFBCDBLBBEBBbCBCccCCCBFB7MCB9UxBxB-MoXoXoGgBgBxIIBnBxDxDBFBjCGB6CDByO-J-JjBlElEBDBtBDB+FGBuDBBCDB-DDBxBBBwCDBFOOCCB5CFBsDrJrJBCCBzDzDBDBLBBCpDpD7HWBqDCBdMBtCjEjEBBB9HpIpIBBB8E9C9CBGB0CCBCEB+CJB4GgDgDBDBrBBBmUBBrCMBwFxjBxjBBDB97CBB8zOBBmEiCiCBDBJpRpRBBBoJDBoK9lT9lTovHEB07C-a-aBAB", false)),
		Pc: () => new UnicodeRangeTable(decodeRanges("-Cg-Hg-HBUU-u3BBBZCBwHAB", false)),
		Pd: () => new UnicodeRangeTable(decodeRanges("tB9qB9qB0BiyDiyDmgBqgCqgCBEBiwDDDgBBBFdd-NUUwDxszBxszBBmBmBLqFqFhzD-J-J", false)),
		Pe: () => new UnicodeRangeTable(decodeRanges("pB0B0BgB+1D+1DC-6B-6BqtC4B4BQ7T7TCff-hBMCxChBhBCGC1MUChCCCiBmhBmhBCECtBGCtNICEGCDBB-ozB6G6GeOCESSCCCrF0B0BgBGD", false)),
		Pf: () => new UnicodeRangeTable(decodeRanges("7F+6H+6HEddpuDCCFDDQEE", false)),
		Pi: () => new UnicodeRangeTable(decodeRanges("rFt7Ht7HDBBDaapuDCCFDDQEE", false)),
		Po: () => new UnicodeRangeTable(decodeRanges("hBCBCCBDECBLLBEEBcclCGGPBBI-V-VJzOzOBEBqB3B3BDDDtBBBVBBCBBOCCBBBrCDBnDsBsBBMBqHCB3BOBgBmImIBLLtE5D5D6DnMnMNwLwL7CLLBpFpFBNBCxDxDrCEBFBBwDFBsFlTlTBHBmY9D9DBBBoCBB+ECBCCBmBFBCDB6JBB5GBBhEGBCFBhFBBLGBdCB9DDB8BEB-BBBhCHBMjajaBJJBGBJIBDDBDCBEKBCCCBIB7kDDBCBBxDwEwEBFFBBBDDDBHBCBBCDDBLLBDBCJBDDBCCCBLBDCBtNCB6B+F+FjgdBBuICBkDLL0DFB9LDB3CBBpBCBCyByBBwBwBiDMBRBB9DDB-DBBRBB6HlxUlxUBFBDXXVBBDDBECBCDBICBHCCB2E2EBBBCCBDECBLLBEEBcclBDDB7M7MBBB9UxBxB-MoXoXoGgBgBxIIBnBxDxDBFBjCGB6CDB0ZlElEBDBtBDB+FGBuDBBCDB-DDBxBBBwCDBFOOCCB5CFBsDrJrJBCCBzDzDBDBLBBCpDpD7HWBqDCBdMBtCjEjEBBB9HpIpIBBB8E9C9CBGB0CCBCEB+CJB4GgDgDBDBrBBBmUBBrCMBwFxjBxjBBDB97CBB8zOBBmEiCiCBDBJpRpRBBBoJDBoK9lT9lTovHEB07C-a-aBAB", false)),
		Ps: () => new UnicodeRangeTable(decodeRanges("oBzBzBgB-1D-1DC-6B-6B-rCEEnB4B4BQ7T7TCff-hBMCxChBhBCGC1MUChCCCiBmhBmhBCECaTTCECtNICEGCDipzBipzB4GeeCMCESSCCCrFzBzBgBEEDAB", false)),
		S: () => new UnicodeRangeTable(decodeRanges("kBHHRCBgBCCcCCkBEBCBBDCCBCBDEEfgBgBrODBNNBGGBCCCBPB2DPPBxDxDsErIrIBBB3DCBDDDBvGvGLUUB4H4HIBBpEqLqLBHHB2H2H-DjEjEBGBlEwGwGqBmGmGiGCBQCCBBBDFBVECmEHBCFBCBBGDBmGBBxXJB0WuLuLlL+E+EBgBBiLJBKIBhiBCCBBBMCBOCBOCBOBBmCOOoBCBOCBUhBB-BBBCDBCBBLCCBBBGFBCECFMMBFFBDBGDBC7B7BBFFB2LBFcBD+HBXKByCtCBXnTBtBwBBDeBLyMBX+BBFfBD1LBDpEBmHFBmLBBvBZBC4CBN1GBbPBFOOBNNWBBHBB8CBB0HBBFJBhBlBBKRRBdBMdBJQQBeBLmBBQ-JBhuG-BBx0V2BB6RWBKBBoDBB+EDBLDB+RCBiHPPB+9T+9TpEgBBuLPBhCBB3BHBtBDBjDCCBBBD7E7EHRRBBBgBCCcCCiEGBCGBOBB6JIB6BQBDCBCMBEwBwBBrBB7zBBBwSmWmWBiKiKBGBnjC2kC2kCBbBr6SDBG3qU3qUk7DvHBLCBEzNBHWBQQBgDzDB9B1HBLmBBD7BBGCBXBBIdBF8BBWhCBE7F7FB1CBrbaagBaagBaagBaagBaa9B-PB4BDBzBHBCNBCBBp2BwNwNttCEE+DiOiOBvIvIBqBBFjDBNOBDOBCOBCkBBYgFB5BcBOrBBFIBIBBPFB7E4eBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBBPIBoB3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBC7CBLAB", false)),
		Sc: () => new UnicodeRangeTable(decodeRanges("kB+D+DBCBqnB8D8DzPBBzPBBI2H2HoImSmS8sClmClmCBgBB37hBkuVkuVtD7E7E8GBBEBB3-HDB-4wBxtCxtC", false)),
		Sk: () => new UnicodeRangeTable(decodeRanges("+CCCoCHHFEEqQDBNNBGGBCCCBPB2DPPBjoBjoB15FCCBBBMCBOCBOCBOBB9kEBBkzdWBKBBoDBBxePPBniUniUBPB8bCCjF4g9B4g9BBDB", false)),
		Sm: () => new UnicodeRangeTable(decodeRanges("rBRRBBB+BCCuBFFmBgBgB-XwQwQBBB8xGOOoBCBOCBsEoBoBBDBHlClCBDBGBBFGDIgBgBBDDCgBgBBqIBhBBB7CffBXBpBFB2OKK3BHBwDxKxKBDBDeBLPBhIiEBX+BBFfBDhIBxBUBDFB9+zB5Z5ZCCBlFRRBBB+BCCkEHHBCBitDBBhrwBx+Bx+BagBgBagBgBagBgBagBgBat5Ft5FB-uC-uCBHB", false)),
		So: () => new UnicodeRangeTable(decodeRanges("mFDDFCCyerIrIBgEgEBvGvGLUUB4H4HkQ2L2LjEFBClElEwGqBqBoMCBQCCBBBDFBVECmEHBCFBCBBGDBmGBBxXJB0WzWzW+EhBBiLJBKIBksBBBCDBCBBLCCBHHBEBCECFMMBPPCBBC7B7BBKKBDBDDBCBBCBBCGBCeBDBBCCCBdBtIHBFTBDGBDwCBCdBanBBHnCBXKByCtCBX2FBCIBC1BBJuDBC3HBtBrBBhC-HBhQvBBWBBHmBBDpEBmHFBmLBBvBZBC4CBN1GBbPBFOOBNNWBBHBBxKBBFJBhBlBBKRRBdBMdBJQQBeBLmBBQ-JBhuG-BBx0V2BBibDBLBBC+R+RBBBqqUPBuLPBhCBB3BHBuBCBlPEEFBBOBB6JIB6BQBDCBCMBEwBwBBrBB7zBBBwSpgBpgBBGBnjC2kC2kCBGBFQBr6SDBG3qU3qUk7DvHBLCBEzNBHWBQPBhDzDB9B1HBLmBBD7BBGCBXBBIdBF8BBWhCBE7F7FB1CBqlB-PB4BDBzBHBCNBCBBp2B96C96CiEyWyWBqBBFjDBNOBDOBCOBCkBBYgFB5BcBOrBBFIBIBBPFB7E6HBG4WBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBB-B3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBC7CBLAB", false)),
		Z: () => new UnicodeRangeTable(decodeRanges("gBgEgEgvFgsCgsCBJBeBBGwBwBh9DAB", false)),
		Zl: () => new UnicodeRangeTable(decodeRanges("ohIA", true)),
		Zp: () => new UnicodeRangeTable(decodeRanges("phIA", true)),
		Zs: () => new UnicodeRangeTable(decodeRanges("gBgEgEgvFgsCgsCBJBlBwBwBh9DAB", false)),
		ASCII_Hex_Digit: () => new UnicodeRangeTable(decodeRanges("wBJIFbF", true)),
		Alphabetic: () => new UnicodeRangeTable(decodeRanges("hCZBHZBwBLLFGGBVBCeBCpOBFLBPEBICC3CeeBQBCBBDDBCHHCCBCCCBSBCyCBCqEBJlFBClBBDHHBnBBoBNBCCCBCCBCCJaBFDBeKBG3BBCGBPlDBCHBFHBFCBLCBDRRBuBBOkDBZgBBKBBFGGBWBDSBUYBIKBGXBCGBIJJBoBBLLBEGBHrCBCPBCCBFOBOSBCHBDBBDVBCGBCEEBCBEHBDBBDBBCJJFBBCEBNBBLFFBBBCFBFBBDVBCGBCBBCBBCBBFEBFBBDBBFIIBCBCSSBEBMCBCIBCCBCVBCGBCBBCEBEIBCCBCBBEQQBCBWDBFCBCHBDBBDVBCGBCBBCEBEHBDBBDBBKBBFBBCEBORRBCCBEBECBCDBEBBCCCBEEBEEBBBELBFEBECBCCBEHHpBMBCCBCWBCPBEHBCCBCCBJBBCCBCBBDDBdDBCHBCCBCWBCJBCEBEHBCCBCCBJBBGCBCDBOCBNMBCCBCoBBDHBCCBCCBCGGBCBIEBXFBCCBCRBEXBCIBCDDBFBJFBCCCBGBTBBO5BBGGBH0B0BBECBDBCXBCCCBRBCCBDEBCHHPDBhBgCgCBGBCjBBFSBFPBCjBBkC2BBCDDBDBR-BBLDBDlBBCGGDqBBCsKBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBmBPBR1CBDFBErTBDQBCZBGqCBEKBITBMUBNTBNMBCCBCBBNzBBDSBPFFkC4CBIqBBGlCBLeBCLBFIBYdBDEBMrBBFZB3BbBF+BBDTBzBYYBMMBBByBzBBCOBCHB0BpBBDDBLrBBCKBP2BBXCBLjBBDKBGqBBDCBqBDBCFBCBBEGGB+FBUhBBM1IBDFBDlBBDFBDHBCGCBdBD0BBCGBCEEBBBCGBEDBDFBFMBGCBCGB1DOORMBmDFFDJBCEEBDBHGCBCBCKBDDBGEBFSSBnBBuZzBB34BkHBHDBEBBNlBBCGGD3BBIRRBVBKGBCGBCGBCGBCGBCGBCGBCGBCfBwB2O2OBBBaIBIEBDEBF1CBHCBC5CBCDBGqBBC9CBSfBxBPBhQ-tGBhCs0VBkCtBBDsIBEPBLBBVuBBGHBEwDBoBIBDmDBDxCBVUBCgBBZzBBNjCBCtBtBBEBECCBBBLgBBGiBBOcBEyBBCLBQRRBOBLEBC2BBKNBTWBEkCBCCCZCBDPBDDBMFBDFBDFBKGBCGBCqBBCNBH6DBWj9KBNWBFwBBloItLBDpDBnBGBNEBGLBCMBCEBCCCBCCBCCBqDBiBqLBT-BBD1BBpBLB1DEBCmEBlBZBHZBM4CBEFBDFBDFBDCBkBLBCZBCSBCBBCOBDNBjB6DBmC0BBsIcBEwBBwBfBOdBGqBBGdBDjBBFHBCEBrB9EBTjBBFjBBFnBBJzBBNKBCOBCGBCBBCKBCOBCGBCBBEzBBN2JBKVBLHBZFBCpBBCIBmCFBDCCBqBBCBBEDDBVBLWBKeBiCSBCBBLVBLZBHZBnB3BBHBBhCDBCBBGHBCCBCcBrBcBEcBkBHBCbBc1BBLVBLSBORBvDoCB4ByBBOyBBOnBBjBbBEGGBVB7HpBBCBBEBBRFBzBCBEcBLJJBUBrBRBvBUBcWBKlCBsBEBL4BBKOOBXBYyBBSDBJiBBEKKB+BBCDBKBBLCCkBRBChBBDHHBCB-BGBCCCBCBCOBCJBI4BBYDBCHBDBBDVBCGBCBBCEBEHBDBBDBBEHHGGBdJBCDDClBBCJBCDDCDBCBBECCtBhCBCCBCDBVCBfhCBDBBC5F5FB0BBDGBaFBjB+BBCEE8B1BBDoCoCBZBDNBWGB6F4BBoD-BBgBHBDDDBGBCBBCdBCBBDBBDDB+CHBDtBBDFBCCCBccBxBBDJBSnCBGTTBnCBoDHB5CgBBgBIBCsBBCGBCyByBBcBDVBCNBqCGBCBBCrBBECCBCCBBBCDDBZZBEBCBBCkBBCBBCDBCYYBqBBlIWBKQBCoBBECBwDwCwCB4cBnDuDBSjGBtyCgDBQvhBBSFBa68DBGmSB61GuBBy2B4RBIeBSuCBSdBTvBBRDBgBUBGSBxNsBB0G-BBhBYBDYBtBqCBF4BBIQBhCBBCNNBFBK1mHBqBfBiDyDB+vIDBCGBCBBCiJBQeeBBBDPPBCBJrMBloCqDBGMBEIBIJBFi7Fi7FBzCBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDYBCYBCeBCYBCeBCYBCeBCYBCeBCYBCHB15BeBHFB2GGBCQBDGBCBBCEBG9BBiBxDxDBrBBLGBRiKiKBcBTrBBlPbBlHdBDwGwGBdBCVBJBBhHGBCDBCBBCOBCkGB8BjCBEEE1lBDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1TZBHZBHZB3zD-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
		Dash: () => new UnicodeRangeTable(decodeRanges("tB9qB9qB0BiyDiyDmgBqgCqgCBEB+BoBoBQnMnMlgDDDgBBBFdd-NUUwDxszBxszBBmBmBLqFqFhzD-J-J", false)),
		Emoji: () => new UnicodeRangeTable(decodeRanges("jBHHGJBwDFFu8HNN5GXX7CFBQBBwLBBNnFnFaKBFCBoGoHoHBLLK7B7BBCBCEBKGDBDDFDDCBBDIEBJJBBBGCCGLBMBBDCCBCCTDDBTTBEBCCCBEEBGGDBBFBBMBBGBBDGGBECBVVBGGBEBCDBDFFDDDBEBCDDCCCHEEHLLBQQDFFCFFBBBCMMBxBxBBBBKeP1LBBwOCBUBB0BFF7mBNN6SCCrrvDrGrGhFBBNBBPDDBIBsCZBCBBYVVDIBWBBvFhBBDvDBDBBCCBDyCBDCBCmIBC+BBMFBCXBIBBDHBNDDBCBDFFBOOBDDJBBKGGBBBNCBJCBDCCFHHEHHB0CBxBlCBGHBDDBEJBECCBEEDJBkHLBF8I8IBtBBCJBC4FBxDMBEKBE4BBCFFBOBDLBFJB", false)),
		Emoji_Component: () => new UnicodeRangeTable(decodeRanges("jBHHGJB0+H2G2Gsp3B3+8B3+8BBYB8PEBxtBDBtzhY-CB", false)),
		Emoji_Modifier: () => new UnicodeRangeTable(decodeRanges("7-8DE", true)),
		Emoji_Modifier_Base: () => new UnicodeRangeTable(decodeRanges("9wJ8G8GRDB4jzD9B9BBBBDDDBBB2DBBDKBWSBEFFBBBCCBICCZqGqGBFFWFFBvFvFBBBEEB0CRRBBBKMMgSDDJHBHKKBIBDCB5B+B+BBCCBCCSCBCMBmHCBrBIB", false)),
		Emoji_Presentation: () => new UnicodeRangeTable(decodeRanges("64IBBuGDBEDDqQBBWBBzBLBsBUUOJJBSSBGGBJJGWWIBBCFFDIIFBBdkBkBCFFBBBC+B+BBBBZPP8aBB0BFFvlxDrGrG-FDDBIBsCZBCZZVDDBDBCCBWBBvFgBBNIBClCBCVBNqBBFEBNQBEEEBlCBCCCB5FBD+BBODBCXBTbbBOO3C0CBxBlCBHEEBBBDDBEDBMBBIIBkHLBF8I8IBtBBCJBC4FBxDMBEKBE4BBCFFBOBDLBFJB", false)),
		Extended_Pictographic: () => new UnicodeRangeTable(decodeRanges("pFFFu8HNN5GXX7CFBQBBwLBBNnFnFaKBFCBoGoHoHBLLK7B7BBCBCEBKGDBDDFDDCBBDIEBJJBBBGCCGLBMBBDCCBCCTDDBTTBEBCCCBEEBGGDBBFBBMBBGBBDGGBECBVVBGGBEBCDBDFFDDDBEBCDDCCCHEEHLLBQQDFFCFFBBBCMMBxBxBBBBKeP1LBBwOCBUBB0BFF7mBNN6SCCrrvDoBoBBCBlDLBQBBQPPBmBmBBIBxDBBNBBPDDBIBU3BBcOBLVVDIBCDBKWBH7FBDvDBDBBCCBDyCBDCBCDBG9HBC+BBMFBCXBIBBDHBNDDBCBDFFBOOBDDJBBKGGBBBNCBJCBDCCFHHEHHB0CBxBlCBGHBDQBECCBEBDMB7GlBBNDB5BHBLFBpBHBfBBNDBDNBKmBBNuBBCJBC4FB5CHBPxEBhI9fB", false)),
		Hex_Digit: () => new UnicodeRangeTable(decodeRanges("wBJIFbFq1-BJIFbF", true)),
		Lowercase: () => new UnicodeRangeTable(decodeRanges("hDZBwBLLFlBlBBWBCHBC2BCBQCBuBCDECBBBDCCDEEBFFDEEBBBDDDCCCDCCBCCDEECDDBDDBBBHGDCOCBSCBDDCEEC4BCBFBDDDBCCFICBjCBDiBBIBBfEBhDsBsBCEEDDBTccBhBBCBBECBCWCBDBCGDB0B0BBuBBCgBCK0BCDMCBgDCxBoBBo6CqBBCDB5XFBjkCIBC2D2DB+FBiC0ECBHBCgDCBHBJFBLHBJHBJFBLHBJHBJNBDHBJHBJHBJEBCBBHEEBBBCBBJDBDBBJHBLCBCBB6DOORMBuDEEBEEcKFDBBJDBFiBiBBOBFsasaBYBn6BvBBCEEBGCFCCBCCBGBEiDCBIICFFNlBBCGG0oesBCUaCBBBmEMCBBBC8BCBIBCCCDICFCCDCCBBBCSCGGGCMCFCCDOCWDBCCCBBB2ZqBBCNBHvCBh6TGBNEBqhBZBumBnBBpEjBB8EKBCOBCGBCBBkODDBBBCpBBCIBmoByBB+DVB75CfBhsVfB8BYBnqZZBbGBCRBbZBbDBCCCBFBCKBbZBbZBbZBbZBbZBbZBbZBbZBbbBdYBCFBbYBCFBbYBCFBbYBCFBbYBCFBC15B15BBIBCTBHFBmI9BB1lChBB", false)),
		Math: () => new UnicodeRangeTable(decodeRanges("rBRRBBBgBeeCuBuBFmBmBgB5W5WBBBDbbBDDBBBwQCBuwGccBBBMEEOPPBCBWEBMEBiCMBFEEBFFBDBTFFDJBCDDBEBHEEBDDBCCBBBCFBENBClClCBWBCFBCBBFBBFfBCHHBPPBqIBJDBVBB7CffBZBCZZMGB+NBBNJBFFBFBBDBBEEBPCCDFBMHBGBB6BCCeDBKCBxK-BBhI-PBxBUBDFB9+zB4Z4ZBEBCjFjFRCBeCCeCCkEHHBCBitDBBhrwBwoBwoBBzCBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDjJBDxBBhwFDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1BBB-uCIB", false)),
		Quotation_Mark: () => new UnicodeRangeTable(decodeRanges("iBFFkEQQ96HHBaBBowDqOqOBCBOCBixzBDB+FFF7CBB", false)),
		Terminal_Punctuation: () => new UnicodeRangeTable(decodeRanges("hBLLCMMBEE-ZJJiQ6B6BpCPPCCB1FsBsBBJBCsHsHB3B3BBEBCHBgBmImIB1nB1nBBtFtFFFB4JBB2YHBmY9D9DBBBoCBB+ECBEoBoBBCBDBB7JBBjLDBjFBBLBBCCBeCB8FEB-BBBldYYBKKBBBwlDCBzJOOFLLCBBEBBtNBB8ndBBuICBkHEB-LBB3CBBgD4E4EBBB0ECBgERRB6H6HnxUDDB6B6BBBBCDBqFLLCMMBEEiCDD7hBxBxBnkBoGoG3JBB5EFBlCFB6CDB5dEBtBDB+FGBxDDBgECBiEBBHRRB5C5CBDBtDrJrJB2D2DBBBNBBnLDBEOBqDBB6HCBmQCC8HBB4CBBFBB-MCBuBmUmUBrCrCBspBspBBDB6vRBBmEiCiCBBBLqRqRBoJoJBnwTnwTovHDB", false)),
		Uppercase: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiB2BCDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIJDCMCDQCDDDCCBC4BCIBBCBBDCCBCBCGCiJCCEJJHCCBBBCCCBCCBPBCIBkBDDBBBEWCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBpCDBNDBNDBNEBMDBnIFFECBDCBDEEBDBHGCBCBDDBLBBGbbBOBUzZzZBYBx5BvBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoqZZBbZBbZBbCCBGDBDDBCBCHBbZBbBBCDBDHBCGBcBBCDBCEBCEEBFBcZBbZBbZBbZBbZBbZBfYBiBYBiBYBiBYBiBYBiB2pE2pEBgBBvgCZBHZBHZB", false)),
		White_Space: () => new UnicodeRangeTable(decodeRanges("JEBTlDlDbgvFgvFgsCKBeBBGwBwBh9DAB", false))
	});
	static SCRIPTS = new LazyMap({
		Adlam: () => new UnicodeRangeTable(decodeRanges("go6DrCFJFB", true)),
		Ahom: () => new UnicodeRangeTable(decodeRanges("g4lCaDOFW", true)),
		Anatolian_Hieroglyphs: () => new UnicodeRangeTable(decodeRanges("ggxCmS", true)),
		Arabic: () => new UnicodeRangeTable(decodeRanges("gwBEBCFBCNBCCBCfBCJBMZBCrDBChBBxCvBBxHhBBGqCBCcBxy8BtPBDvEBhBPBxDEBCmEBk7DeBkCFBJIBiBFBh43BDBCaBCBBCDDCJBCDBCCCHFFCECBBBCBBCDDCICBCCDDBCGBCDBCDBCCCBIBCQBGCBCEBCQB1BBB", false)),
		Armenian: () => new UnicodeRangeTable(decodeRanges("xpBlBDxBDCks9BE", true)),
		Avestan: () => new UnicodeRangeTable(decodeRanges("g4iC1BEG", true)),
		Balinese: () => new UnicodeRangeTable(decodeRanges("g4GsCCxB", true)),
		Bamum: () => new UnicodeRangeTable(decodeRanges("g1pB3CpowB4R", true)),
		Bassa_Vah: () => new UnicodeRangeTable(decodeRanges("w26CdDF", true)),
		Batak: () => new UnicodeRangeTable(decodeRanges("g+GzBJD", true)),
		Bengali: () => new UnicodeRangeTable(decodeRanges("gsCDBCHBDBBDVBCGBCEEBCBDIBDBBDDBJFFBCCBDBDYB", false)),
		Beria_Erfe: () => new UnicodeRangeTable(decodeRanges("g17CYDY", true)),
		Bhaiksuki: () => new UnicodeRangeTable(decodeRanges("ggnCICsBCNLc", true)),
		Bopomofo: () => new UnicodeRangeTable(decodeRanges("qXB6wLqBxDf", true)),
		Brahmi: () => new UnicodeRangeTable(decodeRanges("ggkCtCFjBKA", true)),
		Braille: () => new UnicodeRangeTable(decodeRanges("ggK-H", true)),
		Buginese: () => new UnicodeRangeTable(decodeRanges("gwGbDB", true)),
		Buhid: () => new UnicodeRangeTable(decodeRanges("g6FT", true)),
		Canadian_Aboriginal: () => new UnicodeRangeTable(decodeRanges("ggF-TxRlC7tgCP", true)),
		Carian: () => new UnicodeRangeTable(decodeRanges("g1gCwB", true)),
		Caucasian_Albanian: () => new UnicodeRangeTable(decodeRanges("wphCzBMA", true)),
		Chakma: () => new UnicodeRangeTable(decodeRanges("gokC0BCR", true)),
		Cham: () => new UnicodeRangeTable(decodeRanges("gwqB2BKNDJDD", true)),
		Cherokee: () => new UnicodeRangeTable(decodeRanges("g9E1CDFz7lBvC", true)),
		Chorasmian: () => new UnicodeRangeTable(decodeRanges("w9jCb", true)),
		Common: () => new UnicodeRangeTable(decodeRanges("AgCBbFBbuBBCOBCEBYgBgBiOmBBGEBDTB1DKKHCC+THHPEEhB9E9ElQiEiEB6mB6mB2MDBjJwvBwvBBBBoCBBsGBBCumBumBOIIBCBCFBCCBDmYmYBKBD2CBCKBEKBCOBShBB-BlBBCCBDFBCaBCQBqBCBF5UBXKBW-cBhIzTBDpEBhQ9CBzMUBCCCBXBQHBFDB8CBBE7C7CB0E0EBOBhBlBBKxBxBB+BBgBwCBwB5C5CBmFBhuG-BBhoWhBBnDCBmFJB1HhFhFsMPPBzuUzuUBxGxGBIBXiBBCSBCDB0ECCBeBbFBbKBLuBuBBhChCBFBCGBLEBjICBFsBBEIBxCMB0BsBBlHaBltuBDB96D8HBEzNBHWBQQBgDzDB9B1HBLmBBD9BBEQBJBBIdBF8BB2GTBNTBN2CBKYBoE0CBCmCBCBBDDDBDDBCBCLBCCCBFBCgCBCDBDHBCGBCbBCDBCEBCEEBFBCzKBDjJBDxBByjFjCBtC8BBjWrBBFjDBNOBDOBCOBCkBBLtFB5BZBCBBOrBBFIBIBBPFB7E4eBEQBEMBE5GBHLBFQQBKBF3BBJJBHnBBJdBDLBFBBPIBoB3KBJNBDMBEKBE4BBCFFBOBDLBFJBIyEBCmDBnghYffB+CB", false)),
		Coptic: () => new UnicodeRangeTable(decodeRanges("ifNxkKzDGG", true)),
		Cuneiform: () => new UnicodeRangeTable(decodeRanges("ggoC5cnDuDCEMjG", true)),
		Cypriot: () => new UnicodeRangeTable(decodeRanges("ggiCFBDCCBqBBCBBEDD", false)),
		Cypro_Minoan: () => new UnicodeRangeTable(decodeRanges("w8rCiD", true)),
		Cyrillic: () => new UnicodeRangeTable(decodeRanges("ggBkEBDoFBx6FKBhFtCtCojEfBhie-CBv8VBBhw4B9BBiBAB", false)),
		Deseret: () => new UnicodeRangeTable(decodeRanges("gghCvC", true)),
		Devanagari: () => new UnicodeRangeTable(decodeRanges("goCwCFODZh7nBfhwcJ", true)),
		Dives_Akuru: () => new UnicodeRangeTable(decodeRanges("gomCGBDDDBGBCBBCdBCBBDLBKJB", false)),
		Dogra: () => new UnicodeRangeTable(decodeRanges("ggmC7B", true)),
		Duployan: () => new UnicodeRangeTable(decodeRanges("ggvDqDGMEIIJDD", true)),
		Egyptian_Hieroglyphs: () => new UnicodeRangeTable(decodeRanges("ggsC1iBL68D", true)),
		Elbasan: () => new UnicodeRangeTable(decodeRanges("gohCnB", true)),
		Elymaic: () => new UnicodeRangeTable(decodeRanges("g-jCW", true)),
		Ethiopic: () => new UnicodeRangeTable(decodeRanges("gwEoCBCDBDGBCCCBCBDoBBCDBDgBBCDBDGBCCCBCBDOBC4BBCDBDiCBDfBEZBnvGWBKGBCGBCGBCGBCGBCGBCGBCGBjpfFBDFBDFBKGBCGBylvCGBCDBCBBCOB", false)),
		Garay: () => new UnicodeRangeTable(decodeRanges("gqjClBEcJB", true)),
		Georgian: () => new UnicodeRangeTable(decodeRanges("glElBBCGGDqBBCDBx8CqBBDCBhiElBBCGG", false)),
		Glagolitic: () => new UnicodeRangeTable(decodeRanges("ggL-Ch9sDGCQDGCBCE", true)),
		Gothic: () => new UnicodeRangeTable(decodeRanges("w5gCa", true)),
		Grantha: () => new UnicodeRangeTable(decodeRanges("g4kCDBCHBDBBDVBCGBCBBCEBDIBDBBDCBDHHGGBDGBEEB", false)),
		Greek: () => new UnicodeRangeTable(decodeRanges("wbDBCCBDDBCFFCCCBBBCCCBSBC+BBPPBnpGEBzBEBFEB1ChKhKBUBDFBDlBBDFBDHBCGCBdBD0BBCOBCNBDFBCSBDCBCIBoJ-xiB-xiB7uVuCBSgj0Bgj0BBkCB", false)),
		Gujarati: () => new UnicodeRangeTable(decodeRanges("h0CCBCIBCCBCVBCGBCBBCEBDJBCCBCCBDQQBCBDLBIGB", false)),
		Gunjala_Gondi: () => new UnicodeRangeTable(decodeRanges("grnCFCBCkBCBCFIJ", true)),
		Gurmukhi: () => new UnicodeRangeTable(decodeRanges("hwCCBCFBFBBDVBCGBCBBCBBCBBDCCBDBFBBDCBEIIBCBCIIBPB", false)),
		Gurung_Khema: () => new UnicodeRangeTable(decodeRanges("go4C5B", true)),
		Han: () => new UnicodeRangeTable(decodeRanges("g0LZBC4CBN1GBwBCCaIBPDBle-tGBhC-vUBhoWtLBDpDBpodBBNGBqgkB-2pBBhB9oEBDt0FBDwpHBQtTBjtC9QBjvBq6EBGppIB", false)),
		Hangul: () => new UnicodeRangeTable(decodeRanges("goE-HvxHBiI9CyDeiCei3dckUj9KNWFwBl9JeEFDFDFDC", true)),
		Hanifi_Rohingya: () => new UnicodeRangeTable(decodeRanges("gojCnBJJ", true)),
		Hanunoo: () => new UnicodeRangeTable(decodeRanges("g5FU", true)),
		Hatran: () => new UnicodeRangeTable(decodeRanges("gniCSCBGE", true)),
		Hebrew: () => new UnicodeRangeTable(decodeRanges("xsB2BBJaBFFBpp9BZBCEBCCCBCCBCCBIB", false)),
		Hiragana: () => new UnicodeRangeTable(decodeRanges("hiM1CBHCBi7-C+IBTeeBBBulQAB", false)),
		Imperial_Aramaic: () => new UnicodeRangeTable(decodeRanges("giiCVCI", true)),
		Inherited: () => new UnicodeRangeTable(decodeRanges("gYvDB2IBBlOKBbhXhXBCB8qEtBBDLBlPCBCMBCGBFHHEBBnG-BBtQBBjGgBB65DDBsDBBmrzBPBRNBwejHjH7iEl+uBl+uBBsBBDWBhRCBSHBDGBfDBz6rYvHB", false)),
		Inscriptional_Pahlavi: () => new UnicodeRangeTable(decodeRanges("g7iCSGH", true)),
		Inscriptional_Parthian: () => new UnicodeRangeTable(decodeRanges("g6iCVDH", true)),
		Javanese: () => new UnicodeRangeTable(decodeRanges("gsqBtCDJFB", true)),
		Kaithi: () => new UnicodeRangeTable(decodeRanges("gkkCiCLA", true)),
		Kannada: () => new UnicodeRangeTable(decodeRanges("gkDMCCCWCJCEDICCCDIBGCCDDJCC", true)),
		Katakana: () => new UnicodeRangeTable(decodeRanges("hlM5CBDCBxHPBxGuBBC3CBvgzBJBCsBBzisBDBCGBCBBCgJgJBBBzBPPBCB", false)),
		Kawi: () => new UnicodeRangeTable(decodeRanges("g4nCQCoBEc", true)),
		Kayah_Li: () => new UnicodeRangeTable(decodeRanges("goqBtBCA", true)),
		Kharoshthi: () => new UnicodeRangeTable(decodeRanges("gwiCDCBGHCCCcDCFJII", true)),
		Khitan_Small_Script: () => new UnicodeRangeTable(decodeRanges("k-7C84G84GB0OBqBAB", false)),
		Khmer: () => new UnicodeRangeTable(decodeRanges("g8F9CDJHJnPf", true)),
		Khojki: () => new UnicodeRangeTable(decodeRanges("gwkCRCuB", true)),
		Khudawadi: () => new UnicodeRangeTable(decodeRanges("w1kC6BGJ", true)),
		Kirat_Rai: () => new UnicodeRangeTable(decodeRanges("gq7C5B", true)),
		Lao: () => new UnicodeRangeTable(decodeRanges("h0DBBCCCBDBCXBCCCBVBDEBCCCBFBCJBDDB", false)),
		Latin: () => new UnicodeRangeTable(decodeRanges("hCZBHZBwBQQGWBCeBCgOBoBEB8wGlBBHwBBGDBGMBClCBiC-HByLOORMBuEBBHccSoBB42CfBj1elDBExCBVOBxZqBBCIBCDB38TGB7gBZBHZBmhCFBCpBBCIBm61BeBHFB", false)),
		Lepcha: () => new UnicodeRangeTable(decodeRanges("ggH3BEOEC", true)),
		Limbu: () => new UnicodeRangeTable(decodeRanges("goGeBCLBFLBFEEBKB", false)),
		Linear_A: () => new UnicodeRangeTable(decodeRanges("gwhC2JKVLH", true)),
		Linear_B: () => new UnicodeRangeTable(decodeRanges("gggCLCZCSCBCODNjB6D", true)),
		Lisu: () => new UnicodeRangeTable(decodeRanges("wmpBvBx1eA", true)),
		Lycian: () => new UnicodeRangeTable(decodeRanges("g0gCc", true)),
		Lydian: () => new UnicodeRangeTable(decodeRanges("gpiCZGA", true)),
		Mahajani: () => new UnicodeRangeTable(decodeRanges("wqkCmB", true)),
		Makasar: () => new UnicodeRangeTable(decodeRanges("g3nCY", true)),
		Malayalam: () => new UnicodeRangeTable(decodeRanges("goDMCCCyBCCCFFPDZ", true)),
		Mandaic: () => new UnicodeRangeTable(decodeRanges("giCbDA", true)),
		Manichaean: () => new UnicodeRangeTable(decodeRanges("g2iCmBFL", true)),
		Marchen: () => new UnicodeRangeTable(decodeRanges("wjnCfDVCN", true)),
		Masaram_Gondi: () => new UnicodeRangeTable(decodeRanges("gonCGBCBBCrBBECCBCCBHBJJB", false)),
		Medefaidrin: () => new UnicodeRangeTable(decodeRanges("gy7C6C", true)),
		Meetei_Mayek: () => new UnicodeRangeTable(decodeRanges("g3qBWqGtBDJ", true)),
		Mende_Kikakui: () => new UnicodeRangeTable(decodeRanges("gg6DkGDP", true)),
		Meroitic_Cursive: () => new UnicodeRangeTable(decodeRanges("gtiCXFTDtB", true)),
		Meroitic_Hieroglyphs: () => new UnicodeRangeTable(decodeRanges("gsiCf", true)),
		Miao: () => new UnicodeRangeTable(decodeRanges("g47CqCF4BIQ", true)),
		Modi: () => new UnicodeRangeTable(decodeRanges("gwlCkCMJ", true)),
		Mongolian: () => new UnicodeRangeTable(decodeRanges("ggGBBDCCBSBH4CBIqBB2t-BMB", false)),
		Mro: () => new UnicodeRangeTable(decodeRanges("gy6CeCJFB", true)),
		Multani: () => new UnicodeRangeTable(decodeRanges("g0kCGBCCCBCBCOBCKB", false)),
		Myanmar: () => new UnicodeRangeTable(decodeRanges("ggE-EhqmBeiDfxibT", true)),
		Nabataean: () => new UnicodeRangeTable(decodeRanges("gkiCeJI", true)),
		Nag_Mundari: () => new UnicodeRangeTable(decodeRanges("wm5DpB", true)),
		Nandinagari: () => new UnicodeRangeTable(decodeRanges("gtmCHDtBDK", true)),
		New_Tai_Lue: () => new UnicodeRangeTable(decodeRanges("gsGrBFZHKEB", true)),
		Newa: () => new UnicodeRangeTable(decodeRanges("gglC7CCE", true)),
		Nko: () => new UnicodeRangeTable(decodeRanges("g+B6BDC", true)),
		Nushu: () => new UnicodeRangeTable(decodeRanges("h-7CvsQvsQBqMB", false)),
		Nyiakeng_Puachue_Hmong: () => new UnicodeRangeTable(decodeRanges("go4DsBENDJFB", true)),
		Ogham: () => new UnicodeRangeTable(decodeRanges("g0Fc", true)),
		Ol_Chiki: () => new UnicodeRangeTable(decodeRanges("wiHvB", true)),
		Ol_Onal: () => new UnicodeRangeTable(decodeRanges("wu5DqBFA", true)),
		Old_Hungarian: () => new UnicodeRangeTable(decodeRanges("gkjCyBOyBIF", true)),
		Old_Italic: () => new UnicodeRangeTable(decodeRanges("g4gCjBKC", true)),
		Old_North_Arabian: () => new UnicodeRangeTable(decodeRanges("g0iCf", true)),
		Old_Permic: () => new UnicodeRangeTable(decodeRanges("w6gCqB", true)),
		Old_Persian: () => new UnicodeRangeTable(decodeRanges("g9gCjBFN", true)),
		Old_Sogdian: () => new UnicodeRangeTable(decodeRanges("g4jCnB", true)),
		Old_South_Arabian: () => new UnicodeRangeTable(decodeRanges("gziCf", true)),
		Old_Turkic: () => new UnicodeRangeTable(decodeRanges("ggjCoC", true)),
		Old_Uyghur: () => new UnicodeRangeTable(decodeRanges("w7jCZ", true)),
		Oriya: () => new UnicodeRangeTable(decodeRanges("h4CCCHDBDVCGCBCEDIDBDCICFBCEDR", true)),
		Osage: () => new UnicodeRangeTable(decodeRanges("wlhCjBFjB", true)),
		Osmanya: () => new UnicodeRangeTable(decodeRanges("gkhCdDJ", true)),
		Pahawh_Hmong: () => new UnicodeRangeTable(decodeRanges("g46ClCLJCGCUGS", true)),
		Palmyrene: () => new UnicodeRangeTable(decodeRanges("gjiCf", true)),
		Pau_Cin_Hau: () => new UnicodeRangeTable(decodeRanges("g2mC4B", true)),
		Phags_Pa: () => new UnicodeRangeTable(decodeRanges("giqB3B", true)),
		Phoenician: () => new UnicodeRangeTable(decodeRanges("goiCbEA", true)),
		Psalter_Pahlavi: () => new UnicodeRangeTable(decodeRanges("g8iCRIDNG", true)),
		Rejang: () => new UnicodeRangeTable(decodeRanges("wpqBjBMA", true)),
		Runic: () => new UnicodeRangeTable(decodeRanges("g1FqCEK", true)),
		Samaritan: () => new UnicodeRangeTable(decodeRanges("ggCtBDO", true)),
		Saurashtra: () => new UnicodeRangeTable(decodeRanges("gkqBlCJL", true)),
		Sharada: () => new UnicodeRangeTable(decodeRanges("gskC-ChsCH", true)),
		Shavian: () => new UnicodeRangeTable(decodeRanges("wihCvB", true)),
		Siddham: () => new UnicodeRangeTable(decodeRanges("gslC1BDlB", true)),
		Sidetic: () => new UnicodeRangeTable(decodeRanges("gqiCZ", true)),
		SignWriting: () => new UnicodeRangeTable(decodeRanges("gg2DrUQECO", true)),
		Sinhala: () => new UnicodeRangeTable(decodeRanges("hsDCBCRBEXBCIBCDDBFBEFFBEBCCCBGBHJBDCBt-gCTB", false)),
		Sogdian: () => new UnicodeRangeTable(decodeRanges("w5jCpB", true)),
		Sora_Sompeng: () => new UnicodeRangeTable(decodeRanges("wmkCYIJ", true)),
		Soyombo: () => new UnicodeRangeTable(decodeRanges("wymCyC", true)),
		Sundanese: () => new UnicodeRangeTable(decodeRanges("g8G-BhIH", true)),
		Sunuwar: () => new UnicodeRangeTable(decodeRanges("g+mChBPJ", true)),
		Syloti_Nagri: () => new UnicodeRangeTable(decodeRanges("ggqBsB", true)),
		Syriac: () => new UnicodeRangeTable(decodeRanges("g4BNC7BDCxIK", true)),
		Tagalog: () => new UnicodeRangeTable(decodeRanges("g4FVKA", true)),
		Tagbanwa: () => new UnicodeRangeTable(decodeRanges("g7FMCCCB", true)),
		Tai_Le: () => new UnicodeRangeTable(decodeRanges("wqGdDE", true)),
		Tai_Tham: () => new UnicodeRangeTable(decodeRanges("gxG+BCcDKHJHN", true)),
		Tai_Viet: () => new UnicodeRangeTable(decodeRanges("g0qBiCZE", true)),
		Tai_Yo: () => new UnicodeRangeTable(decodeRanges("g25DeCVJB", true)),
		Takri: () => new UnicodeRangeTable(decodeRanges("g0lC5BHJ", true)),
		Tamil: () => new UnicodeRangeTable(decodeRanges("i8CBBCFBECBCDBEBBCCCBEEBEEBBBELBFEBECBCDBDHHPUBm+kCxBBOAB", false)),
		Tangsa: () => new UnicodeRangeTable(decodeRanges("wz6CuCCJ", true)),
		Tangut: () => new UnicodeRangeTable(decodeRanges("g-7CgBgBB+3GBhQeBiDyDB", false)),
		Telugu: () => new UnicodeRangeTable(decodeRanges("ggDMCCCWCPDICCCDIBCCCBDDDJII", true)),
		Thaana: () => new UnicodeRangeTable(decodeRanges("g8BxB", true)),
		Thai: () => new UnicodeRangeTable(decodeRanges("hwD5BGb", true)),
		Tibetan: () => new UnicodeRangeTable(decodeRanges("g4DnCCjBFmBCjBCOCGFB", true)),
		Tifinagh: () => new UnicodeRangeTable(decodeRanges("wpL3BIBPA", true)),
		Tirhuta: () => new UnicodeRangeTable(decodeRanges("gklCnCJJ", true)),
		Todhri: () => new UnicodeRangeTable(decodeRanges("guhCzB", true)),
		Tolong_Siki: () => new UnicodeRangeTable(decodeRanges("wtnCrBFJ", true)),
		Toto: () => new UnicodeRangeTable(decodeRanges("w04De", true)),
		Tulu_Tigalari: () => new UnicodeRangeTable(decodeRanges("g8kCJBCDDClBBCJBCDDCDBCJBCBBJBB", false)),
		Ugaritic: () => new UnicodeRangeTable(decodeRanges("g8gCdCA", true)),
		Unknown: () => new UnicodeRangeTable(decodeRanges("4bBBHDBICCVuMuMnBBBzBBBE4B4BBGBcDBHKBvI9B9BBmDmDBMB8BBByBBBQddBCCMEBjBEBuHJJBDDBXXICCBBBFBBKBBDBBFHBCDBDGGBaaBEEHDBDBBXIIDGDBCCGDBDBBECBCGBFCCBFBSJBEKKEXXIDDGBBLIEBCCBNBFBBNGBIEEJBBDBBXIIDGGBKKBDDBEEBFBEDBDGGBTTBIBDHHBBBEFFBBBDCCDCBDCBECBNDBGCBEFFBCCBEBCNBWEBOEEYRRBKKEFFBFBDEEDBBFBBLGBXEEYLLGBBKEEFGBDEBEFFBLLELBOEE0BEEHDBRBBbEETCBZKKCBBICBCDBHCCJFBLBBELB7BDBekBBDCCGZZCYYBGGCIILBBFfBpClBlBBCBoBlBlBQOOBjBBnGCCBDBCBB6LFFBIICFFBqBqBFBBiBFFBIICFFBQQ6BFFBkCkCBhBhBBBBbFB3CBBHBB+UCB6CGBXIBZIBVLBOEEDLB-CBBLFBLFBbFB6CGBsBEBnCJBgBNNBCBNDBCCBrBBBGKBtBDBbFBMCB-BBBiCeeBMMBEBLFBPBBvBBBNTBuCnFnFBGB9BCBQCB-BEBsBBBMHBsBEB3QBBHBBnBBBHBBJGCgBBB2BQQPBBHUUBEEKmDmDNBBcOOBBBjBNBiBOBtEDB7UVBMUB14BBB-LEBuBCCBDBCBB5BGBDNBZIBI4BI-DhBBb6C6CBKB3GZBxC3C3CBoDoDBDBsB-C-C3CIBxBuzcuzcBBB4BIB9KTB5FHB+GTB9BCBLFB5BHBnCHBNFB1DKBfCBvCMMBCBiB4B4BBHBPBBLBBoDXBdJBHBBHBBHIBIII9BDB-DBBLFBl9KLBYDByBjoIBvLBBrDlBBILBGEBbGGCGDrUfBrBFB0BUUFDBGoEoEBCC-FCBHBBHBBHBBECBIIIBIBGBBNbbUDDQBBPhBB8DEBEDBuBCB5COOBBBCuBBvBhEBeCByBOBdDBlBIBfEBsBEBfmBmBBCBPpBB-EBBLFBlBDBlBDBpBHB1BKBNQQIDDMQQIDDBBB1BLB4JIBXJBJXBHrBrBKkCBHBBCtBtBDCBCBBYpCpCBGBKvBBUDDBDBiBCBcEBclBB5BDBVBBzBDDBDBJEEeBBEDBLGBKGBhCfBoBDBNIB3BCBeBBcEBbGBFLBIvCBqC2BB0BMB0BGBvBHBLFBnBCBeHBDvGBgBrBrBEBBDPBHHBKgBBvBHBrBVBblBBdTBYIBvCDBlBIBlCJBCBBaGBLFB2BTTBGBoBIBhDVVBJBTwBwBB8BBICCFQQMFB8BEBLFBFJJBDDBXXIDDGLLBDDBEEBCCBEBCEBIBBICBGKBLCCBCCnBLLCBBCFFLDDBGBDcB9CGGBcBpCHBLlFB3BBBnBhBBmCKBLFBOSB7BFBLFBVbBcBBQDBY4FB9BjDB0CLBJBBCBBJDDfDDBNNBHBLlCBJBBvBBBMaBpCHB0CMBqCGBL1CBJ3CBjBNBLFBKuBuBPJBeCBhBBBXPPBnCBIDDtBCBCDDKHBLFBHDDmBDDHGBLFBtBDBL1HBaGBSqBqBBBBe0CBCOBzBMB8clDBwDGGBJBlGryCBkDMB3iBJB88DEBoS41GB7Bl2BB6RGBgBLLBCByCLLBEBfBBHJBnCJBLIIWEBUvNB7BlGB8CEBaBBarBBsCDB6BGBS-BBGKBIIB3mHoBBhBgDB0D8vIBFIIDkJkJBNBCcBEBBCNBFHBtMjoCBsDEBOCBKGBLBBJ76DB+HCB1NFBYOBSOBvBBBYIB1D7BB3HJBoBBBjGUBnC5DBVLBVLB4CIBamEB2CoCoCDBBCBBDBBFNNCIIiCFFBJJIddFGGCCBI1K1KBlJlJB-V-VBNBGQQBuiBBgBFBH0GBISSBIIDGGBDB-BgBBCvDBuBCBPBBLDBD-JBgBQB7BEBCvOBrB1GBsBDBC-FBgBXXBGBD-GBIFFDQQmGBBRoBBtCDBLDBDwYBlCrCB+BhGBFccDCCBCCLFFCCCBEBCDBCECEDDCBBCICDCCBFFIKFCLLSEBEGGSzBBDtIBtBDBlDLBQBBQQQmBJBvF3BBeMBtBDBKGBDNBH5EB6eCBSCBOCB7GFBNDBCOBNDB5BHBLFBpBHBfBBNDBDNBKmBB5KHBPBBOCBMCB6BCCBCBRBBNDBLGB0EoDoDBjgBBh3pBfB-oEBBv0FBBypHOBvThtCB-QhvBBs6EEBrpIm8yVBCdBhD-DBxHvw-FB", false)),
		Vai: () => new UnicodeRangeTable(decodeRanges("gopBrJ", true)),
		Vithkuqi: () => new UnicodeRangeTable(decodeRanges("wrhCKCOCGCBCKCOCGCB", true)),
		Wancho: () => new UnicodeRangeTable(decodeRanges("g24D5BGA", true)),
		Warang_Citi: () => new UnicodeRangeTable(decodeRanges("glmCyCNA", true)),
		Yezidi: () => new UnicodeRangeTable(decodeRanges("g0jCpBCCDB", true)),
		Yi: () => new UnicodeRangeTable(decodeRanges("ggoBskBE2B", true)),
		Zanabazar_Square: () => new UnicodeRangeTable(decodeRanges("gwmCnC", true))
	});
	static FOLD_CATEGORIES = new LazyMap({
		L: () => new UnicodeRangeTable(decodeRanges("laA", true)),
		LC: () => new UnicodeRangeTable(decodeRanges("laA", true)),
		Ll: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiBuBCEECDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIBBCBBCBBCOCDQCDBBCCCBBBC4BCIBBCBBDCCBCBCGC3HrBrBCEEJHHCCBCCCBCCBPBCIBkBJJCUCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBZHBJHBJHBJEBMEBMDBNEBMEBqJEEBHHxC9zC9zCBuBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoyehBB", false)),
		Lt: () => new UnicodeRangeTable(decodeRanges("kOCCBCCBCClBCCtsHHBJHBJHBMQQwBAB", false)),
		Lu: () => new UnicodeRangeTable(decodeRanges("hDZB7BqBqBBWBCHBCuBCEECDOCDsBCDECBBBDCCDEEGDDECBDDDCCCDFFDEECDDECCGBBCBBCBBCOCBSCDBBCEECkBCEQCJDDBCCFICBEBCBBCCCBEEBCCBCBCEBDCCBDDIDDCBBEFBGLLBnFnFsBCCEEEBBBvBDBCdBCBBECBCWCBDBCGD1BvBBCgBCK0BCDMCBgDCyBlBBq6CqBBDCB5XFBjkCIBCvHvHERRzD0ECGGGC8CCBHBJFBLHBJHBJFBMGCJHBJNBzBBBNSSBPPBEEpL2B2Bs1CvBBCEEBGCHDDLiDCJCCFNNBkBBCGG0oesBCUaCoEMCE8BCLCCDICFFFCBBDSCMOCFCCDOCb9a9advCBi8UZBumBnBBpEjBB8EKBCOBCGBCBBk4ByBB+DVB75CfBhsVfB8BYBvyehBB", false)),
		M: () => new UnicodeRangeTable(decodeRanges("5cgBgBlgHAB", false)),
		Mn: () => new UnicodeRangeTable(decodeRanges("5cgBgBlgHAB", false)),
		Emoji: () => new UnicodeRangeTable(decodeRanges("8mJA", true)),
		Extended_Pictographic: () => new UnicodeRangeTable(decodeRanges("8mJA", true)),
		Lowercase: () => new UnicodeRangeTable(decodeRanges("hCZBmDWBCGBiBuBCEECDOCDuBCBECEBBCCCBCCBBBDDBCBBCCBEBBCBBCECBCCDCCBCCBBBCCCBEEIBBCBBCBBCOCDQCDBBCCCBBBC4BCIBBCBBDCCBCBCGCiJCCEJJHCCBBBCCCBCCBPBCIBkBJJCUCGDDCBBDyBBxBgBCK2BCBMCD+CCDlBBq6ClBBCGGzW1CB0kCHHBpBBDCBhK0ECKgDCKHBJFBLHBJHBJFBMGCJHBZHBJHBJHBJEBMEBMDBNEBMEBqJEEBHHuBPBUzZzZBYBx5BvBBxBCCBBBDGCBCBCDDJCBCgDCJCCFuqeuqeCqBCUaCoEMCE8BCLECBICFCCDCCEUCBDBCEBCOCBCBCCCBQCZs5Vs5VBYBmmBnBBpEjBB9EKBCOBCGBCBBr3ByBB+EVB75CfBhsVfBhCYBoyehBB", false)),
		Math: () => new UnicodeRangeTable(decodeRanges("ycGDCHHFMMDDDCHHFAB", false)),
		Uppercase: () => new UnicodeRangeTable(decodeRanges("hDZB7BqBqBBWBCHBCuBCEECDOCDsBCDECBBBDCCDEEGDDECBDDDCCCDFFDEECDDECCGBBCBBCBBCOCBSCDBBCEECkBCEQCJDDBCCFICBEBCBBCCCBEEBCCBCBCEBDCCBDDIDDCBBEFBGLLBnFnFsBCCEEEBBBvBDBCdBCBBECBCWCBDBCGD1BvBBCgBCK0BCDMCBgDCyBlBBq6CqBBDCB5XFBjkCIBCvHvHERRzD0ECGGGC8CCBHBJFBLHBJHBJFBMGCJHBJNBzBBBNSSBPPBEEpLiBiBBOBFsasaBYBn6BvBBCEEBGCHDDLiDCJCCFNNBkBBCGG0oesBCUaCoEMCE8BCLCCDICFFFCBBDSCMOCFCCDOCb9a9advCBi8UZBumBnBBpEjBB8EKBCOBCGBCBBk4ByBB+DVB75CfBhsVfB8BYBvyehBB", false))
	});
	static FOLD_SCRIPT = new LazyMap({
		Common: () => new UnicodeRangeTable(decodeRanges("8cgBgB", false)),
		Greek: () => new UnicodeRangeTable(decodeRanges("1FwUwU", false)),
		Inherited: () => new UnicodeRangeTable(decodeRanges("5cgBgBlgHAB", false))
	});
};
/**
* Utilities for dealing with Unicode better than JS does.
*/
var Unicode = class Unicode {
	static MAX_RUNE = 1114111;
	static RUNE_ERROR = 65533;
	static isUnsearchable(r) {
		return r === Unicode.RUNE_ERROR || r >= Unicode.MIN_HIGH_SURROGATE && r <= Unicode.MAX_LOW_SURROGATE;
	}
	static MAX_ASCII = 127;
	static MAX_LATIN1 = 255;
	static MAX_BMP = 65535;
	static MIN_FOLD = 65;
	static MAX_FOLD = 125251;
	static MIN_HIGH_SURROGATE = 55296;
	static MAX_HIGH_SURROGATE = 56319;
	static MIN_LOW_SURROGATE = 56320;
	static MAX_LOW_SURROGATE = 57343;
	static MIN_SUPPLEMENTARY_CODE_POINT = 65536;
	static is32(ranges, r) {
		let lo = 0;
		let hi = ranges.length;
		while (lo < hi) {
			const m = lo + Math.floor((hi - lo) / 2);
			const rlo = ranges.getLo(m);
			const rhi = ranges.getHi(m);
			if (rlo <= r && r <= rhi) {
				const stride = ranges.getStride(m);
				return (r - rlo) % stride === 0;
			}
			if (r < rlo) hi = m;
			else lo = m + 1;
		}
		return false;
	}
	static is(ranges, r) {
		if (r <= Unicode.MAX_LATIN1) {
			for (let i = 0; i < ranges.length; i++) {
				if (r > ranges.getHi(i)) continue;
				const rlo = ranges.getLo(i);
				if (r < rlo) return false;
				const stride = ranges.getStride(i);
				return (r - rlo) % stride === 0;
			}
			return false;
		}
		return ranges.length > 0 && r >= ranges.getLo(0) && Unicode.is32(ranges, r);
	}
	static isPrint(r) {
		if (r <= Unicode.MAX_LATIN1) return r >= 32 && r < Unicode.MAX_ASCII || r >= 161 && r !== 173;
		return Unicode.is(UnicodeTables.Print, r);
	}
	static simpleFold(r) {
		if (UnicodeTables.CASE_ORBIT.has(r)) return UnicodeTables.CASE_ORBIT.get(r);
		if (r <= Unicode.MAX_ASCII) {
			const l = Codepoint.toLowerCase(r);
			return l !== r ? l : Codepoint.toUpperCase(r);
		}
		return r;
	}
	static equalsIgnoreCase(r1, r2) {
		if (r1 === r2) return true;
		if (r1 < 0 || r2 < 0) return false;
		if (r1 <= Unicode.MAX_ASCII && r2 <= Unicode.MAX_ASCII) {
			if (65 <= r1 && r1 <= 90) r1 |= 32;
			if (65 <= r2 && r2 <= 90) r2 |= 32;
			return r1 === r2;
		}
		for (let r = Unicode.simpleFold(r1); r !== r1; r = Unicode.simpleFold(r)) if (r === r2) return true;
		return false;
	}
};
var RE2JSException = class extends Error {
	/** @param {string} message */
	constructor(message) {
		super(message);
		this.name = "RE2JSException";
	}
};
/**
* An exception thrown by the parser if the pattern was invalid.
*/
var RE2JSSyntaxException = class extends RE2JSException {
	/**
	* @param {string} error
	* @param {string|null} [input=null]
	*/
	constructor(error, input = null) {
		let message = `error parsing regexp: ${error}`;
		if (input) message += `: \`${input}\``;
		super(message);
		this.name = "RE2JSSyntaxException";
		this.message = message;
		/** @type {string} */
		this.error = error;
		/** @type {string|null} */
		this.input = input;
	}
	/**
	* Retrieves the description of the error.
	* @returns {string}
	*/
	getDescription() {
		return this.error;
	}
	/**
	* Retrieves the erroneous regular-expression pattern.
	* @returns {string|null}
	*/
	getPattern() {
		return this.input;
	}
};
/**
* An exception thrown by the compiler
*/
var RE2JSCompileException = class extends RE2JSException {
	/** @param {string} message */
	constructor(message) {
		super(message);
		this.name = "RE2JSCompileException";
	}
};
/**
* An exception thrown by using groups
*/
var RE2JSGroupException = class extends RE2JSException {
	/** @param {string} message */
	constructor(message) {
		super(message);
		this.name = "RE2JSGroupException";
	}
};
/**
* An exception thrown by flags
*/
var RE2JSFlagsException = class extends RE2JSException {
	/** @param {string} message */
	constructor(message) {
		super(message);
		this.name = "RE2JSFlagsException";
	}
};
/**
* An exception thrown for internal engine errors, such as corrupted bytecodes.
*/
var RE2JSInternalException = class extends RE2JSException {
	/** @param {string} message */
	constructor(message) {
		super(message);
		this.name = "RE2JSInternalException";
	}
};
/**
* Size of the precomputed single-byte lookup table.
* Covers standard ASCII and Latin-1 characters for fast-path execution.
*/
var FAST_PATH_TABLE_SIZE = 256;
/**
* Precomputed lookup table for Word Boundary (\b, \B) assertions.
* * By precomputing the boolean results for standard ASCII word ranges
* ('a'-'z', 'A'-'Z', '0'-'9', '_'), we completely eliminate 4 logical
* branches from the NFA's hot execution loop. This prevents costly
* CPU branch mispredictions when scanning large strings.
*/
var WORD_RUNE_TABLE = new Uint8Array(FAST_PATH_TABLE_SIZE);
for (let i = 0; i < FAST_PATH_TABLE_SIZE; i++) WORD_RUNE_TABLE[i] = 97 <= i && i <= 122 || 65 <= i && i <= 90 || 48 <= i && i <= 57 || i === 95 ? 1 : 0;
var cachedNativeEncoder = null;
var cachedNativeDecoder = null;
/**
* Various constants and helper utilities.
*/
var Utils = class Utils {
	static METACHARACTERS = "\\.+*?()|[]{}^$";
	static EMPTY_BEGIN_LINE = 1;
	static EMPTY_END_LINE = 2;
	static EMPTY_BEGIN_TEXT = 4;
	static EMPTY_END_TEXT = 8;
	static EMPTY_WORD_BOUNDARY = 16;
	static EMPTY_NO_WORD_BOUNDARY = 32;
	static EMPTY_ALL = -1;
	static emptyInts() {
		return [];
	}
	static isString(value) {
		return typeof value === "string" || Object.prototype.toString.call(value) === "[object String]";
	}
	static typeName(value) {
		if (value === null || typeof value !== "object" && typeof value !== "function") return value === null ? "null" : typeof value;
		return Object.prototype.toString.call(value).slice(8, -1);
	}
	static checkPattern(pattern) {
		if (!Utils.isString(pattern)) throw new TypeError(`The pattern must be a string, not ${Utils.typeName(pattern)} (RE2JS.translateRegExp() converts a RegExp)`);
	}
	static checkInput(input) {
		if (!Utils.isString(input) && !Utils.isByteArray(input)) throw new TypeError(`The input must be a string or a byte array (Uint8Array or number[]), not ${Utils.typeName(input)}`);
	}
	static checkFlags(flags) {
		const known = PublicFlags.MULTILINE | PublicFlags.DOTALL | PublicFlags.CASE_INSENSITIVE | PublicFlags.DISABLE_UNICODE_GROUPS | PublicFlags.LONGEST_MATCH | PublicFlags.LOOKBEHINDS;
		if (!Number.isInteger(flags) || (flags & ~known) !== 0) throw new RE2JSFlagsException("Flags should only be a combination of MULTILINE, DOTALL, CASE_INSENSITIVE, DISABLE_UNICODE_GROUPS, LONGEST_MATCH, LOOKBEHINDS");
	}
	static isByteArray(input) {
		return Array.isArray(input) || Object.prototype.toString.call(input) === "[object Uint8Array]";
	}
	static isalnum(c) {
		return Codepoint.CODES["0"] <= c && c <= Codepoint.CODES["9"] || Codepoint.CODES["a"] <= c && c <= Codepoint.CODES["z"] || Codepoint.CODES["A"] <= c && c <= Codepoint.CODES["Z"];
	}
	static unhex(c) {
		if (Codepoint.CODES["0"] <= c && c <= Codepoint.CODES["9"]) return c - Codepoint.CODES["0"];
		if (Codepoint.CODES["a"] <= c && c <= Codepoint.CODES["f"]) return c - Codepoint.CODES["a"] + 10;
		if (Codepoint.CODES["A"] <= c && c <= Codepoint.CODES["F"]) return c - Codepoint.CODES["A"] + 10;
		return -1;
	}
	static escapeRune(rune) {
		let out = "";
		if (Unicode.isPrint(rune)) {
			if (Utils.METACHARACTERS.indexOf(String.fromCodePoint(rune)) >= 0) out += "\\";
			out += String.fromCodePoint(rune);
		} else switch (rune) {
			case Codepoint.CODES["\""]:
				out += "\\\"";
				break;
			case Codepoint.CODES["\\"]:
				out += "\\\\";
				break;
			case Codepoint.CODES["	"]:
				out += "\\t";
				break;
			case Codepoint.CODES["\n"]:
				out += "\\n";
				break;
			case Codepoint.CODES["\r"]:
				out += "\\r";
				break;
			case Codepoint.CODES["\b"]:
				out += "\\b";
				break;
			case Codepoint.CODES["\f"]:
				out += "\\f";
				break;
			default: {
				let s = rune.toString(16);
				if (rune < 256) {
					out += "\\x";
					if (s.length === 1) out += "0";
					out += s;
				} else out += `\\x{${s}}`;
				break;
			}
		}
		return out;
	}
	static stringToRunes(str) {
		const string = String(str);
		const runes = [];
		let i = 0;
		while (i < string.length) {
			const cp = string.codePointAt(i);
			runes.push(cp);
			i += cp > Unicode.MAX_BMP ? 2 : 1;
		}
		return new Int32Array(runes);
	}
	static runeToString(r) {
		return String.fromCodePoint(r);
	}
	static isWordRune(r) {
		return r < FAST_PATH_TABLE_SIZE ? WORD_RUNE_TABLE[r] === 1 : false;
	}
	static emptyOpContext(r1, r2) {
		let op = 0;
		if (r1 < 0) op |= Utils.EMPTY_BEGIN_TEXT | Utils.EMPTY_BEGIN_LINE;
		if (r1 === 10) op |= Utils.EMPTY_BEGIN_LINE;
		if (r2 < 0) op |= Utils.EMPTY_END_TEXT | Utils.EMPTY_END_LINE;
		if (r2 === 10) op |= Utils.EMPTY_END_LINE;
		if (Utils.isWordRune(r1) !== Utils.isWordRune(r2)) op |= Utils.EMPTY_WORD_BOUNDARY;
		else op |= Utils.EMPTY_NO_WORD_BOUNDARY;
		return op;
	}
	/**
	* Returns a string that quotes all regular expression metacharacters inside the argument text;
	* the returned string is a regular expression matching the literal text. For example,
	* {@code quoteMeta("[foo]").equals("\\[foo\\]")}.
	* @param {string} str
	* @returns {string}
	*/
	static quoteMeta(str) {
		return str.split("").map((s) => {
			if (Utils.METACHARACTERS.indexOf(s) >= 0) return `\\${s}`;
			return s;
		}).join("");
	}
	static charCount(codePoint) {
		return codePoint > Unicode.MAX_BMP ? 2 : 1;
	}
	/**
	* High-speed conversion from TypedArrays to standard JS Arrays.
	* Bypasses the expensive Symbol.iterator overhead of Array.from()
	*/
	static toArray(typedArray) {
		const len = typedArray.length;
		const res = new Array(len);
		for (let i = 0; i < len; i++) res[i] = typedArray[i];
		return res;
	}
	static stringToUtf8ByteArray(str) {
		if (globalThis.TextEncoder) {
			if (!cachedNativeEncoder) cachedNativeEncoder = new TextEncoder();
			return cachedNativeEncoder.encode(str);
		} else {
			let out = [], p = 0;
			for (let i = 0; i < str.length; i++) {
				let c = str.charCodeAt(i);
				if (c < 128) out[p++] = c;
				else if (c < 2048) {
					out[p++] = c >> 6 | 192;
					out[p++] = c & 63 | 128;
				} else if ((c & 64512) === Unicode.MIN_HIGH_SURROGATE && i + 1 < str.length && (str.charCodeAt(i + 1) & 64512) === Unicode.MIN_LOW_SURROGATE) {
					c = Unicode.MIN_SUPPLEMENTARY_CODE_POINT + ((c & 1023) << 10) + (str.charCodeAt(++i) & 1023);
					out[p++] = c >> 18 | 240;
					out[p++] = c >> 12 & 63 | 128;
					out[p++] = c >> 6 & 63 | 128;
					out[p++] = c & 63 | 128;
				} else {
					out[p++] = c >> 12 | 224;
					out[p++] = c >> 6 & 63 | 128;
					out[p++] = c & 63 | 128;
				}
			}
			return out;
		}
	}
	static utf8ByteArrayToString(bytes) {
		if (globalThis.TextDecoder) {
			if (!cachedNativeDecoder) cachedNativeDecoder = new TextDecoder("utf-8");
			const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
			return cachedNativeDecoder.decode(view);
		} else {
			let out = [], pos = 0, c = 0;
			while (pos < bytes.length) {
				let c1 = bytes[pos++];
				if (c1 < 128) out[c++] = String.fromCharCode(c1);
				else if (c1 > 191 && c1 < 224) {
					let c2 = bytes[pos++];
					out[c++] = String.fromCharCode((c1 & 31) << 6 | c2 & 63);
				} else if (c1 > 239 && c1 < 365) {
					let c2 = bytes[pos++];
					let c3 = bytes[pos++];
					let c4 = bytes[pos++];
					let u = ((c1 & 7) << 18 | (c2 & 63) << 12 | (c3 & 63) << 6 | c4 & 63) - Unicode.MIN_SUPPLEMENTARY_CODE_POINT;
					out[c++] = String.fromCharCode(Unicode.MIN_HIGH_SURROGATE + (u >> 10));
					out[c++] = String.fromCharCode(Unicode.MIN_LOW_SURROGATE + (u & 1023));
				} else {
					let c2 = bytes[pos++];
					let c3 = bytes[pos++];
					out[c++] = String.fromCharCode((c1 & 15) << 12 | (c2 & 63) << 6 | c3 & 63);
				}
			}
			return out.join("");
		}
	}
};
var createEnum = (values = [], initNum = 0) => {
	const enumObject = Object.create(null);
	for (let i = 0; i < values.length; i++) {
		const val = values[i];
		const keyVal = initNum + i;
		enumObject[val] = keyVal;
		enumObject[keyVal] = val;
	}
	return Object.freeze(enumObject);
};
/**
* Abstract the representations of input text supplied to Matcher.
*/
var MatcherInputBase = class MatcherInputBase {
	static Encoding = createEnum(["UTF_16", "UTF_8"]);
	getEncoding() {
		throw Error("not implemented");
	}
	/** @returns {string} */
	asCharSequence() {
		throw Error("not implemented");
	}
	/** @returns {Uint8Array|number[]|null} */
	asBytes() {
		throw Error("not implemented");
	}
	/** @returns {number} */
	length() {
		throw Error("not implemented");
	}
	/**
	*
	* @returns {boolean}
	*/
	isUTF8Encoding() {
		return this.getEncoding() === MatcherInputBase.Encoding.UTF_8;
	}
	/**
	*
	* @returns {boolean}
	*/
	isUTF16Encoding() {
		return this.getEncoding() === MatcherInputBase.Encoding.UTF_16;
	}
};
var Utf8MatcherInput = class extends MatcherInputBase {
	/** @param {Uint8Array|number[]|null} bytes */
	constructor(bytes = null) {
		super();
		this.bytes = bytes;
	}
	getEncoding() {
		return MatcherInputBase.Encoding.UTF_8;
	}
	/**
	*
	* @returns {string}
	*/
	asCharSequence() {
		return Utils.utf8ByteArrayToString(this.bytes);
	}
	/**
	*
	* @returns {Uint8Array|number[]|null}
	*/
	asBytes() {
		return this.bytes;
	}
	/**
	*
	* @returns {number}
	*/
	length() {
		return this.bytes.length;
	}
};
var Utf16MatcherInput = class extends MatcherInputBase {
	/** @param {string|null} charSequence */
	constructor(charSequence = null) {
		super();
		this.charSequence = charSequence;
	}
	getEncoding() {
		return MatcherInputBase.Encoding.UTF_16;
	}
	/**
	*
	* @returns {string}
	*/
	asCharSequence() {
		return this.charSequence;
	}
	/**
	*
	* @returns {number[]}
	*/
	asBytes() {
		return Utils.stringToUtf8ByteArray(this.charSequence.toString());
	}
	/**
	*
	* @returns {number}
	*/
	length() {
		return this.charSequence.length;
	}
};
var MatcherInput = class {
	/**
	* Return the MatcherInput for UTF_16 encoding.
	* @returns {Utf16MatcherInput}
	*/
	static utf16(charSequence) {
		Utils.checkInput(charSequence);
		return new Utf16MatcherInput(charSequence);
	}
	/**
	* Return the MatcherInput for UTF_8 encoding.
	* @returns {Utf8MatcherInput}
	*/
	static utf8(input) {
		if (Utils.isByteArray(input)) return new Utf8MatcherInput(input);
		return new Utf8MatcherInput(Utils.stringToUtf8ByteArray(input));
	}
};
/**
* MachineInput abstracts different representations of the input text supplied to the Machine. It
* provides one-character lookahead.
*/
var MachineInputBase = class {
	static EOF() {
		return -8;
	}
	constructor() {
		this.start = 0;
		this.end = 0;
	}
	canCheckPrefix() {
		return true;
	}
	endPos() {
		return this.end - this.start;
	}
	hasString() {
		return false;
	}
	hasAnyString() {
		return false;
	}
	prefixLength() {
		return 0;
	}
};
var MachineUTF8Input = class MachineUTF8Input extends MachineInputBase {
	static RUNE_ERROR_STEP = Unicode.RUNE_ERROR << 3 | 1;
	constructor(bytes, start = 0, end = bytes.length) {
		super();
		this.bytes = bytes;
		this.start = start;
		this.end = end;
	}
	hasString(prefilter, pos) {
		const target = prefilter.bytes;
		if (target.length === 0) return true;
		const idx = this.indexOf(this.bytes, target, this.start + pos);
		return idx !== -1 && idx <= this.end - target.length;
	}
	hasAnyString(prefilter, pos) {
		return prefilter.automaton8().searchUTF8(this.bytes, this.start + pos, this.end);
	}
	step(pos) {
		pos += this.start;
		if (pos >= this.end) return MachineInputBase.EOF();
		const c = this.bytes[pos] & 255;
		if (c < 128) return c << 3 | 1;
		let size;
		let rune;
		let lo = 128;
		let hi = 191;
		if (c >= 194 && c <= 223) {
			size = 2;
			rune = c & 31;
		} else if (c >= 224 && c <= 239) {
			size = 3;
			rune = c & 15;
			if (c === 224) lo = 160;
			else if (c === 237) hi = 159;
		} else if (c >= 240 && c <= 244) {
			size = 4;
			rune = c & 7;
			if (c === 240) lo = 144;
			else if (c === 244) hi = 143;
		} else return MachineUTF8Input.RUNE_ERROR_STEP;
		if (pos + size > this.end) return MachineUTF8Input.RUNE_ERROR_STEP;
		const c1 = this.bytes[pos + 1] & 255;
		if (c1 < lo || c1 > hi) return MachineUTF8Input.RUNE_ERROR_STEP;
		rune = rune << 6 | c1 & 63;
		if (size > 2) {
			const c2 = this.bytes[pos + 2] & 255;
			if ((c2 & 192) !== 128) return MachineUTF8Input.RUNE_ERROR_STEP;
			rune = rune << 6 | c2 & 63;
			if (size > 3) {
				const c3 = this.bytes[pos + 3] & 255;
				if ((c3 & 192) !== 128) return MachineUTF8Input.RUNE_ERROR_STEP;
				rune = rune << 6 | c3 & 63;
			}
		}
		return rune << 3 | size;
	}
	index(re2, pos) {
		pos += this.start;
		const i = this.indexOf(this.bytes, re2.prefixUTF8, pos);
		return i < 0 ? i : i - pos;
	}
	context(pos) {
		pos += this.start;
		let r1 = -1;
		if (pos > this.start && pos <= this.end) {
			let start = pos - 1;
			r1 = this.bytes[start--];
			if (r1 >= 128) {
				let lim = pos - 4;
				if (lim < this.start) lim = this.start;
				while (start >= lim && (this.bytes[start] & 192) === 128) start--;
				if (start < this.start) start = this.start;
				const r = this.step(start - this.start);
				r1 = start + (r & 7) === pos ? r >> 3 : Unicode.RUNE_ERROR;
			}
		}
		const r2 = pos < this.end ? this.step(pos - this.start) >> 3 : -1;
		return Utils.emptyOpContext(r1, r2);
	}
	indexOf(source, target, fromIndex = 0) {
		let targetLength = target.length;
		if (targetLength === 0) return fromIndex <= this.end ? fromIndex : -1;
		const firstByte = target[0];
		let limit = this.end - targetLength;
		const hasNativeIndexOf = typeof source.indexOf === "function";
		let i = fromIndex;
		while (i <= limit) {
			if (hasNativeIndexOf) {
				i = source.indexOf(firstByte, i);
				if (i === -1 || i > limit) return -1;
			} else {
				while (i <= limit && source[i] !== firstByte) i++;
				if (i > limit) return -1;
			}
			let match = true;
			for (let j = 1; j < targetLength; j++) if (source[i + j] !== target[j]) {
				match = false;
				break;
			}
			if (match) return i;
			i++;
		}
		return -1;
	}
	prefixLength(re2) {
		return re2.prefixUTF8.length;
	}
};
var MachineUTF16Input = class extends MachineInputBase {
	constructor(charSequence, start = 0, end = charSequence.length) {
		super();
		this.charSequence = charSequence;
		this.start = start;
		this.end = end;
	}
	hasString(prefilter, pos) {
		const idx = this.charSequence.indexOf(prefilter.str, this.start + pos);
		return idx !== -1 && idx <= this.end - prefilter.str.length;
	}
	hasAnyString(prefilter, pos) {
		return prefilter.automaton16().searchUTF16(this.charSequence, this.start + pos, this.end);
	}
	step(pos) {
		pos += this.start;
		if (pos >= this.end) return MachineInputBase.EOF();
		const c1 = this.charSequence.charCodeAt(pos);
		if (c1 < Unicode.MIN_HIGH_SURROGATE || c1 > Unicode.MAX_HIGH_SURROGATE || pos + 1 >= this.end) return c1 << 3 | 1;
		const c2 = this.charSequence.charCodeAt(pos + 1);
		if (c2 >= Unicode.MIN_LOW_SURROGATE && c2 <= Unicode.MAX_LOW_SURROGATE) return (c1 - Unicode.MIN_HIGH_SURROGATE) * 1024 + (c2 - Unicode.MIN_LOW_SURROGATE) + Unicode.MIN_SUPPLEMENTARY_CODE_POINT << 3 | 2;
		return c1 << 3 | 1;
	}
	index(re2, pos) {
		pos += this.start;
		const i = this.charSequence.indexOf(re2.prefix, pos);
		if (i < 0 || i > this.end - re2.prefix.length) return -1;
		return i - pos;
	}
	context(pos) {
		pos += this.start;
		const r1 = pos > this.start && pos <= this.end ? this.charSequence.charCodeAt(pos - 1) : -1;
		const r2 = pos < this.end ? this.charSequence.charCodeAt(pos) : -1;
		return Utils.emptyOpContext(r1, r2);
	}
	prefixLength(re2) {
		return re2.prefix.length;
	}
};
var MachineInput = class {
	static fromUTF8(bytes, start = 0, end = bytes.length) {
		return new MachineUTF8Input(bytes, start, end);
	}
	static fromUTF16(charSequence, start = 0, end = void 0) {
		Utils.checkInput(charSequence);
		return new MachineUTF16Input(charSequence, start, end ?? charSequence.length);
	}
};
/**
* A stateful iterator that interprets a regex {@code RE2JS} on a specific input.
*
* Conceptually, a Matcher consists of four parts:
* <ol>
* <li>A compiled regular expression {@code RE2JS}, set at construction and fixed for the lifetime
* of the matcher.</li>
*
* <li>The remainder of the input string, set at construction or {@link #reset()} and advanced by
* each match operation such as {@link #find}, {@link #matches} or {@link #lookingAt}.</li>
*
* <li>The current match information, accessible via {@link #start}, {@link #end}, and
* {@link #group}, and updated by each match operation.</li>
*
* <li>The append position, used and advanced by {@link #appendReplacement} and {@link #appendTail}
* if performing a search and replace from the input to an external {@code StringBuffer}.
*
* </ol>
*
*
* @author rsc@google.com (Russ Cox)
*/
var Matcher = class Matcher {
	/**
	* V8 and WebKit have historical hard limits on the number of arguments
	* that can be passed to a function. We cap replacer arguments to prevent
	* Call Stack Overflow (DoS) vulnerabilities on massive ASTs.
	*/
	static MAX_REPLACER_ARGS = 65535;
	/**
	* Quotes '\' and '$' in {@code s}, so that the returned string could be used in
	* {@link #appendReplacement} as a literal replacement of {@code s}.
	*
	* @param {string} str the string to be quoted
	* @param {boolean} [javaMode=false] whether the replacement will be used in javaMode
	* @returns {string} the quoted string
	*/
	static quoteReplacement(str, javaMode = false) {
		if (javaMode) {
			if (str.indexOf("\\") < 0 && str.indexOf("$") < 0) return str;
			return str.split("").map((s) => {
				const c = s.codePointAt(0);
				if (c === Codepoint.CODES["\\"] || c === Codepoint.CODES["$"]) return `\\${s}`;
				return s;
			}).join("");
		}
		if (str.indexOf("$") < 0) return str;
		return str.split("").map((s) => {
			if (s.codePointAt(0) === Codepoint.CODES["$"]) return "$$";
			return s;
		}).join("");
	}
	/**
	*
	* @param {import('./index.js').RE2JS} pattern
	* @param {string|number[]|Uint8Array|MatcherInputBase} input
	*/
	constructor(pattern, input) {
		if (pattern === null) throw new Error("pattern is null");
		/**
		* The pattern being matched.
		* @type {import('./index.js').RE2JS}
		*/
		this.patternInput = pattern;
		const re2 = this.patternInput.re2();
		/** @type {number} */
		this.patternGroupCount = re2.numberOfCapturingGroups();
		/** @type {number[]} */
		this.groups = [];
		/** @type {Record<string, number>} */
		this.namedGroups = re2.namedGroups;
		/** @type {boolean} */
		this.hasNamedGroups = Object.keys(this.namedGroups).length > 0;
		/** @type {number} */
		this.numberOfInstructions = re2.numberOfInstructions();
		/** @type {import('./Machine.js').LookbehindState|null} */
		this.lookbehindState = null;
		if (input instanceof MatcherInputBase) this.resetMatcherInput(input);
		else if (Utils.isByteArray(input)) this.resetMatcherInput(MatcherInput.utf8(input));
		else this.resetMatcherInput(MatcherInput.utf16(input));
	}
	/**
	* Returns the {@code RE2JS} associated with this {@code Matcher}.
	* @returns {import('./index.js').RE2JS}
	*/
	pattern() {
		return this.patternInput;
	}
	/**
	* Resets the {@code Matcher}, rewinding input and discarding any match information.
	*
	* @returns {Matcher} the {@code Matcher} itself, for chained method calls
	*/
	reset() {
		/** @type {number} */
		this.matcherInputLength = this.matcherInput.length();
		/** @type {number} */
		this.appendPos = 0;
		this.hasMatch = false;
		this.hasGroups = false;
		this.anchorFlag = 0;
		return this;
	}
	/**
	* Resets the {@code Matcher} and changes the input.
	* @param {string|number[]|Uint8Array|MatcherInputBase} input
	* @returns {Matcher} the {@code Matcher} itself, for chained method calls
	*/
	resetMatcherInput(input) {
		if (input === null) throw new Error("input is null");
		if (!(input instanceof MatcherInputBase)) {
			if (Utils.isByteArray(input)) input = MatcherInput.utf8(input);
			else input = MatcherInput.utf16(input);
		}
		this.matcherInput = input;
		if (this.lookbehindState !== null) this.lookbehindState.reset();
		else this.lookbehindState = this.patternInput.re2().createLookbehindState();
		this.reset();
		return this;
	}
	/**
	* Returns the start of the named group of the most recent match, or -1 if the group was not
	* matched.
	* @param {string|number} [group=0]
	* @returns {number}
	*/
	start(group = 0) {
		if (typeof group === "string") {
			const groupInt = this.namedGroups[group];
			if (!Number.isFinite(groupInt)) throw new RE2JSGroupException(`group '${group}' not found`);
			group = groupInt;
		}
		this.loadGroup(group);
		return this.groups[2 * group];
	}
	/**
	* Returns the end of the named group of the most recent match, or -1 if the group was not
	* matched.
	* @param {string|number} [group=0]
	* @returns {number}
	*/
	end(group = 0) {
		if (typeof group === "string") {
			const groupInt = this.namedGroups[group];
			if (!Number.isFinite(groupInt)) throw new RE2JSGroupException(`group '${group}' not found`);
			group = groupInt;
		}
		this.loadGroup(group);
		return this.groups[2 * group + 1];
	}
	/**
	* Returns the program size of this pattern.
	*
	* <p>
	* Similar to the C++ implementation, the program size is a very approximate measure of a regexp's
	* "cost". Larger numbers are more expensive than smaller numbers.
	* </p>
	*
	* @returns {number} the program size of this pattern
	*/
	programSize() {
		return this.numberOfInstructions;
	}
	/**
	* Returns the named group of the most recent match, or {@code null} if the group was not matched.
	* @param {string|number} [group=0]
	* @returns {string|null}
	*/
	group(group = 0) {
		if (typeof group === "string") {
			const groupInt = this.namedGroups[group];
			if (!Number.isFinite(groupInt)) throw new RE2JSGroupException(`group '${group}' not found`);
			group = groupInt;
		}
		const start = this.start(group);
		const end = this.end(group);
		if (start < 0 && end < 0) return null;
		return this.substring(start, end);
	}
	/**
	* Returns a dictionary map of all named capturing groups and their matched values.
	* If a group was not matched, its value will be `null`.
	* @returns {Record<string, string|null>}
	*/
	getNamedGroups() {
		if (!this.hasMatch) throw new RE2JSGroupException("perhaps no match attempted");
		const result = Object.create(null);
		for (const name of Object.keys(this.namedGroups)) result[name] = this.group(name);
		return result;
	}
	/**
	* Returns the number of subgroups in this pattern.
	*
	* @returns {number} the number of subgroups; the overall match (group 0) does not count
	*/
	groupCount() {
		return this.patternGroupCount;
	}
	/**
	* Helper: finds subgroup information if needed for group.
	* @param {number} group
	* @private
	*/
	loadGroup(group) {
		if (!Number.isInteger(group) || group < 0 || group > this.patternGroupCount) throw new RE2JSGroupException(`Group index out of bounds: ${group}`);
		if (!this.hasMatch) throw new RE2JSGroupException("perhaps no match attempted");
		if (group === 0 || this.hasGroups) return;
		const end = this.matcherInputLength;
		const res = this.patternInput.re2().matchMachineInput(this.matcherInput, this.groups[0], end, this.anchorFlag, 1 + this.patternGroupCount, this.lookbehindState);
		if (!res[0]) throw new RE2JSGroupException("inconsistency in matching group data");
		this.groups = res[1];
		this.hasGroups = true;
	}
	/**
	* Matches the entire input against the pattern (anchored start and end). If there is a match,
	* {@code matches} sets the match state to describe it.
	*
	* @returns {boolean} true if the entire input matches the pattern
	*/
	matches() {
		return this.genMatch(0, RE2Flags.ANCHOR_BOTH);
	}
	/**
	* Matches the beginning of input against the pattern (anchored start). If there is a match,
	* {@code lookingAt} sets the match state to describe it.
	*
	* @returns {boolean} true if the beginning of the input matches the pattern
	*/
	lookingAt() {
		return this.genMatch(0, RE2Flags.ANCHOR_START);
	}
	/**
	* Matches the input against the pattern (unanchored), starting at a specified position. If there
	* is a match, {@code find} sets the match state to describe it.
	*
	* @param {number|null} [start=null] the input position where the search begins
	* @returns {boolean} if it finds a match
	* @throws IndexOutOfBoundsException if start is not a valid input position
	*/
	find(start = null) {
		if (start !== null) {
			if (!Number.isInteger(start) || start < 0 || start > this.matcherInputLength) throw new RE2JSGroupException(`start index out of bounds: ${start}`);
			this.reset();
			return this.genMatch(start, 0);
		}
		start = 0;
		if (this.hasMatch) {
			start = this.groups[1];
			if (this.groups[0] === this.groups[1]) {
				const r = (this.matcherInput.isUTF16Encoding() ? MachineInput.fromUTF16(this.matcherInput.asCharSequence(), 0, this.matcherInputLength) : MachineInput.fromUTF8(this.matcherInput.asBytes(), 0, this.matcherInputLength)).step(start);
				if (r < 0) start++;
				else start += r & 7;
			}
		}
		return this.genMatch(start, RE2Flags.UNANCHORED);
	}
	/**
	* Helper: does match starting at start, with RE2 anchor flag.
	* @param {number} startByte
	* @param {number} anchor
	* @returns {boolean}
	* @private
	*/
	genMatch(startByte, anchor) {
		const res = this.patternInput.re2().matchMachineInput(this.matcherInput, startByte, this.matcherInputLength, anchor, 1, this.lookbehindState);
		if (!res[0]) {
			this.hasMatch = false;
			return false;
		}
		this.groups = res[1];
		this.hasMatch = true;
		this.hasGroups = this.patternGroupCount === 0;
		this.anchorFlag = anchor;
		return true;
	}
	/**
	* Helper: return substring for [start, end).
	* @param {number} start
	* @param {number} end
	* @returns {string}
	*/
	substring(start, end) {
		if (this.matcherInput.isUTF8Encoding()) return Utils.utf8ByteArrayToString(this.matcherInput.asBytes().slice(start, end));
		return this.matcherInput.asCharSequence().substring(start, end).toString();
	}
	/**
	* Helper for Pattern: return input length.
	* @returns {number}
	*/
	inputLength() {
		return this.matcherInputLength;
	}
	/**
	* Appends to result two strings: the text from the append position up to the beginning of the
	* most recent match, and then the replacement with submatch groups substituted for references to
	* them. It advances the append position to where the most recent match ended.
	*
	* By default the replacement is expanded as by String.prototype.replace (see
	* appendReplacementInternalJs). In Java mode it follows re2j / java.util.regex: $n takes as
	* many digits as still form a valid group number, ${name} is a named group, and a backslash
	* escapes the next character (so "\\$" in a JS string literal inserts a literal $).
	*
	* @param {string} replacement the replacement string
	* @param {boolean} [javaMode=false] activate java mode (different behaviour for capture groups and special characters)
	* @returns {string}
	* @throws IllegalStateException if there was no most recent match
	* @throws IndexOutOfBoundsException in Java mode, if replacement refers to an invalid group
	* @private
	*/
	appendReplacement(replacement, javaMode = false) {
		let res = "";
		const s = this.start();
		const e = this.end();
		if (this.appendPos < s) res += this.substring(this.appendPos, s);
		this.appendPos = e;
		res += javaMode ? this.appendReplacementInternalJava(replacement) : this.appendReplacementInternalJs(replacement);
		return res;
	}
	/**
	* @param {string} replacement - the replacement string
	* @returns {string}
	* @private
	*/
	appendReplacementInternalJava(replacement) {
		let res = "";
		let last = 0;
		const m = replacement.length;
		let i = 0;
		while (i < m) {
			const cCode = replacement.codePointAt(i);
			if (cCode === Codepoint.CODES["\\"]) {
				if (last < i) res += replacement.substring(last, i);
				i++;
				if (i >= m) throw new RE2JSGroupException("character to be escaped is missing");
				last = i;
				i++;
				continue;
			}
			if (cCode === Codepoint.CODES["$"]) {
				if (last < i) res += replacement.substring(last, i);
				if (i + 1 >= m) throw new RE2JSGroupException("Illegal group reference: group index is missing");
				const nextCode = replacement.codePointAt(i + 1);
				if (Codepoint.CODES["0"] <= nextCode && nextCode <= Codepoint.CODES["9"]) {
					let n = nextCode - Codepoint.CODES["0"];
					let j = i + 2;
					for (; j < m; j++) {
						const digit = replacement.codePointAt(j);
						if (digit < Codepoint.CODES["0"] || digit > Codepoint.CODES["9"] || n * 10 + digit - Codepoint.CODES["0"] > this.patternGroupCount) break;
						n = n * 10 + digit - Codepoint.CODES["0"];
					}
					if (n > this.patternGroupCount) throw new RE2JSGroupException(`n > number of groups: ${n}`);
					const group = this.group(n);
					if (group !== null) res += group;
					i = j;
					last = i;
				} else if (nextCode === Codepoint.CODES["{"]) {
					let j = i + 2;
					while (j < m && replacement.codePointAt(j) !== Codepoint.CODES["}"]) j++;
					if (j >= m) throw new RE2JSGroupException("named capture group is missing trailing '}'");
					const groupName = replacement.substring(i + 2, j);
					const groupVal = this.group(groupName);
					if (groupVal !== null) res += groupVal;
					i = j + 1;
					last = i;
				} else throw new RE2JSGroupException("Illegal group reference");
				continue;
			}
			i++;
		}
		if (last < m) res += replacement.substring(last, m);
		return res;
	}
	/**
	* Expands |replacement| for the current match by the rules of String.prototype.replace
	* (ECMAScript GetSubstitution): $$ is "$", $& the match, $` the text before it, $' the text
	* after it, $n and $nn a group (two digits only when they form a valid group number, so with
	* one group "$10" is group 1 then "0"; an unmatched group is empty), and $<name> a named group
	* (empty when no such group), only when the pattern has named groups. Anything else, such as
	* "$0" or "$<" without a closing ">", is kept as is.
	* @param {string} replacement - the replacement string
	* @returns {string}
	* @private
	*/
	appendReplacementInternalJs(replacement) {
		const isDigit = (c) => c >= 48 && c <= 57;
		const groupCount = this.patternGroupCount;
		let res = "";
		let i = 0;
		while (i < replacement.length) {
			const dollar = replacement.indexOf("$", i);
			if (dollar < 0) break;
			res += replacement.substring(i, dollar);
			i = dollar;
			const c = replacement.charCodeAt(i + 1);
			if (c === Codepoint.CODES["$"]) {
				res += "$";
				i += 2;
			} else if (c === Codepoint.CODES["&"]) {
				res += this.group(0);
				i += 2;
			} else if (c === Codepoint.CODES["`"]) {
				res += this.substring(0, this.start(0));
				i += 2;
			} else if (c === Codepoint.CODES["'"]) {
				res += this.substring(this.end(0), this.matcherInputLength);
				i += 2;
			} else if (isDigit(c)) {
				let digits = 1;
				let index = c - 48;
				const c2 = replacement.charCodeAt(i + 2);
				if (isDigit(c2) && index * 10 + c2 - 48 <= groupCount) {
					digits = 2;
					index = index * 10 + c2 - 48;
				}
				if (index >= 1 && index <= groupCount) {
					const group = this.group(index);
					if (group !== null) res += group;
				} else res += replacement.substring(i, i + 1 + digits);
				i += 1 + digits;
			} else if (c === Codepoint.CODES["<"] && this.hasNamedGroups) {
				const gt = replacement.indexOf(">", i + 2);
				if (gt < 0) {
					res += "$<";
					i += 2;
				} else {
					const name = replacement.substring(i + 2, gt);
					if (Object.hasOwn(this.namedGroups, name)) {
						const group = this.group(name);
						if (group !== null) res += group;
					}
					i = gt + 1;
				}
			} else {
				res += "$";
				i += 1;
			}
		}
		return res + replacement.substring(i);
	}
	/**
	* Return the substring of the input from the append position to the end of the
	* input.
	* @returns {string}
	*/
	appendTail() {
		return this.substring(this.appendPos, this.matcherInputLength);
	}
	/**
	* Returns the input with all matches replaced by {@code replacement}, interpreted as for
	* {@code appendReplacement}.
	*
	* @param {string|((...args: any[]) => string)} replacement - the replacement string or a replacer function
	* @param {boolean} [javaMode=false] - activate java mode (different behaviour for capture groups and special characters)
	* @returns {string} the input string with the matches replaced
	* @throws IndexOutOfBoundsException if replacement refers to an invalid group and javaMode is true
	*/
	replaceAll(replacement, javaMode = false) {
		return this.replace(replacement, true, javaMode);
	}
	/**
	* Returns the input with the first match replaced by {@code replacement}, interpreted as for
	* {@code appendReplacement}.
	*
	* @param {string|((...args: any[]) => string)} replacement - the replacement string or a replacer function
	* @param {boolean} [javaMode=false] - activate java mode (different behaviour for capture groups and special characters)
	* @returns {string} the input string with the first match replaced
	* @throws IndexOutOfBoundsException if replacement refers to an invalid group and javaMode is true
	*/
	replaceFirst(replacement, javaMode = false) {
		return this.replace(replacement, false, javaMode);
	}
	/**
	* Helper: replaceAll/replaceFirst hybrid.
	* @param {string|((...args: any[]) => string)} replacement - the replacement string or a replacer function
	* @param {boolean} [all=true] - replace all matches
	* @param {boolean} [javaMode=false] - activate java mode (different behaviour for capture groups and special characters)
	* @returns {string}
	* @private
	*/
	replace(replacement, all = true, javaMode = false) {
		let res = "";
		this.reset();
		const isFunc = typeof replacement === "function";
		let originalInput = null;
		if (isFunc) {
			if (this.groupCount() >= Matcher.MAX_REPLACER_ARGS) throw new RE2JSGroupException("Too many capture groups to safely invoke replacer function");
			originalInput = this.matcherInput.isUTF8Encoding() ? this.matcherInput.asBytes() : this.matcherInput.asCharSequence();
		}
		while (this.find()) {
			res += isFunc ? this.appendReplacementFunc(replacement, originalInput) : this.appendReplacement(replacement, javaMode);
			if (!all) break;
		}
		res += this.appendTail();
		return res;
	}
	/**
	* Evaluates a replacer function for the current match and appends the result,
	* along with any un-matched preceding text, advancing the append position.
	* @param {Function} replacer - the replacer function
	* @param {string|Uint8Array|number[]} originalInput - the cached original input reference
	* @returns {string} the evaluated string to append
	* @private
	*/
	appendReplacementFunc(replacer, originalInput) {
		let res = "";
		const s = this.start();
		const e = this.end();
		if (this.appendPos < s) res += this.substring(this.appendPos, s);
		this.appendPos = e;
		/** @type {unknown[]} */
		const args = this.matchArray();
		args.push(s, originalInput);
		if (this.hasNamedGroups) args.push(this.namedGroupsObject());
		res += String(replacer(...args));
		return res;
	}
	/**
	* The match and its groups, as the elements of a JS RegExpExecArray: undefined for a group that
	* did not take part in the match. Used by exec(), matchAll() and replacer functions.
	* @returns {Array<string|undefined>}
	* @private
	*/
	matchArray() {
		const result = [this.group(0)];
		for (let i = 1; i <= this.patternGroupCount; i++) {
			const group = this.group(i);
			result.push(group === null ? void 0 : group);
		}
		return result;
	}
	/**
	* The named groups, as the groups property of a JS RegExpExecArray: an object without a
	* prototype mapping each name to its group (undefined when it did not take part in the match),
	* or undefined when the pattern has no named groups.
	* @returns {Record<string, string|undefined>|undefined}
	* @private
	*/
	namedGroupsObject() {
		if (!this.hasNamedGroups) return;
		const result = this.getNamedGroups();
		for (const name in result) if (result[name] === null) result[name] = void 0;
		return result;
	}
};
/**
* A single instruction in the regular expression virtual machine.
*
* @see http://swtch.com/~rsc/regexp/regexp2.html
*/
var Inst = class Inst {
	static ALT = 1;
	static ALT_MATCH = 2;
	static CAPTURE = 3;
	static EMPTY_WIDTH = 4;
	static FAIL = 5;
	static MATCH = 6;
	static NOP = 7;
	static RUNE = 8;
	static RUNE1 = 9;
	static RUNE_ANY = 10;
	static RUNE_ANY_NOT_NL = 11;
	static LB_WRITE = 12;
	static LB_CHECK = 13;
	static isRuneOp(op) {
		return Inst.RUNE <= op && op <= Inst.RUNE_ANY_NOT_NL;
	}
	static escapeRunes(runes) {
		let out = "\"";
		for (let rune of runes) out += Utils.escapeRune(rune);
		out += "\"";
		return out;
	}
	constructor(op) {
		this.op = op;
		this.out = 0;
		this.arg = 0;
		/** @type {Int32Array} */
		this.runes = /* @__PURE__ */ new Int32Array(0);
		/** @type {Uint32Array | number[] | null} */
		this.next = null;
	}
	matchRune(r) {
		if (this.runes.length === 1) {
			const r0 = this.runes[0];
			if ((this.arg & RE2Flags.FOLD_CASE) !== 0) return Unicode.equalsIgnoreCase(r0, r);
			return r === r0;
		}
		const len = this.runes.length;
		if (len === 0) return false;
		if (len === 2 || len === 4 || len === 6 || len === 8) {
			for (let j = 0; j < len; j += 2) {
				if (r < this.runes[j]) return false;
				if (r <= this.runes[j + 1]) return true;
			}
			return false;
		}
		let base = 0;
		let n = len >> 1;
		while (n > 1) {
			const half = n >> 1;
			base += this.runes[base + half << 1] <= r ? half : 0;
			n -= half;
		}
		base += this.runes[base << 1] <= r ? 1 : 0;
		const m = base - 1;
		return m >= 0 && r <= this.runes[m << 1 | 1];
	}
	matchRunePos(r) {
		if (this.runes.length === 1) {
			const r0 = this.runes[0];
			if ((this.arg & RE2Flags.FOLD_CASE) !== 0) return Unicode.equalsIgnoreCase(r0, r) ? 0 : -1;
			return r === r0 ? 0 : -1;
		}
		const len = this.runes.length;
		if (len === 0) return -1;
		if (len === 2 || len === 4 || len === 6 || len === 8) {
			for (let j = 0; j < len; j += 2) {
				if (r < this.runes[j]) return -1;
				if (r <= this.runes[j + 1]) return Math.floor(j / 2);
			}
			return -1;
		}
		let base = 0;
		let n = len >> 1;
		while (n > 1) {
			const half = n >> 1;
			base += this.runes[base + half << 1] <= r ? half : 0;
			n -= half;
		}
		base += this.runes[base << 1] <= r ? 1 : 0;
		const m = base - 1;
		return m >= 0 && r <= this.runes[m << 1 | 1] ? m : -1;
	}
	/**
	*
	* @returns {string}
	*/
	toString() {
		switch (this.op) {
			case Inst.ALT: return `alt -> ${this.out}, ${this.arg}`;
			case Inst.ALT_MATCH: return `altmatch -> ${this.out}, ${this.arg}`;
			case Inst.CAPTURE: return `cap ${this.arg} -> ${this.out}`;
			case Inst.EMPTY_WIDTH: return `empty ${this.arg} -> ${this.out}`;
			case Inst.MATCH: return `match${this.arg !== 0 ? ` ${this.arg}` : ""}`;
			case Inst.FAIL: return "fail";
			case Inst.NOP: return `nop -> ${this.out}`;
			case Inst.LB_WRITE: return `lbwrite ${this.arg} -> ${this.out}`;
			case Inst.LB_CHECK: return `lbcheck ${this.arg} -> ${this.out}`;
			case Inst.RUNE:
				if (this.runes === null) return "rune <null>";
				return [
					"rune ",
					Inst.escapeRunes(this.runes),
					(this.arg & RE2Flags.FOLD_CASE) !== 0 ? "/i" : "",
					" -> ",
					this.out
				].join("");
			case Inst.RUNE1: return `rune1 ${Inst.escapeRunes(this.runes)} -> ${this.out}`;
			case Inst.RUNE_ANY: return `any -> ${this.out}`;
			case Inst.RUNE_ANY_NOT_NL: return `anynotnl -> ${this.out}`;
			default: throw new Error("unhandled case in Inst.toString");
		}
	}
};
var Queue = class Queue {
	constructor(numInst) {
		this.sparse = new Int32Array(numInst);
		this.densePcs = new Int32Array(numInst);
		this.denseCaps = null;
		this.size = 0;
		this.ncap = 0;
		this.mainThreads = 0;
	}
	static INITIAL_THREADS = 32;
	init(ncap) {
		this.ncap = ncap;
		const needed = Math.min(this.densePcs.length, Queue.INITIAL_THREADS) * ncap;
		if (!this.denseCaps || this.denseCaps.length < needed) this.denseCaps = new Int32Array(needed);
	}
	growCaps(needed) {
		const limit = this.densePcs.length * this.ncap;
		const grown = new Int32Array(Math.min(limit, Math.max(needed, 2 * this.denseCaps.length)));
		grown.set(this.denseCaps);
		this.denseCaps = grown;
	}
	contains(pc) {
		const j = this.sparse[pc];
		return j < this.size && this.densePcs[j] === pc;
	}
	isEmpty() {
		return this.size === 0;
	}
	add(pc) {
		const j = this.size++;
		this.sparse[pc] = j;
		this.densePcs[j] = pc;
		return j;
	}
	clear() {
		this.size = 0;
		this.mainThreads = 0;
	}
	toString() {
		let out = "{";
		for (let i = 0; i < this.size; i++) {
			if (i !== 0) out += ", ";
			out += this.densePcs[i];
		}
		out += "}";
		return out;
	}
};
var LookbehindState = class {
	constructor(prog) {
		this.pos = -1;
		this.pcs = new Int32Array(prog.numInst());
		this.size = 0;
		this.lbTable = new Int32Array(prog.numLb + 1);
	}
	reset() {
		this.pos = -1;
		this.size = 0;
	}
};
var Machine = class Machine {
	static fromRE2(re2) {
		const m = new Machine();
		m.prog = re2.prog;
		m.re2 = re2;
		m.q0 = new Queue(m.prog.numInst());
		m.q1 = new Queue(m.prog.numInst());
		m.addStack = new Int32Array(2 * (m.prog.numInst() + 1));
		m.matched = false;
		m.matchcap = new Int32Array(m.prog.numCap < 2 ? 2 : m.prog.numCap);
		m.ncap = 0;
		return m;
	}
	constructor() {
		this.prog = null;
		this.re2 = null;
		this.q0 = null;
		this.q1 = null;
		this.addStack = null;
		this.matched = false;
		this.matchcap = null;
		this.ncap = 0;
		this.lbTable = null;
	}
	init(ncap) {
		this.ncap = ncap;
		if (ncap > this.matchcap.length) this.matchcap = new Int32Array(ncap).fill(-1);
		else this.matchcap.fill(-1);
		this.q0.init(ncap);
		this.q1.init(ncap);
		if (this.prog.numLb > 0) {
			if (!this.lbTable || this.lbTable.length < this.prog.numLb + 1) this.lbTable = new Int32Array(this.prog.numLb + 1);
			this.lbTable.fill(-1);
		}
	}
	submatches() {
		if (this.ncap === 0) return Utils.emptyInts();
		return Utils.toArray(this.matchcap.subarray(0, this.ncap));
	}
	match(input, pos, anchor, lbState = null) {
		const startCond = this.re2.cond;
		if (startCond === Utils.EMPTY_ALL) return false;
		if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return false;
		this.matched = false;
		this.matchcap.fill(-1);
		const hasLookbehinds = this.prog.numLb > 0;
		const matchStartPos = pos;
		let currentPos = pos;
		let resumeLookbehinds = false;
		if (hasLookbehinds) {
			if (lbState !== null && lbState.pos >= 0 && lbState.pos <= pos) {
				currentPos = lbState.pos;
				resumeLookbehinds = true;
			} else currentPos = 0;
		}
		let saveLookbehinds = hasLookbehinds && lbState !== null;
		let runq = this.q0;
		let nextq = this.q1;
		let r = input.step(currentPos);
		let rune = r >> 3;
		let width = r & 7;
		let rune1 = -1;
		let width1 = 0;
		if (r !== MachineInputBase.EOF()) {
			r = input.step(currentPos + width);
			rune1 = r >> 3;
			width1 = r & 7;
		}
		let flag;
		if (currentPos === 0) flag = Utils.emptyOpContext(-1, rune);
		else flag = input.context(currentPos);
		if (hasLookbehinds) {
			if (resumeLookbehinds) this.restoreLookbehinds(lbState, runq, flag);
			else this.spawnLookbehinds(runq, currentPos, flag);
		}
		while (true) {
			if (runq.mainThreads === 0) {
				if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 && currentPos !== 0) break;
				if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && currentPos !== 0) break;
				if (this.matched) break;
				if (this.prog.numLb === 0 && runq.isEmpty() && !(this.re2.prefix.length === 0) && rune1 !== this.re2.prefixRune && input.canCheckPrefix()) {
					const advance = input.index(this.re2, currentPos);
					if (advance < 0) break;
					currentPos += advance;
					r = input.step(currentPos);
					rune = r >> 3;
					width = r & 7;
					r = input.step(currentPos + width);
					rune1 = r >> 3;
					width1 = r & 7;
					flag = input.context(currentPos);
				}
			}
			if (currentPos >= matchStartPos) {
				if (saveLookbehinds) {
					this.saveLookbehinds(lbState, runq, currentPos);
					saveLookbehinds = false;
				}
				if (!this.matched && (currentPos === 0 || anchor === RE2Flags.UNANCHORED)) {
					if (this.ncap > 0) this.matchcap[0] = currentPos;
					this.add(runq, this.prog.start, currentPos, this.matchcap, 0, flag);
				}
			}
			const nextPos = currentPos + width;
			flag = input.context(nextPos);
			this.step(runq, nextq, currentPos, nextPos, rune, flag, anchor, currentPos === input.endPos());
			if (width === 0) break;
			if (this.ncap === 0 && this.matched) break;
			currentPos += width;
			rune = rune1;
			width = width1;
			if (rune !== -1) {
				r = input.step(currentPos + width);
				rune1 = r >> 3;
				width1 = r & 7;
			}
			const tmpq = runq;
			runq = nextq;
			nextq = tmpq;
		}
		runq.clear();
		nextq.clear();
		return this.matched;
	}
	matchSet(input, pos, anchor) {
		const startCond = this.re2.cond;
		if (startCond === Utils.EMPTY_ALL) return [];
		if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return [];
		let currentPos = this.prog.numLb > 0 ? 0 : pos;
		let matchStartPos = pos;
		let runq = this.q0;
		let nextq = this.q1;
		let r = input.step(currentPos);
		let rune = r >> 3;
		let width = r & 7;
		let rune1 = -1;
		let width1 = 0;
		if (r !== MachineInputBase.EOF()) {
			r = input.step(currentPos + width);
			rune1 = r >> 3;
			width1 = r & 7;
		}
		let flag = currentPos === 0 ? Utils.emptyOpContext(-1, rune) : input.context(currentPos);
		const matches = /* @__PURE__ */ new Set();
		if (this.prog.numLb > 0) this.spawnLookbehinds(runq, currentPos, flag);
		while (true) {
			if (runq.mainThreads === 0) {
				if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 && currentPos !== 0) break;
				if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && currentPos !== 0) break;
			}
			if (currentPos === 0 || anchor === RE2Flags.UNANCHORED) {
				if (currentPos >= matchStartPos) this.add(runq, this.prog.start, currentPos, this.matchcap, 0, flag);
			}
			const nextPos = currentPos + width;
			flag = input.context(nextPos);
			for (let j = 0; j < runq.size; j++) {
				const pc = runq.densePcs[j];
				const i = this.prog.inst[pc];
				const capOffset = j * this.ncap;
				let add = false;
				switch (i.op) {
					case Inst.MATCH:
						if (anchor === RE2Flags.ANCHOR_BOTH && currentPos !== input.endPos()) break;
						matches.add(i.arg);
						break;
					case Inst.RUNE:
						add = i.matchRune(rune);
						break;
					case Inst.RUNE1:
						add = rune === i.runes[0];
						break;
					case Inst.RUNE_ANY:
						add = true;
						break;
					case Inst.RUNE_ANY_NOT_NL:
						add = rune !== 10;
						break;
					default: continue;
				}
				if (add) this.add(nextq, i.out, nextPos, runq.denseCaps, capOffset, flag);
			}
			runq.clear();
			if (width === 0) break;
			currentPos += width;
			rune = rune1;
			width = width1;
			if (rune !== -1) {
				r = input.step(currentPos + width);
				rune1 = r >> 3;
				width1 = r & 7;
			}
			const tmpq = runq;
			runq = nextq;
			nextq = tmpq;
		}
		nextq.clear();
		return Array.from(matches).sort((a, b) => a - b);
	}
	step(runq, nextq, pos, nextPos, c, nextCond, anchor, atEnd) {
		const longest = this.re2.longest;
		for (let j = 0; j < runq.size; j++) {
			const pc = runq.densePcs[j];
			const capOffset = j * this.ncap;
			if (longest && this.matched && this.ncap > 0 && this.matchcap[0] < runq.denseCaps[capOffset]) continue;
			const i = this.prog.inst[pc];
			let add = false;
			switch (i.op) {
				case Inst.MATCH:
					if (anchor === RE2Flags.ANCHOR_BOTH && !atEnd) break;
					if (this.ncap > 0 && (!longest || !this.matched || this.matchcap[1] < pos)) {
						runq.denseCaps[capOffset + 1] = pos;
						for (let k = 0; k < this.ncap; k++) this.matchcap[k] = runq.denseCaps[capOffset + k];
					}
					if (!longest) runq.size = 0;
					this.matched = true;
					break;
				case Inst.RUNE:
					add = i.matchRune(c);
					break;
				case Inst.RUNE1:
					add = c === i.runes[0];
					break;
				case Inst.RUNE_ANY:
					add = true;
					break;
				case Inst.RUNE_ANY_NOT_NL:
					add = c !== 10;
					break;
				default: continue;
			}
			if (add) this.add(nextq, i.out, nextPos, runq.denseCaps, capOffset, nextCond);
		}
		runq.clear();
	}
	spawnLookbehinds(q, pos, flag) {
		for (let i = 0; i < this.prog.lbStarts.length; i++) this.add(q, this.prog.lbStarts[i], pos, this.matchcap, 0, flag);
	}
	restoreLookbehinds(lbState, q, flag) {
		this.lbTable.set(lbState.lbTable);
		for (let j = 0; j < lbState.size; j++) this.add(q, lbState.pcs[j], lbState.pos, this.matchcap, 0, flag);
	}
	saveLookbehinds(lbState, q, pos) {
		let size = 0;
		for (let j = 0; j < q.size; j++) {
			const pc = q.densePcs[j];
			if (this.prog.lbInst[pc] === 1 && Inst.isRuneOp(this.prog.inst[pc].op)) lbState.pcs[size++] = pc;
		}
		lbState.size = size;
		lbState.pos = pos;
		lbState.lbTable.set(this.lbTable);
	}
	add(q, pc, pos, capArray, capOffset, cond) {
		const stk = this.addStack;
		let nstk = 0;
		for (;;) {
			while (pc !== 0 && !q.contains(pc)) {
				const d = q.add(pc);
				const inst = this.prog.inst[pc];
				switch (inst.op) {
					case Inst.FAIL:
						pc = 0;
						break;
					case Inst.ALT:
					case Inst.ALT_MATCH:
						stk[nstk++] = inst.arg;
						stk[nstk++] = 0;
						pc = inst.out;
						break;
					case Inst.EMPTY_WIDTH:
						pc = (inst.arg & ~cond) === 0 ? inst.out : 0;
						break;
					case Inst.NOP:
						pc = inst.out;
						break;
					case Inst.CAPTURE:
						if (inst.arg < this.ncap) {
							stk[nstk++] = -inst.arg - 1;
							stk[nstk++] = capArray[capOffset + inst.arg];
							capArray[capOffset + inst.arg] = pos;
						}
						pc = inst.out;
						break;
					case Inst.LB_WRITE:
						this.lbTable[Math.abs(inst.arg)] = pos;
						pc = inst.out;
						break;
					case Inst.LB_CHECK:
						if (inst.arg > 0) pc = this.lbTable[inst.arg] === pos ? inst.out : 0;
						else pc = this.lbTable[-inst.arg] !== pos ? inst.out : 0;
						break;
					case Inst.MATCH:
					case Inst.RUNE:
					case Inst.RUNE1:
					case Inst.RUNE_ANY:
					case Inst.RUNE_ANY_NOT_NL:
						if (this.prog.lbInst[pc] === 0) q.mainThreads++;
						if (this.ncap > 0) {
							const destOffset = d * this.ncap;
							if (destOffset + this.ncap > q.denseCaps.length) q.growCaps(destOffset + this.ncap);
							for (let c = 0; c < this.ncap; c++) q.denseCaps[destOffset + c] = capArray[capOffset + c];
						}
						pc = 0;
						break;
					default: throw new RE2JSInternalException("unhandled");
				}
			}
			if (nstk === 0) return;
			nstk -= 2;
			const entry = stk[nstk];
			if (entry < 0) {
				capArray[capOffset - entry - 1] = stk[nstk + 1];
				pc = 0;
			} else pc = entry;
		}
	}
};
var hashState = (pcs, flag, ids) => {
	let h = -2128831035;
	for (let i = 0; i < pcs.length; i++) {
		h ^= pcs[i];
		h = Math.imul(h, 16777619);
	}
	h ^= flag;
	h = Math.imul(h, 16777619);
	for (let i = 0; i < ids.length; i++) {
		h ^= ids[i];
		h = Math.imul(h, 16777619);
	}
	return h;
};
var arraysEqual = (a, b) => {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return true;
};
var isState = (state, pcs, flag, ids) => state.flag === flag && arraysEqual(state.nfaStates, pcs) && arraysEqual(state.matchIDs, ids);
var NO_IDS = [];
var END_TEXT = -1;
var DFAState = class {
	constructor(nfaStates, flag, matchIDs) {
		this.nfaStates = nfaStates;
		this.flag = flag;
		this.isMatch = (flag & DFA.FLAG_MATCH) !== 0;
		this.matchIDs = matchIDs;
		this.next = null;
		this.nextAnchored = null;
	}
};
var DFA = class DFA {
	static FLAG_EMPTY_MASK = 255;
	static FLAG_MATCH = 256;
	static FLAG_LAST_WORD = 512;
	static FLAG_NEED_SHIFT = 16;
	static STATE_OVERHEAD = 150;
	static ARRAY_OVERHEAD = 40;
	static ELEMENT_SIZE = 8;
	static TABLE_OVERHEAD = 48;
	static PROGRESS_PER_STATE = 10;
	constructor(prog, maxMem = 8388608) {
		this.prog = prog;
		this.maxMem = maxMem;
		this.stateCache = /* @__PURE__ */ new Map();
		this.stateCount = 0;
		this.startStates = /* @__PURE__ */ new Map();
		this.failed = false;
		for (let pc = 0; pc < prog.numInst(); pc++) {
			const op = prog.getInst(pc).op;
			if (op === Inst.LB_WRITE || op === Inst.LB_CHECK) {
				this.failed = true;
				break;
			}
		}
		this.computeRuneClasses();
		this.stateBudget = maxMem;
		this.memBudget = maxMem;
	}
	computeRuneClasses() {
		const bounds = /* @__PURE__ */ new Set();
		const addRange = (lo, hi) => {
			bounds.add(lo);
			bounds.add(hi + 1);
		};
		for (let pc = 0; pc < this.prog.numInst(); pc++) {
			const inst = this.prog.getInst(pc);
			switch (inst.op) {
				case Inst.RUNE:
				case Inst.RUNE1:
					if (inst.runes.length === 1) {
						addRange(inst.runes[0], inst.runes[0]);
						if ((inst.arg & RE2Flags.FOLD_CASE) !== 0) for (let f = Unicode.simpleFold(inst.runes[0]); f !== inst.runes[0]; f = Unicode.simpleFold(f)) addRange(f, f);
					} else for (let j = 0; j < inst.runes.length; j += 2) addRange(inst.runes[j], inst.runes[j + 1]);
					break;
				case Inst.RUNE_ANY_NOT_NL:
					addRange(10, 10);
					break;
				case Inst.EMPTY_WIDTH:
					if ((inst.arg & (Utils.EMPTY_BEGIN_LINE | Utils.EMPTY_END_LINE)) !== 0) addRange(10, 10);
					if ((inst.arg & (Utils.EMPTY_WORD_BOUNDARY | Utils.EMPTY_NO_WORD_BOUNDARY)) !== 0) {
						addRange(48, 57);
						addRange(65, 90);
						addRange(95, 95);
						addRange(97, 122);
					}
			}
		}
		bounds.delete(0);
		this.classBounds = Int32Array.from(bounds).sort();
		this.numClasses = this.classBounds.length + 1;
		const latin1Class = new Int32Array(Unicode.MAX_LATIN1 + 1);
		for (let r = 0; r <= Unicode.MAX_LATIN1; r++) latin1Class[r] = this.searchClass(r);
		this.latin1Class = latin1Class;
	}
	runeClass(r) {
		if (r <= Unicode.MAX_LATIN1) return this.latin1Class[r];
		return this.searchClass(r);
	}
	searchClass(r) {
		const bounds = this.classBounds;
		let lo = 0;
		let hi = bounds.length;
		while (lo < hi) {
			const mid = lo + hi >> 1;
			if (bounds[mid] <= r) lo = mid + 1;
			else hi = mid;
		}
		return lo;
	}
	closure(pcs, flag) {
		const closure = /* @__PURE__ */ new Set();
		const stack = Array.from(pcs);
		let needflags = 0;
		while (stack.length > 0) {
			const pc = stack.pop();
			if (pc === 0 || closure.has(pc)) continue;
			closure.add(pc);
			const inst = this.prog.getInst(pc);
			switch (inst.op) {
				case Inst.ALT:
				case Inst.ALT_MATCH:
					stack.push(inst.out);
					stack.push(inst.arg);
					break;
				case Inst.NOP:
				case Inst.CAPTURE:
					stack.push(inst.out);
					break;
				case Inst.EMPTY_WIDTH:
					needflags |= inst.arg;
					if ((inst.arg & ~flag) === 0) stack.push(inst.out);
			}
		}
		return {
			pcs: Array.from(closure).sort((a, b) => a - b),
			needflags
		};
	}
	getState(pcs, flag, ids) {
		const hash = hashState(pcs, flag, ids);
		const cached = this.stateCache.get(hash);
		if (cached instanceof DFAState) {
			if (isState(cached, pcs, flag, ids)) return cached;
		} else if (cached !== void 0) {
			for (let i = 0; i < cached.length; i++) if (isState(cached[i], pcs, flag, ids)) return cached[i];
		}
		const cost = DFA.stateCost(pcs, ids);
		if (this.memBudget < cost) return null;
		this.memBudget -= cost;
		const state = new DFAState(pcs, flag, ids);
		if (cached === void 0) this.stateCache.set(hash, state);
		else if (cached instanceof DFAState) this.stateCache.set(hash, [cached, state]);
		else cached.push(state);
		this.stateCount++;
		return state;
	}
	static stateCost(pcs, ids) {
		const idsCost = ids.length === 0 ? 0 : DFA.ARRAY_OVERHEAD + DFA.ELEMENT_SIZE * ids.length;
		return DFA.STATE_OVERHEAD + DFA.ELEMENT_SIZE * pcs.length + idsCost;
	}
	*cachedStates() {
		for (const cached of this.stateCache.values()) if (cached instanceof DFAState) yield cached;
		else yield* cached;
	}
	makeState(pcs, flag, ids) {
		const closure = this.closure(pcs, flag & DFA.FLAG_EMPTY_MASK);
		let stateFlag = flag;
		if (closure.needflags === 0) stateFlag &= DFA.FLAG_MATCH;
		stateFlag |= closure.needflags << DFA.FLAG_NEED_SHIFT;
		return this.getState(closure.pcs, stateFlag, ids);
	}
	allocTable(state, anchor) {
		const size = this.numClasses + 1;
		const cost = DFA.TABLE_OVERHEAD + DFA.ELEMENT_SIZE * size;
		if (this.memBudget < cost) return null;
		this.memBudget -= cost;
		const table = new Array(size).fill(null);
		if (anchor === RE2Flags.UNANCHORED) state.next = table;
		else state.nextAnchored = table;
		return table;
	}
	clearCache() {
		this.stateCache.clear();
		this.stateCount = 0;
		this.startStates.clear();
		this.memBudget = this.stateBudget;
	}
	resetCache(current) {
		this.clearCache();
		return this.getState(current.nfaStates, current.flag, current.matchIDs);
	}
	step(state, cls, rune, anchor) {
		let table = anchor === RE2Flags.UNANCHORED ? state.next : state.nextAnchored;
		if (table !== null) {
			const cached = table[cls];
			if (cached !== null) return cached;
		} else {
			table = this.allocTable(state, anchor);
			if (table === null) return null;
		}
		const needflag = state.flag >>> DFA.FLAG_NEED_SHIFT;
		const oldbeforeflag = state.flag & DFA.FLAG_EMPTY_MASK;
		let beforeflag = oldbeforeflag;
		let afterflag = 0;
		if (rune === 10) {
			beforeflag |= Utils.EMPTY_END_LINE;
			afterflag |= Utils.EMPTY_BEGIN_LINE;
		}
		if (rune === END_TEXT) beforeflag |= Utils.EMPTY_END_LINE | Utils.EMPTY_END_TEXT;
		const islastword = (state.flag & DFA.FLAG_LAST_WORD) !== 0;
		const isword = rune !== END_TEXT && Utils.isWordRune(rune);
		beforeflag |= isword === islastword ? Utils.EMPTY_NO_WORD_BOUNDARY : Utils.EMPTY_WORD_BOUNDARY;
		let pcs = state.nfaStates;
		if ((beforeflag & ~oldbeforeflag & needflag) !== 0) pcs = this.closure(pcs, beforeflag).pcs;
		const nextPCs = [];
		let ismatch = false;
		let ids = NO_IDS;
		for (let i = 0; i < pcs.length; i++) {
			const inst = this.prog.getInst(pcs[i]);
			if (inst.op === Inst.MATCH) {
				if (!ismatch) {
					ismatch = true;
					ids = [];
				}
				ids.push(inst.arg);
			} else if (rune !== END_TEXT && Inst.isRuneOp(inst.op) && inst.matchRune(rune)) nextPCs.push(inst.out);
		}
		if (ids.length > 1) ids.sort((a, b) => a - b);
		if (anchor === RE2Flags.UNANCHORED && rune !== END_TEXT) nextPCs.push(this.prog.start);
		let flag = afterflag;
		if (ismatch) flag |= DFA.FLAG_MATCH;
		if (isword) flag |= DFA.FLAG_LAST_WORD;
		const nextState = this.makeState(nextPCs, flag, ids);
		if (nextState === null) return null;
		table[cls] = nextState;
		return nextState;
	}
	start(input, pos) {
		const context = input.context(pos);
		let flags;
		if ((context & Utils.EMPTY_BEGIN_TEXT) !== 0) flags = Utils.EMPTY_BEGIN_TEXT | Utils.EMPTY_BEGIN_LINE;
		else if ((context & Utils.EMPTY_BEGIN_LINE) !== 0) flags = Utils.EMPTY_BEGIN_LINE;
		else {
			const r = input.step(pos);
			const nextIsWord = r >= 0 && Utils.isWordRune(r >> 3);
			flags = (context & Utils.EMPTY_WORD_BOUNDARY) !== 0 !== nextIsWord ? DFA.FLAG_LAST_WORD : 0;
		}
		let state = this.startStates.get(flags);
		if (state === void 0) {
			state = this.makeState([this.prog.start], flags, NO_IDS);
			if (state === null) {
				this.clearCache();
				state = this.makeState([this.prog.start], flags, NO_IDS);
				if (state === null) return null;
			}
			this.startStates.set(flags, state);
		}
		return state;
	}
	stepOrReset(state, cls, rune, anchor, pos, search) {
		let next = this.step(state, cls, rune, anchor);
		if (next !== null) return next;
		if (search.resetPos >= 0 && pos - search.resetPos < DFA.PROGRESS_PER_STATE * this.stateCount) return null;
		search.resetPos = pos;
		const restored = this.resetCache(state);
		if (restored === null) return null;
		next = this.step(restored, cls, rune, anchor);
		return next;
	}
	run(input, pos, anchor, state, onMatch) {
		const endPos = input.endPos();
		const latin1Class = this.latin1Class;
		const unanchored = anchor === RE2Flags.UNANCHORED;
		const search = { resetPos: -1 };
		let i = pos;
		while (i < endPos) {
			const r = input.step(i);
			const rune = r >> 3;
			const width = r & 7;
			if (width === 0) break;
			const cls = rune <= Unicode.MAX_LATIN1 ? latin1Class[rune] : this.runeClass(rune);
			let next = unanchored && state.next !== null ? state.next[cls] : null;
			if (next === null) {
				next = this.stepOrReset(state, cls, rune, anchor, i, search);
				if (next === null) return null;
			}
			state = next;
			if (state.isMatch && onMatch(state, false)) return true;
			if (!unanchored && state.nfaStates.length === 0) return false;
			i += width;
		}
		state = this.stepOrReset(state, this.numClasses, END_TEXT, anchor, i, search);
		if (state === null) return null;
		return state.isMatch && onMatch(state, true);
	}
	match(input, pos, anchor) {
		if (this.failed) return null;
		if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return false;
		const startState = this.start(input, pos);
		if (startState === null) return null;
		return this.run(input, pos, anchor, startState, (state, atEnd) => anchor !== RE2Flags.ANCHOR_BOTH || atEnd);
	}
	matchSet(input, pos, anchor) {
		if (this.failed) return null;
		if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return [];
		const startState = this.start(input, pos);
		if (startState === null) return null;
		const matches = /* @__PURE__ */ new Set();
		const collect = (state, atEnd) => {
			if (anchor !== RE2Flags.ANCHOR_BOTH || atEnd) for (let k = 0; k < state.matchIDs.length; k++) matches.add(state.matchIDs[k]);
			return false;
		};
		if (this.run(input, pos, anchor, startState, collect) === null) return null;
		return Array.from(matches).sort((a, b) => a - b);
	}
};
var VISITED_BITS = 32;
var MAX_BACKTRACK_PROG = 500;
var INITIAL_JOB_CAPACITY = 256;
var MAX_BACKTRACK_VECTOR = 262144;
var BitState = class {
	constructor() {
		this.end = 0;
		this.cap = /* @__PURE__ */ new Int32Array(0);
		this.matchcap = /* @__PURE__ */ new Int32Array(0);
		this.ncap = 0;
		this.jobPc = new Int32Array(INITIAL_JOB_CAPACITY);
		this.jobArg = new Uint8Array(INITIAL_JOB_CAPACITY);
		this.jobPos = new Int32Array(INITIAL_JOB_CAPACITY);
		this.jobLen = 0;
		this.visited = /* @__PURE__ */ new Uint32Array(0);
	}
	reset(prog, end, ncap) {
		this.end = end;
		this.jobLen = 0;
		this.ncap = ncap;
		const visitedSize = prog.numInst() * (end + 1) + VISITED_BITS - 1 >>> 5;
		if (this.visited.length < visitedSize) this.visited = new Uint32Array(visitedSize);
		else this.visited.fill(0, 0, visitedSize);
		if (this.cap.length < ncap) this.cap = new Int32Array(ncap).fill(-1);
		else this.cap.fill(-1, 0, ncap);
		if (this.matchcap.length < ncap) this.matchcap = new Int32Array(ncap).fill(-1);
		else this.matchcap.fill(-1, 0, ncap);
	}
	shouldVisit(pc, pos) {
		const n = pc * (this.end + 1) + pos;
		const idx = n >>> 5;
		const mask = 1 << (n & 31);
		if ((this.visited[idx] & mask) !== 0) return false;
		this.visited[idx] |= mask;
		return true;
	}
	push(re2, pc, pos, arg) {
		if (re2.prog.getInst(pc).op !== Inst.FAIL && (arg || this.shouldVisit(pc, pos))) {
			if (this.jobLen >= this.jobPc.length) {
				const newSize = this.jobPc.length * 2;
				const newPc = new Int32Array(newSize);
				newPc.set(this.jobPc);
				this.jobPc = newPc;
				const newArg = new Uint8Array(newSize);
				newArg.set(this.jobArg);
				this.jobArg = newArg;
				const newPos = new Int32Array(newSize);
				newPos.set(this.jobPos);
				this.jobPos = newPos;
			}
			this.jobPc[this.jobLen] = pc;
			this.jobArg[this.jobLen] = arg ? 1 : 0;
			this.jobPos[this.jobLen] = pos;
			this.jobLen++;
		}
	}
	tryBacktrack(re2, input, pc, pos, anchor) {
		const longest = re2.longest;
		this.push(re2, pc, pos, false);
		while (this.jobLen > 0) {
			this.jobLen--;
			let currentPc = this.jobPc[this.jobLen];
			let arg = this.jobArg[this.jobLen] === 1;
			let currentPos = this.jobPos[this.jobLen];
			let skipShouldVisit = true;
			while (true) {
				if (!skipShouldVisit) {
					if (!this.shouldVisit(currentPc, currentPos)) break;
				}
				skipShouldVisit = false;
				const inst = re2.prog.getInst(currentPc);
				switch (inst.op) {
					case Inst.FAIL: break;
					case Inst.ALT: if (arg) {
						arg = false;
						currentPc = inst.arg;
						continue;
					} else {
						this.push(re2, currentPc, currentPos, true);
						currentPc = inst.out;
						continue;
					}
					case Inst.ALT_MATCH: {
						const outInst = re2.prog.getInst(inst.out);
						if (Inst.isRuneOp(outInst.op)) {
							this.push(re2, inst.arg, currentPos, false);
							currentPc = inst.arg;
							currentPos = this.end;
							continue;
						}
						this.push(re2, inst.out, this.end, false);
						currentPc = inst.out;
						continue;
					}
					case Inst.RUNE: {
						const r = input.step(currentPos);
						if (r === MachineInputBase.EOF()) break;
						if (!inst.matchRune(r >> 3)) break;
						currentPos += r & 7;
						currentPc = inst.out;
						continue;
					}
					case Inst.RUNE1: {
						const r = input.step(currentPos);
						if (r === MachineInputBase.EOF()) break;
						if (r >> 3 !== inst.runes[0]) break;
						currentPos += r & 7;
						currentPc = inst.out;
						continue;
					}
					case Inst.RUNE_ANY_NOT_NL: {
						const r = input.step(currentPos);
						if (r === MachineInputBase.EOF()) break;
						if (r >> 3 === 10) break;
						currentPos += r & 7;
						currentPc = inst.out;
						continue;
					}
					case Inst.RUNE_ANY: {
						const r = input.step(currentPos);
						if (r === MachineInputBase.EOF()) break;
						currentPos += r & 7;
						currentPc = inst.out;
						continue;
					}
					case Inst.CAPTURE: if (arg) {
						this.cap[inst.arg] = currentPos;
						break;
					} else {
						if (inst.arg < this.ncap) {
							this.push(re2, currentPc, this.cap[inst.arg], true);
							this.cap[inst.arg] = currentPos;
						}
						currentPc = inst.out;
						continue;
					}
					case Inst.EMPTY_WIDTH: {
						const flag = input.context(currentPos);
						if ((inst.arg & ~flag) !== 0) break;
						currentPc = inst.out;
						continue;
					}
					case Inst.NOP:
						currentPc = inst.out;
						continue;
					case Inst.MATCH: {
						if (anchor === RE2Flags.ANCHOR_BOTH && currentPos !== this.end) break;
						if (this.ncap === 0) return true;
						if (this.ncap > 1) this.cap[1] = currentPos;
						const old = this.matchcap[1];
						if (old === -1 || longest && currentPos > 0 && currentPos > old) this.matchcap.set(this.cap);
						if (!longest) return true;
						if (currentPos === this.end) return true;
						break;
					}
					case Inst.LB_WRITE:
					case Inst.LB_CHECK: throw new RE2JSInternalException("Backtracker cannot evaluate Lookbehind instructions");
					default: throw new RE2JSInternalException("bad inst");
				}
				break;
			}
		}
		return longest && this.matchcap.length > 1 && this.matchcap[1] >= 0;
	}
};
var bitStatePool = [];
var Backtracker = class Backtracker {
	static shouldBacktrack(prog) {
		return prog.numInst() <= MAX_BACKTRACK_PROG;
	}
	static maxBitStateLen(prog) {
		if (!Backtracker.shouldBacktrack(prog)) return 0;
		return Math.floor(MAX_BACKTRACK_VECTOR / prog.numInst());
	}
	static execute(re2, input, pos, anchor, ncap) {
		const startCond = re2.cond;
		if (startCond === Utils.EMPTY_ALL) return null;
		if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return null;
		if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 && pos !== 0) return null;
		const b = bitStatePool.length > 0 ? bitStatePool.pop() : new BitState();
		const end = input.endPos();
		b.reset(re2.prog, end, ncap);
		let matched = false;
		if ((startCond & Utils.EMPTY_BEGIN_TEXT) !== 0 || anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) {
			if (b.ncap > 0) b.cap[0] = pos;
			if (b.tryBacktrack(re2, input, re2.prog.start, pos, anchor)) matched = true;
		} else {
			let width = -1;
			for (; pos <= end && width !== 0; pos += width) {
				if (re2.prefix.length > 0) {
					const advance = input.index(re2, pos);
					if (advance < 0) break;
					pos += advance;
				}
				if (b.ncap > 0) b.cap[0] = pos;
				if (b.tryBacktrack(re2, input, re2.prog.start, pos, anchor)) {
					matched = true;
					break;
				}
				const r = input.step(pos);
				width = r === MachineInputBase.EOF() ? 0 : r & 7;
			}
		}
		if (!matched) {
			bitStatePool.push(b);
			return null;
		}
		const result = ncap === 0 ? [] : Utils.toArray(b.matchcap.subarray(0, ncap));
		bitStatePool.push(b);
		return result;
	}
};
var QueueOnePass = class {
	constructor(size) {
		this.sparse = new Uint32Array(size);
		this.dense = new Uint32Array(size);
		this.size = 0;
		this.nextIndex = 0;
	}
	empty() {
		return this.nextIndex >= this.size;
	}
	next() {
		return this.dense[this.nextIndex++];
	}
	clear() {
		this.size = 0;
		this.nextIndex = 0;
	}
	contains(u) {
		return u < this.sparse.length && this.sparse[u] < this.size && this.dense[this.sparse[u]] === u;
	}
	insert(u) {
		if (!this.contains(u)) this.insertNew(u);
	}
	insertNew(u) {
		if (u >= this.sparse.length) return;
		this.sparse[u] = this.size;
		this.dense[this.size] = u;
		this.size++;
	}
};
var mergeRuneSets = (leftRunes, rightRunes, leftPC, rightPC) => {
	const leftLen = leftRunes.length;
	const rightLen = rightRunes.length;
	let lx = 0, rx = 0;
	const merged = [];
	const next = [];
	let ok = true;
	let ix = -1;
	const extend = (isLeft) => {
		const newArray = isLeft ? leftRunes : rightRunes;
		const low = isLeft ? lx : rx;
		const pc = isLeft ? leftPC : rightPC;
		if (ix > 0 && newArray[low] <= merged[ix]) return false;
		merged.push(newArray[low], newArray[low + 1]);
		if (isLeft) lx += 2;
		else rx += 2;
		ix += 2;
		next.push(pc);
		return true;
	};
	while (lx < leftLen || rx < rightLen) {
		if (rx >= rightLen) ok = extend(true);
		else if (lx >= leftLen) ok = extend(false);
		else if (rightRunes[rx] < leftRunes[lx]) ok = extend(false);
		else ok = extend(true);
		if (!ok) return null;
	}
	return {
		merged,
		next
	};
};
var OnePassProg = class {
	constructor(prog) {
		this.start = prog.start;
		this.numCap = prog.numCap;
		this.inst = new Array(prog.inst.length);
		for (let i = 0; i < prog.inst.length; i++) {
			const orig = prog.inst[i];
			const inst = new Inst(orig.op);
			inst.out = orig.out;
			inst.arg = orig.arg;
			inst.runes = orig.runes ? new Int32Array(orig.runes) : /* @__PURE__ */ new Int32Array(0);
			inst.next = null;
			this.inst[i] = inst;
		}
	}
};
var onePassCopy = (prog) => {
	const p = new OnePassProg(prog);
	for (let pc = 0; pc < p.inst.length; pc++) {
		const inst = p.inst[pc];
		if (inst.op !== Inst.ALT && inst.op !== Inst.ALT_MATCH) continue;
		let pAOther = "out";
		let pAAlt = "arg";
		let instAlt = p.inst[inst[pAAlt]];
		if (instAlt.op !== Inst.ALT && instAlt.op !== Inst.ALT_MATCH) {
			pAOther = "arg";
			pAAlt = "out";
			instAlt = p.inst[inst[pAAlt]];
			if (instAlt.op !== Inst.ALT && instAlt.op !== Inst.ALT_MATCH) continue;
		}
		const instOther = p.inst[inst[pAOther]];
		if (instOther.op === Inst.ALT || instOther.op === Inst.ALT_MATCH) continue;
		let pBAlt = "out";
		let pBOther = "arg";
		let patch = false;
		if (instAlt.out === pc) patch = true;
		else if (instAlt.arg === pc) {
			patch = true;
			pBAlt = "arg";
			pBOther = "out";
		}
		if (patch) instAlt[pBAlt] = inst[pAOther];
		if (inst[pAOther] === instAlt[pBAlt]) inst[pAAlt] = instAlt[pBOther];
	}
	return p;
};
var makeOnePass = (p) => {
	if (p.inst.length >= 1e3) return null;
	const instQueue = new QueueOnePass(p.inst.length);
	const visitQueue = new QueueOnePass(p.inst.length);
	const onePassRunes = new Array(p.inst.length);
	const m = new Array(p.inst.length).fill(false);
	const check = (pc) => {
		let ok = true;
		const inst = p.inst[pc];
		if (visitQueue.contains(pc)) return true;
		visitQueue.insert(pc);
		switch (inst.op) {
			case Inst.ALT:
			case Inst.ALT_MATCH: {
				ok = check(inst.out) && check(inst.arg);
				let matchOut = m[inst.out];
				let matchArg = m[inst.arg];
				if (matchOut && matchArg) return false;
				if (matchArg) {
					const tempOut = inst.out;
					inst.out = inst.arg;
					inst.arg = tempOut;
					const tempMatch = matchOut;
					matchOut = matchArg;
					matchArg = tempMatch;
				}
				if (matchOut) {
					m[pc] = true;
					inst.op = Inst.ALT_MATCH;
				}
				const mergeRes = mergeRuneSets(onePassRunes[inst.out] || [], onePassRunes[inst.arg] || [], inst.out, inst.arg);
				if (!mergeRes) return false;
				onePassRunes[pc] = new Int32Array(mergeRes.merged);
				inst.next = new Uint32Array(mergeRes.next);
				break;
			}
			case Inst.CAPTURE:
			case Inst.EMPTY_WIDTH:
			case Inst.NOP:
				ok = check(inst.out);
				m[pc] = m[inst.out];
				onePassRunes[pc] = onePassRunes[inst.out] ? new Int32Array(onePassRunes[inst.out]) : /* @__PURE__ */ new Int32Array(0);
				inst.next = new Uint32Array(Math.floor(onePassRunes[pc].length / 2) + 1).fill(inst.out);
				break;
			case Inst.MATCH:
			case Inst.FAIL:
				m[pc] = inst.op === Inst.MATCH;
				break;
			case Inst.RUNE: {
				m[pc] = false;
				if (inst.next && inst.next.length > 0) break;
				instQueue.insert(inst.out);
				if (!inst.runes || inst.runes.length === 0) {
					onePassRunes[pc] = /* @__PURE__ */ new Int32Array(0);
					inst.next = new Uint32Array([inst.out]);
					break;
				}
				let runes = [];
				if (inst.runes.length === 1 && (inst.arg & RE2Flags.FOLD_CASE) !== 0) {
					const r0 = inst.runes[0];
					runes.push(r0, r0);
					for (let r1 = Unicode.simpleFold(r0); r1 !== r0; r1 = Unicode.simpleFold(r1)) runes.push(r1, r1);
					runes.sort((a, b) => a - b);
				} else for (let j = 0; j < inst.runes.length; j++) runes.push(inst.runes[j]);
				onePassRunes[pc] = new Int32Array(runes);
				inst.next = new Uint32Array(Math.floor(runes.length / 2) + 1).fill(inst.out);
				inst.op = Inst.RUNE;
				break;
			}
			case Inst.RUNE1: {
				m[pc] = false;
				if (inst.next && inst.next.length > 0) break;
				instQueue.insert(inst.out);
				let runes = [];
				if ((inst.arg & RE2Flags.FOLD_CASE) !== 0) {
					const r0 = inst.runes[0];
					runes.push(r0, r0);
					for (let r1 = Unicode.simpleFold(r0); r1 !== r0; r1 = Unicode.simpleFold(r1)) runes.push(r1, r1);
					runes.sort((a, b) => a - b);
				} else runes.push(inst.runes[0], inst.runes[0]);
				onePassRunes[pc] = new Int32Array(runes);
				inst.next = new Uint32Array(Math.floor(runes.length / 2) + 1).fill(inst.out);
				inst.op = Inst.RUNE;
				break;
			}
			case Inst.RUNE_ANY:
				m[pc] = false;
				if (inst.next && inst.next.length > 0) break;
				instQueue.insert(inst.out);
				onePassRunes[pc] = new Int32Array([0, Unicode.MAX_RUNE]);
				inst.next = new Uint32Array([inst.out]);
				break;
			case Inst.RUNE_ANY_NOT_NL:
				m[pc] = false;
				if (inst.next && inst.next.length > 0) break;
				instQueue.insert(inst.out);
				onePassRunes[pc] = new Int32Array([
					0,
					9,
					11,
					Unicode.MAX_RUNE
				]);
				inst.next = new Uint32Array(Math.floor(onePassRunes[pc].length / 2) + 1).fill(inst.out);
		}
		return ok;
	};
	instQueue.clear();
	instQueue.insert(p.start);
	while (!instQueue.empty()) {
		visitQueue.clear();
		if (!check(instQueue.next())) return null;
	}
	for (let i = 0; i < p.inst.length; i++) if (onePassRunes[i]) p.inst[i].runes = onePassRunes[i];
	return p;
};
var cleanupOnePass = (p, original) => {
	for (let ix = 0; ix < original.inst.length; ix++) {
		const instOriginal = original.inst[ix];
		switch (instOriginal.op) {
			case Inst.ALT:
			case Inst.ALT_MATCH:
			case Inst.RUNE: break;
			case Inst.CAPTURE:
			case Inst.EMPTY_WIDTH:
			case Inst.NOP:
			case Inst.MATCH:
			case Inst.FAIL:
				p.inst[ix].next = null;
				break;
			case Inst.RUNE1:
			case Inst.RUNE_ANY:
			case Inst.RUNE_ANY_NOT_NL:
				p.inst[ix].next = null;
				p.inst[ix].op = instOriginal.op;
				p.inst[ix].runes = instOriginal.runes ? new Int32Array(instOriginal.runes) : /* @__PURE__ */ new Int32Array(0);
		}
	}
};
var OnePass = class OnePass {
	static compile(prog) {
		if (prog.start === 0) return null;
		if (prog.numLb > 0) return null;
		const startInst = prog.inst[prog.start];
		if (startInst.op !== Inst.EMPTY_WIDTH || (startInst.arg & Utils.EMPTY_BEGIN_TEXT) === 0) return null;
		let hasAlt = false;
		for (let i = 0; i < prog.inst.length; i++) if (prog.inst[i].op === Inst.ALT || prog.inst[i].op === Inst.ALT_MATCH) {
			hasAlt = true;
			break;
		}
		for (let i = 0; i < prog.inst.length; i++) {
			const inst = prog.inst[i];
			const opOut = prog.inst[inst.out].op;
			switch (inst.op) {
				case Inst.ALT:
				case Inst.ALT_MATCH:
					if (opOut === Inst.MATCH || prog.inst[inst.arg].op === Inst.MATCH) return null;
					break;
				case Inst.EMPTY_WIDTH:
					if (opOut === Inst.MATCH) {
						if ((inst.arg & Utils.EMPTY_END_TEXT) === Utils.EMPTY_END_TEXT) continue;
						return null;
					}
					break;
				default: if (opOut === Inst.MATCH && hasAlt) return null;
			}
		}
		let p = onePassCopy(prog);
		p = makeOnePass(p);
		if (p !== null) cleanupOnePass(p, prog);
		return p;
	}
	static next(inst, r) {
		const nextIdx = inst.matchRunePos(r);
		if (nextIdx >= 0) return inst.next[nextIdx];
		if (inst.op === Inst.ALT_MATCH) return inst.out;
		return 0;
	}
	static execute(re2, input, pos, anchor, ncap) {
		const onepass = re2.onepass;
		if (!onepass) return null;
		const matchcap = new Int32Array(ncap).fill(-1);
		let matched = false;
		let r = input.step(pos);
		let rune = r >> 3;
		let width = r & 7;
		let r1 = MachineInputBase.EOF();
		let rune1 = -1;
		let width1 = 0;
		if (r !== MachineInputBase.EOF()) {
			r1 = input.step(pos + width);
			if (r1 !== MachineInputBase.EOF()) {
				rune1 = r1 >> 3;
				width1 = r1 & 7;
			}
		}
		let flag = pos === 0 ? Utils.emptyOpContext(-1, rune) : input.context(pos);
		let pc = onepass.start;
		let inst;
		while (true) {
			inst = onepass.inst[pc];
			pc = inst.out;
			switch (inst.op) {
				case Inst.MATCH:
					if (anchor === RE2Flags.ANCHOR_BOTH && pos !== input.endPos()) return null;
					matched = true;
					if (matchcap.length > 0) {
						matchcap[0] = 0;
						matchcap[1] = pos;
					}
					return ncap === 0 ? [] : Utils.toArray(matchcap);
				case Inst.RUNE:
					if (!inst.matchRune(rune)) return null;
					break;
				case Inst.RUNE1:
					if (rune !== inst.runes[0]) return null;
					break;
				case Inst.RUNE_ANY: break;
				case Inst.RUNE_ANY_NOT_NL:
					if (rune === 10) return null;
					break;
				case Inst.ALT:
				case Inst.ALT_MATCH:
					pc = OnePass.next(inst, rune);
					continue;
				case Inst.FAIL: return null;
				case Inst.NOP: continue;
				case Inst.EMPTY_WIDTH:
					if ((inst.arg & ~flag) !== 0) return null;
					continue;
				case Inst.CAPTURE:
					if (inst.arg < matchcap.length) matchcap[inst.arg] = pos;
					continue;
				default: throw new RE2JSInternalException("bad inst");
			}
			if (width === 0) break;
			flag = Utils.emptyOpContext(rune, rune1);
			pos += width;
			rune = rune1;
			width = width1;
			if (rune !== -1) {
				r1 = input.step(pos + width);
				if (r1 !== MachineInputBase.EOF()) {
					rune1 = r1 >> 3;
					width1 = r1 & 7;
				} else {
					rune1 = -1;
					width1 = 0;
				}
			}
		}
		if (!matched) return null;
		return ncap === 0 ? [] : Utils.toArray(matchcap);
	}
};
/**
* Regular expression abstract syntax tree. Produced by parser, used by compiler. NB, this
* corresponds to {@code syntax.regexp} in the Go implementation; Go's {@code regexp} is called
* {@code RE2} in Java.
*/
var Regexp = class Regexp {
	static Op = createEnum([
		"NO_MATCH",
		"EMPTY_MATCH",
		"LITERAL",
		"CHAR_CLASS",
		"ANY_CHAR_NOT_NL",
		"ANY_CHAR",
		"BEGIN_LINE",
		"END_LINE",
		"BEGIN_TEXT",
		"END_TEXT",
		"WORD_BOUNDARY",
		"NO_WORD_BOUNDARY",
		"CAPTURE",
		"STAR",
		"PLUS",
		"QUEST",
		"REPEAT",
		"CONCAT",
		"ALTERNATE",
		"PLB",
		"NLB",
		"LEFT_PAREN",
		"VERTICAL_BAR"
	]);
	static isPseudoOp(op) {
		return op >= Regexp.Op.LEFT_PAREN;
	}
	static emptySubs() {
		return [];
	}
	static quoteIfHyphen(rune) {
		if (rune === Codepoint.CODES["-"]) return "\\";
		return "";
	}
	static fromRegexp(re) {
		const regex = new Regexp(re.op);
		regex.flags = re.flags;
		regex.subs = re.subs;
		regex.runes = re.runes;
		regex.cap = re.cap;
		regex.min = re.min;
		regex.max = re.max;
		regex.name = re.name;
		regex.namedGroups = re.namedGroups;
		regex.lb = re.lb;
		return regex;
	}
	constructor(op) {
		this.op = op;
		this.flags = 0;
		this.subs = Regexp.emptySubs();
		this.runes = /* @__PURE__ */ new Int32Array(0);
		this.min = 0;
		this.max = 0;
		this.cap = 0;
		this.name = null;
		this.namedGroups = Object.create(null);
		this.lb = 0;
	}
	reinit() {
		this.flags = 0;
		this.subs = Regexp.emptySubs();
		this.runes = /* @__PURE__ */ new Int32Array(0);
		this.cap = 0;
		this.min = 0;
		this.max = 0;
		this.name = null;
		this.namedGroups = Object.create(null);
		this.lb = 0;
	}
	toString() {
		return this.appendTo();
	}
	appendTo() {
		let out = "";
		switch (this.op) {
			case Regexp.Op.NO_MATCH:
				out += "[^\\x00-\\x{10FFFF}]";
				break;
			case Regexp.Op.EMPTY_MATCH:
				out += "(?:)";
				break;
			case Regexp.Op.STAR:
			case Regexp.Op.PLUS:
			case Regexp.Op.QUEST:
			case Regexp.Op.REPEAT: {
				const sub = this.subs[0];
				if (sub.op > Regexp.Op.CAPTURE || sub.op === Regexp.Op.LITERAL && sub.runes.length > 1) out += `(?:${sub.appendTo()})`;
				else out += sub.appendTo();
				switch (this.op) {
					case Regexp.Op.STAR:
						out += "*";
						break;
					case Regexp.Op.PLUS:
						out += "+";
						break;
					case Regexp.Op.QUEST:
						out += "?";
						break;
					case Regexp.Op.REPEAT:
						out += `{${this.min}`;
						if (this.min !== this.max) {
							out += ",";
							if (this.max >= 0) out += this.max;
						}
						out += "}";
				}
				if ((this.flags & RE2Flags.NON_GREEDY) !== 0) out += "?";
				break;
			}
			case Regexp.Op.CONCAT:
				for (let sub of this.subs) if (sub.op === Regexp.Op.ALTERNATE) out += `(?:${sub.appendTo()})`;
				else out += sub.appendTo();
				break;
			case Regexp.Op.ALTERNATE: {
				let sep = "";
				for (let sub of this.subs) {
					out += sep;
					sep = "|";
					out += sub.appendTo();
				}
				break;
			}
			case Regexp.Op.LITERAL:
				if ((this.flags & RE2Flags.FOLD_CASE) !== 0) out += "(?i:";
				for (let rune of this.runes) out += Utils.escapeRune(rune);
				if ((this.flags & RE2Flags.FOLD_CASE) !== 0) out += ")";
				break;
			case Regexp.Op.ANY_CHAR_NOT_NL:
				out += "(?-s:.)";
				break;
			case Regexp.Op.ANY_CHAR:
				out += "(?s:.)";
				break;
			case Regexp.Op.PLB:
				out += `(?<=${this.subs[0].appendTo()})`;
				break;
			case Regexp.Op.NLB:
				out += `(?<!${this.subs[0].appendTo()})`;
				break;
			case Regexp.Op.CAPTURE:
				if (this.name === null || this.name.length === 0) out += "(";
				else out += `(?P<${this.name}>`;
				if (this.subs[0].op !== Regexp.Op.EMPTY_MATCH) out += this.subs[0].appendTo();
				out += ")";
				break;
			case Regexp.Op.BEGIN_TEXT:
				out += "\\A";
				break;
			case Regexp.Op.END_TEXT:
				if ((this.flags & RE2Flags.WAS_DOLLAR) !== 0) out += "(?-m:$)";
				else out += "\\z";
				break;
			case Regexp.Op.BEGIN_LINE:
				out += "^";
				break;
			case Regexp.Op.END_LINE:
				out += "$";
				break;
			case Regexp.Op.WORD_BOUNDARY:
				out += "\\b";
				break;
			case Regexp.Op.NO_WORD_BOUNDARY:
				out += "\\B";
				break;
			case Regexp.Op.CHAR_CLASS:
				if (this.runes.length % 2 !== 0) {
					out += "[invalid char class]";
					break;
				}
				out += "[";
				if (this.runes.length === 0) out += "^\\x00-\\x{10FFFF}";
				else if (this.runes[0] === 0 && this.runes[this.runes.length - 1] === Unicode.MAX_RUNE) {
					out += "^";
					for (let i = 1; i < this.runes.length - 1; i += 2) {
						const lo = this.runes[i] + 1;
						const hi = this.runes[i + 1] - 1;
						out += Regexp.quoteIfHyphen(lo);
						out += Utils.escapeRune(lo);
						if (lo !== hi) {
							out += "-";
							out += Regexp.quoteIfHyphen(hi);
							out += Utils.escapeRune(hi);
						}
					}
				} else for (let i = 0; i < this.runes.length; i += 2) {
					const lo = this.runes[i];
					const hi = this.runes[i + 1];
					out += Regexp.quoteIfHyphen(lo);
					out += Utils.escapeRune(lo);
					if (lo !== hi) {
						out += "-";
						out += Regexp.quoteIfHyphen(hi);
						out += Utils.escapeRune(hi);
					}
				}
				out += "]";
				break;
			default: out += this.op;
		}
		return out;
	}
	maxCap() {
		let m = 0;
		if (this.op === Regexp.Op.CAPTURE) m = this.cap;
		if (this.subs !== null) for (let sub of this.subs) {
			const n = sub.maxCap();
			if (m < n) m = n;
		}
		return m;
	}
	equals(that) {
		if (!(that !== null && that instanceof Regexp)) return false;
		if (this.op !== that.op) return false;
		switch (this.op) {
			case Regexp.Op.END_TEXT:
				if ((this.flags & RE2Flags.WAS_DOLLAR) !== (that.flags & RE2Flags.WAS_DOLLAR)) return false;
				break;
			case Regexp.Op.LITERAL:
			case Regexp.Op.CHAR_CLASS:
				if ((this.flags & RE2Flags.FOLD_CASE) !== (that.flags & RE2Flags.FOLD_CASE)) return false;
				if (this.runes === null && that.runes === null) break;
				if (this.runes === null || that.runes === null) return false;
				if (this.runes.length !== that.runes.length) return false;
				for (let i = 0; i < this.runes.length; i++) if (this.runes[i] !== that.runes[i]) return false;
				break;
			case Regexp.Op.ALTERNATE:
			case Regexp.Op.CONCAT:
				if (this.subs.length !== that.subs.length) return false;
				for (let i = 0; i < this.subs.length; ++i) if (!this.subs[i].equals(that.subs[i])) return false;
				break;
			case Regexp.Op.STAR:
			case Regexp.Op.PLUS:
			case Regexp.Op.QUEST:
				if ((this.flags & RE2Flags.NON_GREEDY) !== (that.flags & RE2Flags.NON_GREEDY) || !this.subs[0].equals(that.subs[0])) return false;
				break;
			case Regexp.Op.REPEAT:
				if ((this.flags & RE2Flags.NON_GREEDY) !== (that.flags & RE2Flags.NON_GREEDY) || this.min !== that.min || this.max !== that.max || !this.subs[0].equals(that.subs[0])) return false;
				break;
			case Regexp.Op.CAPTURE:
				if (this.cap !== that.cap || (this.name === null ? that.name !== null : this.name !== that.name) || !this.subs[0].equals(that.subs[0])) return false;
				break;
			case Regexp.Op.PLB:
			case Regexp.Op.NLB: if (this.lb !== that.lb || !this.subs[0].equals(that.subs[0])) return false;
		}
		return true;
	}
};
/**
* Walks a Regexp tree without recursion, visiting nodes in the same order a recursive walk
* would (RE2: re2/walker-inl.h, "Helper class for traversing Regexps without recursion").
*
* The handler sees a node without subexpressions once, through `leaf(re)`, which returns its
* result. Any other node is seen up to three times:
* - `enter(re)` before its children. It returns the state kept for `re` while its children are
*   visited; a state whose `result` is already set skips the children.
* - `child(re, state, result, i)` after child `i` produced `result`. Setting `state.result`
*   stops visiting the remaining children.
* - `leave(re, state)` after the last child; it returns the result for `re`.
*
* Counted repetitions expand into one nesting level per copy, so the simplified tree can be
* thousands of levels deep; recursion over it would overflow the JS stack, which has no fixed
* relation to the parser's nesting limit. This walk keeps its frames on the heap instead.
*/
var RegexpWalker = class {
	static walk(root, handler) {
		const stack = [];
		let re = root;
		let result;
		for (;;) {
			if (re.subs.length === 0) result = handler.leaf(re);
			else {
				const state = handler.enter(re);
				if (state.result === void 0) {
					stack.push({
						re,
						state,
						i: 0
					});
					re = re.subs[0];
					continue;
				}
				result = state.result;
			}
			for (;;) {
				if (stack.length === 0) return result;
				const frame = stack[stack.length - 1];
				handler.child(frame.re, frame.state, result, frame.i);
				frame.i++;
				if (frame.state.result === void 0 && frame.i < frame.re.subs.length) {
					re = frame.re.subs[frame.i];
					break;
				}
				stack.pop();
				result = frame.state.result !== void 0 ? frame.state.result : handler.leave(frame.re, frame.state);
			}
		}
	}
};
var AhoCorasick = class {
	constructor(words, alphabetSize) {
		const edges = /* @__PURE__ */ new Map();
		const parent = [0];
		const unit = [0];
		const depth = [0];
		const terminal = [0];
		for (const word of words) {
			let node = 0;
			for (let i = 0; i < word.length; i++) {
				const key = node * alphabetSize + word[i];
				let child = edges.get(key);
				if (child === void 0) {
					child = parent.length;
					edges.set(key, child);
					parent.push(node);
					unit.push(word[i]);
					depth.push(depth[node] + 1);
					terminal.push(0);
				}
				node = child;
			}
			terminal[node] = 1;
		}
		const numNodes = parent.length;
		const children = new Int32Array(numNodes - 1);
		for (let c = 1; c < numNodes; c++) children[c - 1] = c;
		children.sort((a, b) => parent[a] - parent[b] || unit[a] - unit[b]);
		const childStart = new Int32Array(numNodes + 1);
		for (let c = 1; c < numNodes; c++) childStart[parent[c] + 1]++;
		for (let n = 0; n < numNodes; n++) childStart[n + 1] += childStart[n];
		const childUnit = new Int32Array(numNodes - 1);
		for (let k = 0; k < children.length; k++) childUnit[k] = unit[children[k]];
		this.childStart = childStart;
		this.childUnit = childUnit;
		this.childNode = children;
		const byDepth = new Int32Array(numNodes);
		for (let n = 0; n < numNodes; n++) byDepth[n] = n;
		byDepth.sort((a, b) => depth[a] - depth[b]);
		const fail = new Int32Array(numNodes);
		const match = Uint8Array.from(terminal);
		for (let k = 1; k < numNodes; k++) {
			const c = byDepth[k];
			const p = parent[c];
			if (p !== 0) {
				let f = fail[p];
				let next = this.next(f, unit[c]);
				while (next < 0 && f !== 0) {
					f = fail[f];
					next = this.next(f, unit[c]);
				}
				fail[c] = next >= 0 ? next : 0;
			}
			match[c] |= match[fail[c]];
		}
		this.fail = fail;
		this.match = match;
	}
	next(node, u) {
		let lo = this.childStart[node];
		let hi = this.childStart[node + 1];
		const units = this.childUnit;
		while (lo < hi) {
			const mid = lo + hi >> 1;
			const m = units[mid];
			if (m === u) return this.childNode[mid];
			if (m < u) lo = mid + 1;
			else hi = mid;
		}
		return -1;
	}
	advance(node, u) {
		for (;;) {
			const next = this.next(node, u);
			if (next >= 0) return next;
			if (node === 0) return 0;
			node = this.fail[node];
		}
	}
	searchUTF16(charSeq, start, end) {
		let node = 0;
		for (let i = start; i < end; i++) {
			node = this.advance(node, charSeq.charCodeAt(i));
			if (this.match[node] === 1) return true;
		}
		return false;
	}
	searchUTF8(bytes, start, end) {
		let node = 0;
		for (let i = start; i < end; i++) {
			node = this.advance(node, bytes[i]);
			if (this.match[node] === 1) return true;
		}
		return false;
	}
};
var Prefilter = class Prefilter {
	static Type = {
		NONE: 0,
		EXACT: 1,
		AND: 2,
		OR: 3
	};
	static MAX_SCANS = 32;
	static MAX_AC_UNITS = 1 << 18;
	constructor(type) {
		this.type = type;
		this.subs = [];
		this.str = "";
		this.bytes = null;
		this.cost = type === Prefilter.Type.EXACT ? 1 : 0;
		this.allExact = false;
		this.ac16 = null;
		this.ac8 = null;
	}
	automaton16() {
		if (this.ac16 === null) {
			const words = this.subs.map((s) => {
				const arr = new Array(s.str.length);
				for (let i = 0; i < s.str.length; i++) arr[i] = s.str.charCodeAt(i);
				return arr;
			});
			this.ac16 = new AhoCorasick(words, 65536);
		}
		return this.ac16;
	}
	automaton8() {
		if (this.ac8 === null) this.ac8 = new AhoCorasick(this.subs.map((s) => s.bytes), 256);
		return this.ac8;
	}
	eval(input, pos) {
		switch (this.type) {
			case Prefilter.Type.NONE: return true;
			case Prefilter.Type.EXACT: return input.hasString(this, pos);
			case Prefilter.Type.AND:
				for (let i = 0; i < this.subs.length; i++) if (!this.subs[i].eval(input, pos)) return false;
				return true;
			case Prefilter.Type.OR:
				if (this.allExact) return input.hasAnyString(this, pos);
				for (let i = 0; i < this.subs.length; i++) if (this.subs[i].eval(input, pos)) return true;
				return false;
			default: return true;
		}
	}
};
var PrefilterTree = class PrefilterTree {
	static build(re) {
		if (!re) return new Prefilter(Prefilter.Type.NONE);
		return RegexpWalker.walk(re, PrefilterTree.WALKER);
	}
	static WALKER = {
		leaf: (re) => PrefilterTree.leaf(re),
		enter: (re) => PrefilterTree.enter(re),
		child: (re, state, result) => PrefilterTree.child(re, state, result),
		leave: (re, state) => PrefilterTree.leave(re, state)
	};
	static leaf(re) {
		if (re.op !== Regexp.Op.LITERAL) return new Prefilter(Prefilter.Type.NONE);
		if (re.runes.length === 0 || (re.flags & RE2Flags.FOLD_CASE) !== 0) return new Prefilter(Prefilter.Type.NONE);
		let str = "";
		for (let i = 0; i < re.runes.length; i++) {
			if (Unicode.isUnsearchable(re.runes[i])) return new Prefilter(Prefilter.Type.NONE);
			str += String.fromCodePoint(re.runes[i]);
		}
		const pf = new Prefilter(Prefilter.Type.EXACT);
		pf.str = str;
		pf.bytes = Utils.stringToUtf8ByteArray(pf.str);
		return pf;
	}
	static enter(re) {
		switch (re.op) {
			case Regexp.Op.CAPTURE:
			case Regexp.Op.PLUS: return { sub: null };
			case Regexp.Op.REPEAT:
				if (re.min >= 1) return { sub: null };
				return { result: new Prefilter(Prefilter.Type.NONE) };
			case Regexp.Op.CONCAT: return {
				pf: new Prefilter(Prefilter.Type.AND),
				subs: []
			};
			case Regexp.Op.ALTERNATE: return {
				pf: new Prefilter(Prefilter.Type.OR),
				subs: []
			};
			default: return { result: new Prefilter(Prefilter.Type.NONE) };
		}
	}
	static child(re, state, s) {
		if (state.subs === void 0) {
			state.sub = s;
			return;
		}
		if (state.pf.type === Prefilter.Type.AND) {
			if (s.type === Prefilter.Type.NONE) return;
			if (s.type === Prefilter.Type.AND) {
				for (let j = 0; j < s.subs.length; j++) state.subs.push(s.subs[j]);
				return;
			}
			state.subs.push(s);
			return;
		}
		if (s.type === Prefilter.Type.NONE) {
			state.result = new Prefilter(Prefilter.Type.NONE);
			return;
		}
		if (s.type === Prefilter.Type.OR) {
			for (let j = 0; j < s.subs.length; j++) state.subs.push(s.subs[j]);
			return;
		}
		state.subs.push(s);
	}
	static leave(re, state) {
		if (state.subs === void 0) return state.sub;
		const pf = state.pf;
		const seen = /* @__PURE__ */ new Set();
		const subs = [];
		for (const sub of state.subs) {
			if (sub.type === Prefilter.Type.EXACT) {
				if (seen.has(sub.str)) continue;
				seen.add(sub.str);
			}
			subs.push(sub);
		}
		if (pf.type === Prefilter.Type.AND) {
			const kept = [];
			let cost = 0;
			for (const sub of subs) {
				if (cost + sub.cost > Prefilter.MAX_SCANS) continue;
				kept.push(sub);
				cost += sub.cost;
			}
			if (kept.length === 0) return new Prefilter(Prefilter.Type.NONE);
			if (kept.length === 1) return kept[0];
			pf.subs = kept;
			pf.cost = cost;
			return pf;
		}
		if (subs.length === 0) return new Prefilter(Prefilter.Type.NONE);
		if (subs.length === 1) return subs[0];
		pf.subs = subs;
		let allExact = true;
		let cost = 0;
		let units = 0;
		for (const sub of subs) {
			if (sub.type !== Prefilter.Type.EXACT) allExact = false;
			else units += sub.bytes.length;
			cost += sub.cost;
		}
		if (allExact) {
			if (units > Prefilter.MAX_AC_UNITS) return new Prefilter(Prefilter.Type.NONE);
			pf.allExact = true;
			pf.cost = 1;
			return pf;
		}
		if (cost > Prefilter.MAX_SCANS) return new Prefilter(Prefilter.Type.NONE);
		pf.cost = cost;
		return pf;
	}
};
/**
* A list of instruction pointers waiting to be patched.
* Tracks both `head` and `tail` to allow O(1) appending during compilation.
* * Values are encoded integers, not standard memory pointers:
* - Program instruction index: `l >> 1`
* - Patch `.out` field if: `(l & 1) === 0`
* - Patch `.arg` field if: `(l & 1) === 1`
* - `0` denotes an empty list.
* * @see https://swtch.com/~rsc/regexp/regexp1.html
*/
var PatchList = class {
	/**
	* @param {number} head - Encoded pointer to the start of the patch list.
	* @param {number} tail - Encoded pointer to the end of the patch list.
	*/
	constructor(head = 0, tail = 0) {
		this.head = head;
		this.tail = tail;
	}
};
/**
* A Prog is a compiled regular expression program.
*/
var Prog = class {
	constructor() {
		this.inst = [];
		this.start = 0;
		this.numCap = 2;
		this.lbStarts = [];
		this.numLb = 0;
		this.lbInst = null;
	}
	getInst(pc) {
		return this.inst[pc];
	}
	numInst() {
		return this.inst.length;
	}
	addInst(op) {
		this.inst.push(new Inst(op));
	}
	markLookbehindInsts() {
		const lbInst = new Uint8Array(this.inst.length);
		const pending = this.lbStarts.slice();
		while (pending.length > 0) {
			const pc = pending.pop();
			if (pc === 0 || lbInst[pc] === 1) continue;
			lbInst[pc] = 1;
			const i = this.inst[pc];
			switch (i.op) {
				case Inst.ALT:
				case Inst.ALT_MATCH:
					pending.push(i.out, i.arg);
					break;
				case Inst.MATCH:
				case Inst.FAIL: break;
				default: pending.push(i.out);
			}
		}
		this.lbInst = lbInst;
	}
	skipNop(pc) {
		let i = this.inst[pc];
		while (i.op === Inst.NOP || i.op === Inst.CAPTURE) {
			i = this.inst[pc];
			pc = i.out;
		}
		return i;
	}
	/** @returns {[boolean, string]} */
	prefix() {
		let prefix = "";
		let i = this.skipNop(this.start);
		if (!Inst.isRuneOp(i.op) || i.runes.length !== 1) return [i.op === Inst.MATCH, prefix];
		while (Inst.isRuneOp(i.op) && i.runes.length === 1 && (i.arg & RE2Flags.FOLD_CASE) === 0 && !Unicode.isUnsearchable(i.runes[0])) {
			prefix += String.fromCodePoint(i.runes[0]);
			i = this.skipNop(i.out);
		}
		return [i.op === Inst.MATCH, prefix];
	}
	startCond() {
		let flag = 0;
		let pc = this.start;
		loop: for (;;) {
			const i = this.inst[pc];
			switch (i.op) {
				case Inst.EMPTY_WIDTH:
					flag |= i.arg;
					break;
				case Inst.FAIL: return -1;
				case Inst.CAPTURE:
				case Inst.NOP: break;
				default: break loop;
			}
			pc = i.out;
		}
		return flag;
	}
	patch(l, val) {
		let head = l.head;
		while (head !== 0) {
			const i = this.inst[head >> 1];
			if ((head & 1) === 0) {
				head = i.out;
				i.out = val;
			} else {
				head = i.arg;
				i.arg = val;
			}
		}
	}
	append(l1, l2) {
		if (l1.head === 0) return l2;
		if (l2.head === 0) return l1;
		const i = this.inst[l1.tail >> 1];
		if ((l1.tail & 1) === 0) i.out = l2.head;
		else i.arg = l2.head;
		return new PatchList(l1.head, l2.tail);
	}
	/**
	*
	* @returns {string}
	*/
	toString() {
		let out = "";
		for (let pc = 0; pc < this.inst.length; pc++) {
			const len = out.length;
			out += pc;
			if (pc === this.start) out += "*";
			out += "        ".substring(out.length - len);
			out += this.inst[pc];
			out += "\n";
		}
		return out;
	}
};
var ANY_RUNE_NOT_NL = new Int32Array([
	0,
	Codepoint.CODES["\n"] - 1,
	Codepoint.CODES["\n"] + 1,
	Unicode.MAX_RUNE
]);
var ANY_RUNE = new Int32Array([0, Unicode.MAX_RUNE]);
/**
* A fragment of a compiled regular expression program.
*
* @see http://swtch.com/~rsc/regexp/regexp1.html
* @class
*/
var Frag = class {
	constructor(i = 0, out = new PatchList(), nullable = false) {
		this.i = i;
		this.out = out;
		this.nullable = nullable;
	}
};
/**
* Compiler from {@code Regexp} (RE2 abstract syntax) to {@code RE2} (compiled regular expression).
*
* The only entry point is {@link #compileRegexp}.
*/
var Compiler = class Compiler {
	static compileRegexp(re) {
		const c = new Compiler();
		const f = c.compile(re);
		c.prog.patch(f.out, c.newInst(Inst.MATCH).i);
		c.prog.start = f.i;
		c.prog.markLookbehindInsts();
		return c.prog;
	}
	static compileSet(regexps) {
		const c = new Compiler();
		if (regexps.length === 0) {
			c.prog.start = c.newInst(Inst.FAIL).i;
			c.prog.markLookbehindInsts();
			return c.prog;
		}
		let starts = [];
		for (let i = 0; i < regexps.length; i++) {
			c.lbOffset = c.prog.numLb;
			const f = c.compile(regexps[i]);
			const m = c.newInst(Inst.MATCH);
			c.prog.getInst(m.i).arg = i;
			c.prog.patch(f.out, m.i);
			starts.push(f.i);
		}
		let start = starts[0];
		for (let i = 1; i < starts.length; i++) {
			const f = c.newInst(Inst.ALT);
			const inst = c.prog.getInst(f.i);
			inst.out = start;
			inst.arg = starts[i];
			start = f.i;
		}
		c.prog.start = start;
		c.prog.markLookbehindInsts();
		return c.prog;
	}
	constructor() {
		this.prog = new Prog();
		this.newInst(Inst.FAIL);
		this.lbOffset = 0;
		this.runeCache = /* @__PURE__ */ new Map();
		this.walker = {
			leaf: (re) => this.leaf(re),
			enter: (re) => this.enter(re),
			child: (re, state, result) => this.child(re, state, result),
			leave: (re, state) => this.leave(re, state)
		};
	}
	newInst(op) {
		this.prog.addInst(op);
		return new Frag(this.prog.numInst() - 1, new PatchList(), true);
	}
	nop() {
		const f = this.newInst(Inst.NOP);
		f.out = new PatchList(f.i << 1, f.i << 1);
		return f;
	}
	fail() {
		return new Frag();
	}
	cap(arg) {
		const f = this.newInst(Inst.CAPTURE);
		f.out = new PatchList(f.i << 1, f.i << 1);
		this.prog.getInst(f.i).arg = arg;
		if (this.prog.numCap < arg + 1) this.prog.numCap = arg + 1;
		return f;
	}
	cat(f1, f2) {
		if (f1.i === 0 || f2.i === 0) {
			this.prog.patch(f1.out, 0);
			this.prog.patch(f2.out, 0);
			return this.fail();
		}
		this.prog.patch(f1.out, f2.i);
		return new Frag(f1.i, f2.out, f1.nullable && f2.nullable);
	}
	alt(f1, f2) {
		if (f1.i === 0) return f2;
		if (f2.i === 0) return f1;
		const f = this.newInst(Inst.ALT);
		const i = this.prog.getInst(f.i);
		i.out = f1.i;
		i.arg = f2.i;
		f.out = this.prog.append(f1.out, f2.out);
		f.nullable = f1.nullable || f2.nullable;
		return f;
	}
	loop(f1, nongreedy) {
		const f = this.newInst(Inst.ALT);
		const i = this.prog.getInst(f.i);
		if (nongreedy) {
			i.arg = f1.i;
			f.out = new PatchList(f.i << 1, f.i << 1);
		} else {
			i.out = f1.i;
			f.out = new PatchList(f.i << 1 | 1, f.i << 1 | 1);
		}
		this.prog.patch(f1.out, f.i);
		return f;
	}
	quest(f1, nongreedy) {
		if (f1.i === 0) return this.nop();
		const f = this.newInst(Inst.ALT);
		const i = this.prog.getInst(f.i);
		if (nongreedy) {
			i.arg = f1.i;
			f.out = new PatchList(f.i << 1, f.i << 1);
		} else {
			i.out = f1.i;
			f.out = new PatchList(f.i << 1 | 1, f.i << 1 | 1);
		}
		f.out = this.prog.append(f.out, f1.out);
		return f;
	}
	star(f1, nongreedy) {
		if (f1.i === 0) return this.nop();
		if (f1.nullable) return this.quest(this.plus(f1, nongreedy), nongreedy);
		return this.loop(f1, nongreedy);
	}
	plus(f1, nongreedy) {
		if (f1.i === 0) return this.fail();
		return new Frag(f1.i, this.loop(f1, nongreedy).out, f1.nullable);
	}
	empty(op) {
		const f = this.newInst(Inst.EMPTY_WIDTH);
		this.prog.getInst(f.i).arg = op;
		f.out = new PatchList(f.i << 1, f.i << 1);
		return f;
	}
	rune(runes, flags) {
		const f = this.newInst(Inst.RUNE);
		f.nullable = false;
		const i = this.prog.getInst(f.i);
		i.runes = runes;
		flags &= RE2Flags.FOLD_CASE;
		if (runes.length !== 1 || Unicode.simpleFold(runes[0]) === runes[0]) flags &= ~RE2Flags.FOLD_CASE;
		i.arg = flags;
		f.out = new PatchList(f.i << 1, f.i << 1);
		if ((flags & RE2Flags.FOLD_CASE) === 0 && runes.length === 1 || runes.length === 2 && runes[0] === runes[1]) i.op = Inst.RUNE1;
		else if (runes.length === 2 && runes[0] === 0 && runes[1] === Unicode.MAX_RUNE) i.op = Inst.RUNE_ANY;
		else if (runes.length === 4 && runes[0] === 0 && runes[1] === Codepoint.CODES["\n"] - 1 && runes[2] === Codepoint.CODES["\n"] + 1 && runes[3] === Unicode.MAX_RUNE) i.op = Inst.RUNE_ANY_NOT_NL;
		return f;
	}
	lookBehind(a, parsedLb) {
		const lb = Math.sign(parsedLb) * (Math.abs(parsedLb) + this.lbOffset);
		const id = this.newInst(Inst.LB_WRITE);
		this.prog.getInst(id.i).arg = lb;
		const any = this.rune(ANY_RUNE, 0);
		const dotStar = this.star(any, true);
		const lbAutomaton = this.cat(dotStar, a);
		this.prog.patch(lbAutomaton.out, id.i);
		const checkId = this.newInst(Inst.LB_CHECK);
		this.prog.getInst(checkId.i).arg = lb;
		this.prog.lbStarts.push(lbAutomaton.i);
		if (Math.abs(lb) > this.prog.numLb) this.prog.numLb = Math.abs(lb);
		checkId.out = new PatchList(checkId.i << 1, checkId.i << 1);
		return checkId;
	}
	compile(re) {
		return RegexpWalker.walk(re, this.walker);
	}
	leaf(re) {
		switch (re.op) {
			case Regexp.Op.NO_MATCH: return this.fail();
			case Regexp.Op.EMPTY_MATCH: return this.nop();
			case Regexp.Op.LITERAL: {
				if (re.runes.length === 0) return this.nop();
				let f = null;
				for (let r of re.runes) {
					let singleRune = this.runeCache.get(r);
					if (singleRune === void 0) {
						singleRune = new Int32Array([r]);
						this.runeCache.set(r, singleRune);
					}
					const f1 = this.rune(singleRune, re.flags);
					f = f === null ? f1 : this.cat(f, f1);
				}
				return f;
			}
			case Regexp.Op.CHAR_CLASS: return this.rune(re.runes, re.flags);
			case Regexp.Op.ANY_CHAR_NOT_NL: return this.rune(ANY_RUNE_NOT_NL, 0);
			case Regexp.Op.ANY_CHAR: return this.rune(ANY_RUNE, 0);
			case Regexp.Op.BEGIN_LINE: return this.empty(Utils.EMPTY_BEGIN_LINE);
			case Regexp.Op.END_LINE: return this.empty(Utils.EMPTY_END_LINE);
			case Regexp.Op.BEGIN_TEXT: return this.empty(Utils.EMPTY_BEGIN_TEXT);
			case Regexp.Op.END_TEXT: return this.empty(Utils.EMPTY_END_TEXT);
			case Regexp.Op.WORD_BOUNDARY: return this.empty(Utils.EMPTY_WORD_BOUNDARY);
			case Regexp.Op.NO_WORD_BOUNDARY: return this.empty(Utils.EMPTY_NO_WORD_BOUNDARY);
			case Regexp.Op.CONCAT:
			case Regexp.Op.ALTERNATE: return this.nop();
			default: throw new RE2JSCompileException("regexp: unhandled case in compile");
		}
	}
	enter(re) {
		switch (re.op) {
			case Regexp.Op.PLB:
			case Regexp.Op.NLB:
			case Regexp.Op.STAR:
			case Regexp.Op.PLUS:
			case Regexp.Op.QUEST: return { sub: null };
			case Regexp.Op.CAPTURE: return {
				bra: this.cap(re.cap << 1),
				sub: null
			};
			case Regexp.Op.CONCAT:
			case Regexp.Op.ALTERNATE: return { f: null };
			default: throw new RE2JSCompileException("regexp: unhandled case in compile");
		}
	}
	child(re, state, f1) {
		if (re.op === Regexp.Op.CONCAT) state.f = state.f === null ? f1 : this.cat(state.f, f1);
		else if (re.op === Regexp.Op.ALTERNATE) state.f = state.f === null ? f1 : this.alt(state.f, f1);
		else state.sub = f1;
	}
	leave(re, state) {
		switch (re.op) {
			case Regexp.Op.PLB:
			case Regexp.Op.NLB: return this.lookBehind(state.sub, re.lb);
			case Regexp.Op.CAPTURE: {
				const ket = this.cap(re.cap << 1 | 1);
				return this.cat(this.cat(state.bra, state.sub), ket);
			}
			case Regexp.Op.STAR: return this.star(state.sub, (re.flags & RE2Flags.NON_GREEDY) !== 0);
			case Regexp.Op.PLUS: return this.plus(state.sub, (re.flags & RE2Flags.NON_GREEDY) !== 0);
			case Regexp.Op.QUEST: return this.quest(state.sub, (re.flags & RE2Flags.NON_GREEDY) !== 0);
			case Regexp.Op.CONCAT:
			case Regexp.Op.ALTERNATE: return state.f;
			default: throw new RE2JSCompileException("regexp: unhandled case in compile");
		}
	}
};
var Simplify = class Simplify {
	static simplify(re) {
		if (re === null) return null;
		return RegexpWalker.walk(re, Simplify.WALKER);
	}
	static WALKER = {
		leaf: (re) => Simplify.leaf(re),
		enter: (re) => Simplify.enter(re),
		child: (re, state, result, i) => Simplify.child(re, state, result, i),
		leave: (re, state) => Simplify.leave(re, state)
	};
	static leaf(re) {
		if (re.op === Regexp.Op.CHAR_CLASS) {
			if (re.runes === null) return re;
			if (re.runes.length === 0) return new Regexp(Regexp.Op.NO_MATCH);
			if (re.runes.length === 2 && re.runes[0] === 0 && re.runes[1] === Unicode.MAX_RUNE) return new Regexp(Regexp.Op.ANY_CHAR);
			if (re.runes.length === 4 && re.runes[0] === 0 && re.runes[1] === Codepoint.CODES["\n"] - 1 && re.runes[2] === Codepoint.CODES["\n"] + 1 && re.runes[3] === Unicode.MAX_RUNE) return new Regexp(Regexp.Op.ANY_CHAR_NOT_NL);
		}
		return re;
	}
	static enter(re) {
		switch (re.op) {
			case Regexp.Op.PLB:
			case Regexp.Op.NLB:
			case Regexp.Op.CAPTURE:
			case Regexp.Op.STAR:
			case Regexp.Op.PLUS:
			case Regexp.Op.QUEST: return { sub: null };
			case Regexp.Op.CONCAT:
			case Regexp.Op.ALTERNATE: return {
				subs: [],
				changed: false
			};
			case Regexp.Op.REPEAT:
				if (re.min === 0 && re.max === 0) return { result: new Regexp(Regexp.Op.EMPTY_MATCH) };
				return { sub: null };
			default: return { result: re };
		}
	}
	static child(re, state, nsub, i) {
		if (state.subs === void 0) {
			state.sub = nsub;
			return;
		}
		if (nsub !== re.subs[i]) state.changed = true;
		if (re.op === Regexp.Op.CONCAT) {
			if (nsub.op === Regexp.Op.NO_MATCH) {
				state.result = new Regexp(Regexp.Op.NO_MATCH);
				return;
			}
			if (nsub.op === Regexp.Op.EMPTY_MATCH) {
				state.changed = true;
				return;
			}
			if (nsub.op === Regexp.Op.CONCAT) {
				state.changed = true;
				for (let j = 0; j < nsub.subs.length; j++) state.subs.push(nsub.subs[j]);
				return;
			}
		} else {
			if (nsub.op === Regexp.Op.NO_MATCH) {
				state.changed = true;
				return;
			}
			if (nsub.op === Regexp.Op.ALTERNATE) {
				state.changed = true;
				for (let j = 0; j < nsub.subs.length; j++) state.subs.push(nsub.subs[j]);
				return;
			}
		}
		state.subs.push(nsub);
	}
	static leave(re, state) {
		switch (re.op) {
			case Regexp.Op.PLB:
			case Regexp.Op.NLB:
			case Regexp.Op.CAPTURE: {
				const sub = state.sub;
				if (sub !== re.subs[0]) {
					const nre = Regexp.fromRegexp(re);
					nre.runes = /* @__PURE__ */ new Int32Array(0);
					nre.subs = [sub];
					return nre;
				}
				return re;
			}
			case Regexp.Op.CONCAT:
			case Regexp.Op.ALTERNATE:
				if (state.changed) {
					const newSubs = state.subs;
					if (newSubs.length === 0) return new Regexp(re.op === Regexp.Op.CONCAT ? Regexp.Op.EMPTY_MATCH : Regexp.Op.NO_MATCH);
					if (newSubs.length === 1) return newSubs[0];
					const nre = Regexp.fromRegexp(re);
					nre.runes = /* @__PURE__ */ new Int32Array(0);
					nre.subs = newSubs;
					return nre;
				}
				return re;
			case Regexp.Op.STAR:
			case Regexp.Op.PLUS:
			case Regexp.Op.QUEST: return Simplify.simplify1(re.op, re.flags, state.sub, re);
			case Regexp.Op.REPEAT: return Simplify.simplifyRepeat(re, state.sub);
			default: return re;
		}
	}
	static simplifyRepeat(re, sub) {
		if (re.max === -1) {
			if (re.min === 0) return Simplify.simplify1(Regexp.Op.STAR, re.flags, sub, null);
			if (re.min === 1) return Simplify.simplify1(Regexp.Op.PLUS, re.flags, sub, null);
			const subs = [];
			for (let i = 0; i < re.min - 1; i++) subs.push(sub);
			subs.push(Simplify.simplify1(Regexp.Op.PLUS, re.flags, sub, null));
			return Simplify.concat(subs);
		}
		if (re.min === 1 && re.max === 1) return sub;
		let prefixSubs = null;
		if (re.min > 0) {
			prefixSubs = [];
			for (let i = 0; i < re.min; i++) prefixSubs.push(sub);
		}
		if (re.max > re.min) {
			let suffix = Simplify.simplify1(Regexp.Op.QUEST, re.flags, sub, null);
			for (let i = re.min + 1; i < re.max; i++) suffix = Simplify.simplify1(Regexp.Op.QUEST, re.flags, Simplify.concat([sub, suffix]), null);
			if (prefixSubs === null) return suffix;
			prefixSubs.push(suffix);
		}
		if (prefixSubs !== null) return Simplify.concat(prefixSubs);
		return new Regexp(Regexp.Op.NO_MATCH);
	}
	static concat(subs) {
		const newSubs = [];
		for (let i = 0; i < subs.length; i++) {
			const sub = subs[i];
			if (sub.op === Regexp.Op.NO_MATCH) return new Regexp(Regexp.Op.NO_MATCH);
			if (sub.op === Regexp.Op.EMPTY_MATCH) continue;
			if (sub.op === Regexp.Op.CONCAT) {
				for (let j = 0; j < sub.subs.length; j++) newSubs.push(sub.subs[j]);
				continue;
			}
			newSubs.push(sub);
		}
		if (newSubs.length === 0) return new Regexp(Regexp.Op.EMPTY_MATCH);
		if (newSubs.length === 1) return newSubs[0];
		const nre = new Regexp(Regexp.Op.CONCAT);
		nre.subs = newSubs;
		return nre;
	}
	static simplify1(op, flags, sub, re) {
		if (sub.op === Regexp.Op.EMPTY_MATCH) return sub;
		if (sub.op === Regexp.Op.NO_MATCH) {
			if (op === Regexp.Op.PLUS) return sub;
			return new Regexp(Regexp.Op.EMPTY_MATCH);
		}
		if (op === sub.op && (flags & RE2Flags.NON_GREEDY) === (sub.flags & RE2Flags.NON_GREEDY)) return sub;
		if (re !== null && re.op === op && (re.flags & RE2Flags.NON_GREEDY) === (flags & RE2Flags.NON_GREEDY) && sub === re.subs[0]) return re;
		const nre = new Regexp(op);
		nre.flags = flags;
		nre.subs = [sub];
		return nre;
	}
};
var CharGroup = class {
	constructor(sign, cls) {
		this.sign = sign;
		this.cls = cls;
	}
};
var code1 = [48, 57];
var code2 = [
	9,
	10,
	12,
	13,
	32,
	32
];
var code3 = [
	48,
	57,
	65,
	90,
	95,
	95,
	97,
	122
];
var PERL_GROUPS = /* @__PURE__ */ new Map([
	["\\d", new CharGroup(1, code1)],
	["\\D", new CharGroup(-1, code1)],
	["\\s", new CharGroup(1, code2)],
	["\\S", new CharGroup(-1, code2)],
	["\\w", new CharGroup(1, code3)],
	["\\W", new CharGroup(-1, code3)]
]);
var code4 = [
	48,
	57,
	65,
	90,
	97,
	122
];
var code5 = [
	65,
	90,
	97,
	122
];
var code6 = [0, 127];
var code7 = [
	9,
	9,
	32,
	32
];
var code8 = [
	0,
	31,
	127,
	127
];
var code9 = [48, 57];
var code10 = [33, 126];
var code11 = [97, 122];
var code12 = [32, 126];
var code13 = [
	33,
	47,
	58,
	64,
	91,
	96,
	123,
	126
];
var code14 = [
	9,
	13,
	32,
	32
];
var code15 = [65, 90];
var code16 = [
	48,
	57,
	65,
	90,
	95,
	95,
	97,
	122
];
var code17 = [
	48,
	57,
	65,
	70,
	97,
	102
];
var POSIX_GROUPS = /* @__PURE__ */ new Map([
	["[:alnum:]", new CharGroup(1, code4)],
	["[:^alnum:]", new CharGroup(-1, code4)],
	["[:alpha:]", new CharGroup(1, code5)],
	["[:^alpha:]", new CharGroup(-1, code5)],
	["[:ascii:]", new CharGroup(1, code6)],
	["[:^ascii:]", new CharGroup(-1, code6)],
	["[:blank:]", new CharGroup(1, code7)],
	["[:^blank:]", new CharGroup(-1, code7)],
	["[:cntrl:]", new CharGroup(1, code8)],
	["[:^cntrl:]", new CharGroup(-1, code8)],
	["[:digit:]", new CharGroup(1, code9)],
	["[:^digit:]", new CharGroup(-1, code9)],
	["[:graph:]", new CharGroup(1, code10)],
	["[:^graph:]", new CharGroup(-1, code10)],
	["[:lower:]", new CharGroup(1, code11)],
	["[:^lower:]", new CharGroup(-1, code11)],
	["[:print:]", new CharGroup(1, code12)],
	["[:^print:]", new CharGroup(-1, code12)],
	["[:punct:]", new CharGroup(1, code13)],
	["[:^punct:]", new CharGroup(-1, code13)],
	["[:space:]", new CharGroup(1, code14)],
	["[:^space:]", new CharGroup(-1, code14)],
	["[:upper:]", new CharGroup(1, code15)],
	["[:^upper:]", new CharGroup(-1, code15)],
	["[:word:]", new CharGroup(1, code16)],
	["[:^word:]", new CharGroup(-1, code16)],
	["[:xdigit:]", new CharGroup(1, code17)],
	["[:^xdigit:]", new CharGroup(-1, code17)]
]);
/**
* A "builder"-style helper class for manipulating character classes represented as an array of
* pairs of runes [lo, hi], each denoting an inclusive interval.
*
* All methods mutate the internal state and return {@code this}, allowing operations to be chained.
*/
var CharClass = class CharClass {
	static charClassToString(r, len) {
		let result = "[";
		for (let i = 0; i < len; i += 2) {
			if (i > 0) result += " ";
			const lo = r[i];
			const hi = r[i + 1];
			if (lo === hi) result += `0x${lo.toString(16)}`;
			else result += `0x${lo.toString(16)}-0x${hi.toString(16)}`;
		}
		result += "]";
		return result;
	}
	static sortRanges(array, len) {
		const n = len >> 1;
		const order = new Array(n);
		for (let i = 0; i < n; i++) order[i] = i;
		order.sort((a, b) => array[2 * a] - array[2 * b] || array[2 * b + 1] - array[2 * a + 1]);
		const sorted = array.slice(0, len);
		for (let i = 0; i < n; i++) {
			array[2 * i] = sorted[2 * order[i]];
			array[2 * i + 1] = sorted[2 * order[i] + 1];
		}
	}
	/**
	* @param {number[]|Int32Array} [r]
	*/
	constructor(r = Utils.emptyInts()) {
		/** @type {number[]|Int32Array} */
		this.r = r;
		this.len = r.length;
	}
	toArray() {
		if (this.r instanceof Int32Array) return this.len === this.r.length ? this.r : this.r.subarray(0, this.len);
		return new Int32Array(this.len === this.r.length ? this.r : this.r.slice(0, this.len));
	}
	toGrowableArray() {
		if (Array.isArray(this.r)) {
			this.r.length = this.len;
			return this.r;
		}
		return Array.from(this.r.subarray(0, this.len));
	}
	cleanClass() {
		if (this.len < 4) return this;
		CharClass.sortRanges(this.r, this.len);
		let w = 2;
		for (let i = 2; i < this.len; i += 2) {
			const lo = this.r[i];
			const hi = this.r[i + 1];
			if (lo <= this.r[w - 1] + 1) {
				if (hi > this.r[w - 1]) this.r[w - 1] = hi;
				continue;
			}
			this.r[w] = lo;
			this.r[w + 1] = hi;
			w += 2;
		}
		this.len = w;
		return this;
	}
	appendLiteral(x, flags) {
		return (flags & RE2Flags.FOLD_CASE) !== 0 ? this.appendFoldedRange(x, x) : this.appendRange(x, x);
	}
	appendRange(lo, hi) {
		if (this.len > 0) {
			for (let i = 2; i <= 4; i += 2) if (this.len >= i) {
				const rlo = this.r[this.len - i];
				const rhi = this.r[this.len - i + 1];
				if (lo <= rhi + 1 && rlo <= hi + 1) {
					if (lo < rlo) this.r[this.len - i] = lo;
					if (hi > rhi) this.r[this.len - i + 1] = hi;
					return this;
				}
			}
		}
		this.r[this.len++] = lo;
		this.r[this.len++] = hi;
		return this;
	}
	appendFoldedRange(lo, hi) {
		if (lo <= Unicode.MIN_FOLD && hi >= Unicode.MAX_FOLD) return this.appendRange(lo, hi);
		if (hi < Unicode.MIN_FOLD || lo > Unicode.MAX_FOLD) return this.appendRange(lo, hi);
		if (lo < Unicode.MIN_FOLD) {
			this.appendRange(lo, Unicode.MIN_FOLD - 1);
			lo = Unicode.MIN_FOLD;
		}
		if (hi > Unicode.MAX_FOLD) {
			this.appendRange(Unicode.MAX_FOLD + 1, hi);
			hi = Unicode.MAX_FOLD;
		}
		for (let c = lo; c <= hi; c++) {
			this.appendRange(c, c);
			for (let f = Unicode.simpleFold(c); f !== c; f = Unicode.simpleFold(f)) this.appendRange(f, f);
		}
		return this;
	}
	appendClass(x) {
		for (let i = 0; i < x.length; i += 2) this.appendRange(x[i], x[i + 1]);
		return this;
	}
	appendFoldedClass(x) {
		for (let i = 0; i < x.length; i += 2) this.appendFoldedRange(x[i], x[i + 1]);
		return this;
	}
	appendNegatedClass(x) {
		let nextLo = 0;
		for (let i = 0; i < x.length; i += 2) {
			const lo = x[i];
			const hi = x[i + 1];
			if (nextLo <= lo - 1) this.appendRange(nextLo, lo - 1);
			nextLo = hi + 1;
		}
		if (nextLo <= Unicode.MAX_RUNE) this.appendRange(nextLo, Unicode.MAX_RUNE);
		return this;
	}
	appendTable(table) {
		for (let i = 0; i < table.length; ++i) {
			const lo = table.getLo(i);
			const hi = table.getHi(i);
			const stride = table.getStride(i);
			if (stride === 1) {
				this.appendRange(lo, hi);
				continue;
			}
			for (let c = lo; c <= hi; c += stride) this.appendRange(c, c);
		}
		return this;
	}
	appendNegatedTable(table) {
		let nextLo = 0;
		for (let i = 0; i < table.length; ++i) {
			const lo = table.getLo(i);
			const hi = table.getHi(i);
			const stride = table.getStride(i);
			if (stride === 1) {
				if (nextLo <= lo - 1) this.appendRange(nextLo, lo - 1);
				nextLo = hi + 1;
				continue;
			}
			for (let c = lo; c <= hi; c += stride) {
				if (nextLo <= c - 1) this.appendRange(nextLo, c - 1);
				nextLo = c + 1;
			}
		}
		if (nextLo <= Unicode.MAX_RUNE) this.appendRange(nextLo, Unicode.MAX_RUNE);
		return this;
	}
	appendTableWithSign(table, sign) {
		return sign < 0 ? this.appendNegatedTable(table) : this.appendTable(table);
	}
	negateClass() {
		let nextLo = 0;
		let w = 0;
		for (let i = 0; i < this.len; i += 2) {
			const lo = this.r[i];
			const hi = this.r[i + 1];
			if (nextLo <= lo - 1) {
				this.r[w] = nextLo;
				this.r[w + 1] = lo - 1;
				w += 2;
			}
			nextLo = hi + 1;
		}
		this.len = w;
		if (nextLo <= Unicode.MAX_RUNE) {
			this.r[this.len++] = nextLo;
			this.r[this.len++] = Unicode.MAX_RUNE;
		}
		return this;
	}
	appendClassWithSign(x, sign) {
		return sign < 0 ? this.appendNegatedClass(x) : this.appendClass(x);
	}
	appendGroup(g, foldCase) {
		let cls = g.cls;
		if (foldCase) cls = new CharClass().appendFoldedClass(cls).cleanClass().toArray();
		return this.appendClassWithSign(cls, g.sign);
	}
	toString() {
		return CharClass.charClassToString(this.r, this.len);
	}
};
var StringIterator = class {
	constructor(str) {
		this.str = str;
		this.position = 0;
	}
	pos() {
		return this.position;
	}
	rewindTo(pos) {
		this.position = pos;
	}
	more() {
		return this.position < this.str.length;
	}
	peek() {
		return this.str.codePointAt(this.position);
	}
	skip(n) {
		this.position += n;
	}
	skipString(s) {
		this.position += s.length;
	}
	pop() {
		const r = this.str.codePointAt(this.position);
		this.position += Utils.charCount(r);
		return r;
	}
	lookingAt(s) {
		return this.str.startsWith(s, this.position);
	}
	rest() {
		return this.str.substring(this.position);
	}
	from(beforePos) {
		return this.str.substring(beforePos, this.position);
	}
	toString() {
		return this.rest();
	}
};
/**
* A parser of regular expression patterns.
*
* The only public entry point is {@link #parse(String pattern, int flags)}.
*/
var Parser$1 = class Parser {
	static ERR_INTERNAL_ERROR = "regexp/syntax: internal error";
	static ERR_INVALID_CHAR_RANGE = "invalid character class range";
	static ERR_INVALID_ESCAPE = "invalid escape sequence";
	static ERR_INVALID_NAMED_CAPTURE = "invalid named capture";
	static ERR_INVALID_PERL_OP = "invalid or unsupported Perl syntax";
	static ERR_INVALID_REPEAT_OP = "invalid nested repetition operator";
	static ERR_INVALID_REPEAT_SIZE = "invalid repeat count";
	static ERR_MISSING_BRACKET = "missing closing ]";
	static ERR_MISSING_PAREN = "missing closing )";
	static ERR_MISSING_REPEAT_ARGUMENT = "missing argument to repetition operator";
	static ERR_TRAILING_BACKSLASH = "trailing backslash at end of expression";
	static ERR_DUPLICATE_NAMED_CAPTURE = "duplicate capture group name";
	static ERR_UNEXPECTED_PAREN = "unexpected )";
	static ERR_NESTING_DEPTH = "expression nests too deeply";
	static ERR_LARGE = "expression too large";
	static ERR_INVALID_CAPTURE_IN_LOOKBEHIND = "invalid capture in lookbehind";
	static MAX_HEIGHT = 1e3;
	static MAX_SIZE = 1398101;
	static MAX_RUNES = 33554432;
	static ANY_TABLE = new UnicodeRangeTable(new Uint32Array([
		0,
		Unicode.MAX_RUNE,
		1
	]));
	static ASCII_TABLE = new UnicodeRangeTable(new Uint32Array([
		0,
		127,
		1
	]));
	static ASCII_FOLD_TABLE = new UnicodeRangeTable(new Uint32Array([
		0,
		127,
		1,
		383,
		383,
		1,
		8490,
		8490,
		1
	]));
	static unicodeTable(name) {
		if (name === "Any") return {
			tab: Parser.ANY_TABLE,
			fold: Parser.ANY_TABLE,
			sign: 1
		};
		if (name === "Ascii") return {
			tab: Parser.ASCII_TABLE,
			fold: Parser.ASCII_FOLD_TABLE,
			sign: 1
		};
		if (name === "Assigned") return {
			tab: UnicodeTables.CATEGORIES.get("Cn"),
			fold: UnicodeTables.CATEGORIES.get("Cn"),
			sign: -1
		};
		if (name === "Lc") return {
			tab: UnicodeTables.CATEGORIES.get("LC"),
			fold: UnicodeTables.FOLD_CATEGORIES.get("LC"),
			sign: 1
		};
		if (UnicodeTables.CATEGORIES.has(name)) return {
			tab: UnicodeTables.CATEGORIES.get(name),
			fold: UnicodeTables.FOLD_CATEGORIES.get(name),
			sign: 1
		};
		if (UnicodeTables.SCRIPTS.has(name)) return {
			tab: UnicodeTables.SCRIPTS.get(name),
			fold: UnicodeTables.FOLD_SCRIPT.get(name),
			sign: 1
		};
		return null;
	}
	static minFoldRune(r) {
		if (r < Unicode.MIN_FOLD || r > Unicode.MAX_FOLD) return r;
		let min = r;
		const r0 = r;
		for (r = Unicode.simpleFold(r); r !== r0; r = Unicode.simpleFold(r)) if (min > r) min = r;
		return min;
	}
	static leadingRegexp(re) {
		if (re.op === Regexp.Op.EMPTY_MATCH) return null;
		if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) {
			const sub = re.subs[0];
			if (sub.op === Regexp.Op.EMPTY_MATCH) return null;
			return sub;
		}
		return re;
	}
	static literalRegexp(s, flags) {
		const re = new Regexp(Regexp.Op.LITERAL);
		re.flags = flags;
		re.runes = Utils.stringToRunes(s);
		return re;
	}
	/**
	* Parse regular expression pattern {@code pattern} with mode flags {@code flags}.
	* @param {string} pattern
	* @param {number} flags
	*/
	static parse(pattern, flags) {
		return new Parser(pattern, flags).parseInternal();
	}
	static parseRepeat(t) {
		const start = t.pos();
		if (!t.more() || !t.lookingAt("{")) return -1;
		t.skip(1);
		const min = Parser.parseInt(t);
		if (min === -1) return -1;
		if (!t.more()) return -1;
		let max;
		if (!t.lookingAt(",")) max = min;
		else {
			t.skip(1);
			if (!t.more()) return -1;
			if (t.lookingAt("}")) max = -1;
			else if ((max = Parser.parseInt(t)) === -1) return -1;
		}
		if (!t.more() || !t.lookingAt("}")) return -1;
		t.skip(1);
		if (min < 0 || min > 1e3 || max === -2 || max > 1e3 || max >= 0 && min > max) throw new RE2JSSyntaxException(Parser.ERR_INVALID_REPEAT_SIZE, t.from(start));
		return min << 16 | max & Unicode.MAX_BMP;
	}
	static isValidCaptureName(name) {
		if (name.length === 0) return false;
		for (let i = 0; i < name.length; i++) {
			const c = name.codePointAt(i);
			if (c !== Codepoint.CODES["_"] && !Utils.isalnum(c)) return false;
		}
		return true;
	}
	static parseInt(t) {
		const start = t.pos();
		while (t.more() && t.peek() >= Codepoint.CODES["0"] && t.peek() <= Codepoint.CODES["9"]) t.skip(1);
		const n = t.from(start);
		if (n.length === 0 || n.length > 1 && n.codePointAt(0) === Codepoint.CODES["0"]) return -1;
		if (n.length > 8) return -2;
		return parseInt(n, 10);
	}
	static isCharClass(re) {
		return re.op === Regexp.Op.LITERAL && re.runes.length === 1 || re.op === Regexp.Op.CHAR_CLASS || re.op === Regexp.Op.ANY_CHAR_NOT_NL || re.op === Regexp.Op.ANY_CHAR;
	}
	static matchRune(re, r) {
		switch (re.op) {
			case Regexp.Op.LITERAL: return re.runes.length === 1 && re.runes[0] === r;
			case Regexp.Op.CHAR_CLASS:
				for (let i = 0; i < re.runes.length; i += 2) if (re.runes[i] <= r && r <= re.runes[i + 1]) return true;
				return false;
			case Regexp.Op.ANY_CHAR_NOT_NL: return r !== Codepoint.CODES["\n"];
			case Regexp.Op.ANY_CHAR: return true;
		}
		return false;
	}
	static mergeCharClass(dst, src) {
		switch (dst.op) {
			case Regexp.Op.ANY_CHAR: break;
			case Regexp.Op.ANY_CHAR_NOT_NL:
				if (Parser.matchRune(src, Codepoint.CODES["\n"])) dst.op = Regexp.Op.ANY_CHAR;
				break;
			case Regexp.Op.CHAR_CLASS: {
				const cc = new CharClass(Array.isArray(dst.runes) ? dst.runes : Array.from(dst.runes));
				if (src.op === Regexp.Op.LITERAL) cc.appendLiteral(src.runes[0], src.flags);
				else cc.appendClass(src.runes);
				dst.runes = cc.toGrowableArray();
				break;
			}
			case Regexp.Op.LITERAL:
				if (src.runes[0] === dst.runes[0] && src.flags === dst.flags) break;
				dst.op = Regexp.Op.CHAR_CLASS;
				dst.runes = new CharClass().appendLiteral(dst.runes[0], dst.flags).appendLiteral(src.runes[0], src.flags).toGrowableArray();
		}
	}
	static parseEscape(t) {
		const startPos = t.pos();
		t.skip(1);
		if (!t.more()) throw new RE2JSSyntaxException(Parser.ERR_TRAILING_BACKSLASH);
		let c = t.pop();
		bigswitch: switch (c) {
			case Codepoint.CODES["1"]:
			case Codepoint.CODES["2"]:
			case Codepoint.CODES["3"]:
			case Codepoint.CODES["4"]:
			case Codepoint.CODES["5"]:
			case Codepoint.CODES["6"]:
			case Codepoint.CODES["7"]: if (!t.more() || t.peek() < Codepoint.CODES["0"] || t.peek() > Codepoint.CODES["7"]) break;
			case Codepoint.CODES["0"]: {
				let r = c - Codepoint.CODES["0"];
				for (let i = 1; i < 3; i++) {
					if (!t.more() || t.peek() < Codepoint.CODES["0"] || t.peek() > Codepoint.CODES["7"]) break;
					r = r * 8 + t.peek() - Codepoint.CODES["0"];
					t.skip(1);
				}
				return r;
			}
			case Codepoint.CODES["x"]: {
				if (!t.more()) break;
				c = t.pop();
				if (c === Codepoint.CODES["{"]) {
					let nhex = 0;
					let r = 0;
					while (true) {
						if (!t.more()) break bigswitch;
						c = t.pop();
						if (c === Codepoint.CODES["}"]) break;
						const v = Utils.unhex(c);
						if (v < 0) break bigswitch;
						r = r * 16 + v;
						if (r > Unicode.MAX_RUNE) break bigswitch;
						nhex++;
					}
					if (nhex === 0) break bigswitch;
					return r;
				}
				const x = Utils.unhex(c);
				if (!t.more()) break;
				c = t.pop();
				const y = Utils.unhex(c);
				if (x < 0 || y < 0) break;
				return x * 16 + y;
			}
			case Codepoint.CODES["a"]: return Codepoint.CODES["\x07"];
			case Codepoint.CODES["f"]: return Codepoint.CODES["\f"];
			case Codepoint.CODES["n"]: return Codepoint.CODES["\n"];
			case Codepoint.CODES["r"]: return Codepoint.CODES["\r"];
			case Codepoint.CODES["t"]: return Codepoint.CODES["	"];
			case Codepoint.CODES["v"]: return Codepoint.CODES["\v"];
			default: if (c <= Unicode.MAX_ASCII && !Utils.isalnum(c)) return c;
		}
		throw new RE2JSSyntaxException(Parser.ERR_INVALID_ESCAPE, t.from(startPos));
	}
	static parseClassChar(t, wholeClassPos) {
		if (!t.more()) throw new RE2JSSyntaxException(Parser.ERR_MISSING_BRACKET, t.from(wholeClassPos));
		if (t.lookingAt("\\")) return Parser.parseEscape(t);
		return t.pop();
	}
	static hasCapture(re) {
		if (re === null) return false;
		if (re.op === Regexp.Op.CAPTURE) return true;
		if (re.subs) {
			for (let sub of re.subs) if (Parser.hasCapture(sub)) return true;
		}
		return false;
	}
	constructor(wholeRegexp, flags = 0) {
		this.wholeRegexp = wholeRegexp;
		this.flags = flags;
		this.numCap = 0;
		this.namedGroups = Object.create(null);
		this.stack = [];
		this.free = null;
		this.numRegexp = 0;
		this.numRunes = 0;
		this.repeats = 0;
		this.height = null;
		this.size = null;
		this.nlb = 0;
	}
	newRegexp(op) {
		let re = this.free;
		if (re !== null && re.subs !== null && re.subs.length > 0) {
			this.free = re.subs[0];
			re.reinit();
			re.op = op;
		} else {
			re = new Regexp(op);
			this.numRegexp += 1;
		}
		return re;
	}
	reuse(re) {
		if (this.height !== null && this.height.has(re)) this.height.delete(re);
		if (re.subs !== null && re.subs.length > 0) re.subs[0] = this.free;
		this.free = re;
	}
	checkLimits(re) {
		if (this.numRunes > Parser.MAX_RUNES) throw new RE2JSSyntaxException(Parser.ERR_LARGE);
		this.checkSize(re);
		this.checkHeight(re);
	}
	checkSize(re) {
		if (this.size === null) {
			if (this.repeats === 0) this.repeats = 1;
			if (re.op === Regexp.Op.REPEAT) {
				let n = re.max;
				if (n === -1) n = re.min;
				if (n <= 0) n = 1;
				if (n > Math.floor(Parser.MAX_SIZE / this.repeats)) this.repeats = Parser.MAX_SIZE;
				else this.repeats *= n;
			}
			if (this.numRegexp < Math.floor(Parser.MAX_SIZE / this.repeats)) return;
			this.size = /* @__PURE__ */ new Map();
			for (let reEx of this.stack) this.checkSize(reEx);
		}
		if (this.calcSize(re, true) > Parser.MAX_SIZE) throw new RE2JSSyntaxException(Parser.ERR_LARGE);
	}
	calcSize(re, force = false) {
		if (!force && this.size !== null) {
			if (this.size.has(re)) return this.size.get(re);
		}
		let size = 0;
		switch (re.op) {
			case Regexp.Op.LITERAL:
				size = re.runes.length;
				break;
			case Regexp.Op.PLB:
			case Regexp.Op.NLB:
			case Regexp.Op.CAPTURE:
			case Regexp.Op.STAR:
				size = 2 + this.calcSize(re.subs[0]);
				break;
			case Regexp.Op.PLUS:
			case Regexp.Op.QUEST:
				size = 1 + this.calcSize(re.subs[0]);
				break;
			case Regexp.Op.CONCAT:
				for (let sub of re.subs) size = size + this.calcSize(sub);
				break;
			case Regexp.Op.ALTERNATE:
				for (let sub of re.subs) size = size + this.calcSize(sub);
				if (re.subs.length > 1) size = size + re.subs.length - 1;
				break;
			case Regexp.Op.REPEAT: {
				let sub = this.calcSize(re.subs[0]);
				if (re.max === -1) {
					if (re.min === 0) size = 2 + sub;
					else size = 1 + re.min * sub;
					break;
				}
				size = re.max * sub + (re.max - re.min);
				break;
			}
		}
		size = Math.max(1, size);
		if (this.size === null) this.size = /* @__PURE__ */ new Map();
		this.size.set(re, size);
		return size;
	}
	checkHeight(re) {
		if (this.numRegexp < Parser.MAX_HEIGHT) return;
		if (this.height === null) {
			this.height = /* @__PURE__ */ new Map();
			for (let reEx of this.stack) this.checkHeight(reEx);
		}
		if (this.calcHeight(re, true) > Parser.MAX_HEIGHT) throw new RE2JSSyntaxException(Parser.ERR_NESTING_DEPTH);
	}
	calcHeight(re, force = false) {
		if (!force && this.height !== null) {
			if (this.height.has(re)) return this.height.get(re);
		}
		let h = 1;
		for (let sub of re.subs) {
			const hsub = this.calcHeight(sub);
			if (h < 1 + hsub) h = 1 + hsub;
		}
		if (this.height === null) this.height = /* @__PURE__ */ new Map();
		this.height.set(re, h);
		return h;
	}
	pop() {
		return this.stack.pop();
	}
	popToPseudo() {
		const n = this.stack.length;
		let i = n;
		while (i > 0 && !Regexp.isPseudoOp(this.stack[i - 1].op)) i--;
		return this.stack.splice(i, n - i);
	}
	push(re) {
		this.numRunes += re.runes.length;
		if (re.op === Regexp.Op.CHAR_CLASS && re.runes.length === 2 && re.runes[0] === re.runes[1]) {
			if (this.maybeConcat(re.runes[0], this.flags & ~RE2Flags.FOLD_CASE)) return null;
			re.op = Regexp.Op.LITERAL;
			re.runes = [re.runes[0]];
			re.flags = this.flags & ~RE2Flags.FOLD_CASE;
		} else if (re.op === Regexp.Op.CHAR_CLASS && re.runes.length === 4 && re.runes[0] === re.runes[1] && re.runes[2] === re.runes[3] && Unicode.simpleFold(re.runes[0]) === re.runes[2] && Unicode.simpleFold(re.runes[2]) === re.runes[0] || re.op === Regexp.Op.CHAR_CLASS && re.runes.length === 2 && re.runes[0] + 1 === re.runes[1] && Unicode.simpleFold(re.runes[0]) === re.runes[1] && Unicode.simpleFold(re.runes[1]) === re.runes[0]) {
			if (this.maybeConcat(re.runes[0], this.flags | RE2Flags.FOLD_CASE)) return null;
			re.op = Regexp.Op.LITERAL;
			re.runes = [re.runes[0]];
			re.flags = this.flags | RE2Flags.FOLD_CASE;
		} else this.maybeConcat(-1, 0);
		this.stack.push(re);
		this.checkLimits(re);
		return re;
	}
	maybeConcat(r, flags) {
		const n = this.stack.length;
		if (n < 2) return false;
		const re1 = this.stack[n - 1];
		const re2 = this.stack[n - 2];
		if (re1.op !== Regexp.Op.LITERAL || re2.op !== Regexp.Op.LITERAL || (re1.flags & RE2Flags.FOLD_CASE) !== (re2.flags & RE2Flags.FOLD_CASE)) return false;
		if (!Array.isArray(re2.runes)) re2.runes = Array.from(re2.runes);
		for (let i = 0; i < re1.runes.length; i++) re2.runes.push(re1.runes[i]);
		if (r >= 0) {
			re1.runes = [r];
			re1.flags = flags;
			return true;
		}
		this.pop();
		this.reuse(re1);
		return false;
	}
	newLiteral(r, flags) {
		const re = this.newRegexp(Regexp.Op.LITERAL);
		re.flags = flags;
		if ((flags & RE2Flags.FOLD_CASE) !== 0) r = Parser.minFoldRune(r);
		re.runes = [r];
		return re;
	}
	literal(r) {
		this.push(this.newLiteral(r, this.flags));
	}
	op(op) {
		const re = this.newRegexp(op);
		re.flags = this.flags;
		return this.push(re);
	}
	repeat(op, min, max, beforePos, t, lastRepeatPos) {
		let flags = this.flags;
		if ((flags & RE2Flags.PERL_X) !== 0) {
			if (t.more() && t.lookingAt("?")) {
				t.skip(1);
				flags ^= RE2Flags.NON_GREEDY;
			}
			if (lastRepeatPos !== -1) throw new RE2JSSyntaxException(Parser.ERR_INVALID_REPEAT_OP, t.from(lastRepeatPos));
		}
		const n = this.stack.length;
		if (n === 0) throw new RE2JSSyntaxException(Parser.ERR_MISSING_REPEAT_ARGUMENT, t.from(beforePos));
		const sub = this.stack[n - 1];
		if (Regexp.isPseudoOp(sub.op)) throw new RE2JSSyntaxException(Parser.ERR_MISSING_REPEAT_ARGUMENT, t.from(beforePos));
		const re = this.newRegexp(op);
		re.min = min;
		re.max = max;
		re.flags = flags;
		re.subs = [sub];
		this.stack[n - 1] = re;
		this.checkLimits(re);
		if (op === Regexp.Op.REPEAT && (min >= 2 || max >= 2) && !this.repeatIsValid(re, 1e3)) throw new RE2JSSyntaxException(Parser.ERR_INVALID_REPEAT_SIZE, t.from(beforePos));
	}
	repeatIsValid(re, n) {
		if (re.op === Regexp.Op.REPEAT) {
			let m = re.max;
			if (m === 0) return true;
			if (m < 0) m = re.min;
			if (m > n) return false;
			if (m > 0) n = Math.trunc(n / m);
		}
		for (let sub of re.subs) if (!this.repeatIsValid(sub, n)) return false;
		return true;
	}
	concat() {
		this.maybeConcat(-1, 0);
		const subs = this.popToPseudo();
		if (subs.length === 0) return this.push(this.newRegexp(Regexp.Op.EMPTY_MATCH));
		return this.push(this.collapse(subs, Regexp.Op.CONCAT));
	}
	alternate() {
		const subs = this.popToPseudo();
		if (subs.length > 0) this.cleanAlt(subs[subs.length - 1]);
		if (subs.length === 0) return this.push(this.newRegexp(Regexp.Op.NO_MATCH));
		return this.push(this.collapse(subs, Regexp.Op.ALTERNATE));
	}
	cleanAlt(re) {
		if (re.op === Regexp.Op.CHAR_CLASS) {
			re.runes = new CharClass(Array.from(re.runes)).cleanClass().toArray();
			if (re.runes.length === 2 && re.runes[0] === 0 && re.runes[1] === Unicode.MAX_RUNE) {
				re.runes = /* @__PURE__ */ new Int32Array(0);
				re.op = Regexp.Op.ANY_CHAR;
			} else if (re.runes.length === 4 && re.runes[0] === 0 && re.runes[1] === Codepoint.CODES["\n"] - 1 && re.runes[2] === Codepoint.CODES["\n"] + 1 && re.runes[3] === Unicode.MAX_RUNE) {
				re.runes = /* @__PURE__ */ new Int32Array(0);
				re.op = Regexp.Op.ANY_CHAR_NOT_NL;
			}
		}
	}
	collapse(subs, op) {
		if (subs.length === 1) return subs[0];
		let len = 0;
		for (let sub of subs) len += sub.op === op ? sub.subs.length : 1;
		let newsubs = new Array(len).fill(null);
		let i = 0;
		for (let sub of subs) if (sub.op === op) {
			for (let j = 0; j < sub.subs.length; j++) newsubs[i++] = sub.subs[j];
			this.reuse(sub);
		} else newsubs[i++] = sub;
		let re = this.newRegexp(op);
		re.subs = newsubs;
		if (op === Regexp.Op.ALTERNATE) {
			re.subs = this.factor(re.subs);
			if (re.subs.length === 1) {
				const old = re;
				re = re.subs[0];
				this.reuse(old);
			}
		}
		return re;
	}
	factor(array) {
		if (array.length < 2) return array;
		let s = 0;
		let lensub = array.length;
		let lenout = 0;
		let str = null;
		let strlen = 0;
		let strflags = 0;
		let start = 0;
		for (let i = 0; i <= lensub; i++) {
			let istr = null;
			let istrlen = 0;
			let iflags = 0;
			if (i < lensub) {
				let re = array[s + i];
				if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) re = re.subs[0];
				if (re.op === Regexp.Op.LITERAL) {
					istr = re.runes;
					istrlen = re.runes.length;
					iflags = re.flags & RE2Flags.FOLD_CASE;
				}
				if (iflags === strflags) {
					let same = 0;
					while (same < strlen && same < istrlen && str[same] === istr[same]) same++;
					if (same > 0) {
						strlen = same;
						continue;
					}
				}
			}
			if (i === start) {} else if (i === start + 1) array[lenout++] = array[s + start];
			else {
				const prefix = this.newRegexp(Regexp.Op.LITERAL);
				prefix.flags = strflags;
				prefix.runes = str.slice(0, strlen);
				for (let j = start; j < i; j++) {
					array[s + j] = this.removeLeadingString(array[s + j], strlen);
					this.checkLimits(array[s + j]);
				}
				const suffix = this.collapse(array.slice(s + start, s + i), Regexp.Op.ALTERNATE);
				const re = this.newRegexp(Regexp.Op.CONCAT);
				re.subs = [prefix, suffix];
				array[lenout++] = re;
			}
			start = i;
			str = istr;
			strlen = istrlen;
			strflags = iflags;
		}
		lensub = lenout;
		s = 0;
		start = 0;
		lenout = 0;
		let first = null;
		for (let i = 0; i <= lensub; i++) {
			let ifirst = null;
			if (i < lensub) {
				ifirst = Parser.leadingRegexp(array[s + i]);
				if (first !== null && first.equals(ifirst) && (Parser.isCharClass(first) || first.op === Regexp.Op.REPEAT && first.min === first.max && Parser.isCharClass(first.subs[0]))) continue;
			}
			if (i === start) {} else if (i === start + 1) array[lenout++] = array[s + start];
			else {
				const prefix = first;
				for (let j = start; j < i; j++) {
					const reuse = j !== start;
					array[s + j] = this.removeLeadingRegexp(array[s + j], reuse);
					this.checkLimits(array[s + j]);
				}
				const suffix = this.collapse(array.slice(s + start, s + i), Regexp.Op.ALTERNATE);
				const re = this.newRegexp(Regexp.Op.CONCAT);
				re.subs = [prefix, suffix];
				array[lenout++] = re;
			}
			start = i;
			first = ifirst;
		}
		lensub = lenout;
		s = 0;
		start = 0;
		lenout = 0;
		for (let i = 0; i <= lensub; i++) {
			if (i < lensub && Parser.isCharClass(array[s + i])) continue;
			if (i === start) {} else if (i === start + 1) array[lenout++] = array[s + start];
			else {
				let max = start;
				for (let j = start + 1; j < i; j++) {
					const subMax = array[s + max];
					const subJ = array[s + j];
					if (subMax.op < subJ.op || subMax.op === subJ.op && (subMax.runes !== null ? subMax.runes.length : 0) < (subJ.runes !== null ? subJ.runes.length : 0)) max = j;
				}
				const tmp = array[s + start];
				array[s + start] = array[s + max];
				array[s + max] = tmp;
				for (let j = start + 1; j < i; j++) {
					Parser.mergeCharClass(array[s + start], array[s + j]);
					this.reuse(array[s + j]);
				}
				this.cleanAlt(array[s + start]);
				array[lenout++] = array[s + start];
			}
			if (i < lensub) array[lenout++] = array[s + i];
			start = i + 1;
		}
		lensub = lenout;
		s = 0;
		start = 0;
		lenout = 0;
		for (let i = 0; i < lensub; ++i) {
			if (i + 1 < lensub && array[s + i].op === Regexp.Op.EMPTY_MATCH && array[s + i + 1].op === Regexp.Op.EMPTY_MATCH) continue;
			array[lenout++] = array[s + i];
		}
		lensub = lenout;
		s = 0;
		return array.slice(s, lensub);
	}
	removeLeadingString(re, n) {
		if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) {
			const sub = this.removeLeadingString(re.subs[0], n);
			re.subs[0] = sub;
			if (sub.op === Regexp.Op.EMPTY_MATCH) {
				this.reuse(sub);
				switch (re.subs.length) {
					case 0:
					case 1:
						re.op = Regexp.Op.EMPTY_MATCH;
						re.subs = Regexp.emptySubs();
						break;
					case 2: {
						const old = re;
						re = re.subs[1];
						this.reuse(old);
						break;
					}
					default: re.subs = re.subs.slice(1, re.subs.length);
				}
			}
			return re;
		}
		if (re.op === Regexp.Op.LITERAL) {
			re.runes = re.runes.slice(n, re.runes.length);
			if (re.runes.length === 0) re.op = Regexp.Op.EMPTY_MATCH;
		}
		return re;
	}
	removeLeadingRegexp(re, reuse) {
		if (re.op === Regexp.Op.CONCAT && re.subs.length > 0) {
			if (reuse) this.reuse(re.subs[0]);
			re.subs = re.subs.slice(1, re.subs.length);
			switch (re.subs.length) {
				case 0:
					re.op = Regexp.Op.EMPTY_MATCH;
					re.subs = Regexp.emptySubs();
					break;
				case 1: {
					const old = re;
					re = re.subs[0];
					this.reuse(old);
					break;
				}
			}
			return re;
		}
		if (reuse) this.reuse(re);
		return this.newRegexp(Regexp.Op.EMPTY_MATCH);
	}
	parseInternal() {
		if ((this.flags & RE2Flags.LITERAL) !== 0) return Parser.literalRegexp(this.wholeRegexp, this.flags);
		let lastRepeatPos = -1;
		let min = -1;
		let max = -1;
		const t = new StringIterator(this.wholeRegexp);
		while (t.more()) {
			let repeatPos = -1;
			bigswitch: switch (t.peek()) {
				case Codepoint.CODES["("]:
					if ((this.flags & RE2Flags.LOOKBEHIND) !== 0) {
						if (t.lookingAt("(?<=")) {
							this.parsePosLookBehind();
							t.skip(4);
							break;
						}
						if (t.lookingAt("(?<!")) {
							this.parseNegLookBehind();
							t.skip(4);
							break;
						}
					}
					if ((this.flags & RE2Flags.PERL_X) !== 0 && t.lookingAt("(?")) {
						this.parsePerlFlags(t);
						break;
					}
					this.op(Regexp.Op.LEFT_PAREN).cap = ++this.numCap;
					t.skip(1);
					break;
				case Codepoint.CODES["|"]:
					this.parseVerticalBar();
					t.skip(1);
					break;
				case Codepoint.CODES[")"]:
					this.parseRightParen();
					t.skip(1);
					break;
				case Codepoint.CODES["^"]:
					if ((this.flags & RE2Flags.ONE_LINE) !== 0) this.op(Regexp.Op.BEGIN_TEXT);
					else this.op(Regexp.Op.BEGIN_LINE);
					t.skip(1);
					break;
				case Codepoint.CODES["$"]:
					if ((this.flags & RE2Flags.ONE_LINE) !== 0) this.op(Regexp.Op.END_TEXT).flags |= RE2Flags.WAS_DOLLAR;
					else this.op(Regexp.Op.END_LINE);
					t.skip(1);
					break;
				case Codepoint.CODES["."]:
					if ((this.flags & RE2Flags.DOT_NL) !== 0) this.op(Regexp.Op.ANY_CHAR);
					else this.op(Regexp.Op.ANY_CHAR_NOT_NL);
					t.skip(1);
					break;
				case Codepoint.CODES["["]:
					this.parseClass(t);
					break;
				case Codepoint.CODES["*"]:
				case Codepoint.CODES["+"]:
				case Codepoint.CODES["?"]: {
					repeatPos = t.pos();
					let op = null;
					switch (t.pop()) {
						case Codepoint.CODES["*"]:
							op = Regexp.Op.STAR;
							break;
						case Codepoint.CODES["+"]:
							op = Regexp.Op.PLUS;
							break;
						case Codepoint.CODES["?"]: op = Regexp.Op.QUEST;
					}
					this.repeat(op, min, max, repeatPos, t, lastRepeatPos);
					break;
				}
				case Codepoint.CODES["{"]: {
					const before = t.pos();
					const minMax = Parser.parseRepeat(t);
					if (minMax < 0) {
						t.rewindTo(before);
						this.literal(t.pop());
						break;
					}
					repeatPos = before;
					min = minMax >> 16;
					max = (minMax & Unicode.MAX_BMP) << 16 >> 16;
					this.repeat(Regexp.Op.REPEAT, min, max, repeatPos, t, lastRepeatPos);
					break;
				}
				case Codepoint.CODES["\\"]: {
					const savedPos = t.pos();
					t.skip(1);
					if ((this.flags & RE2Flags.PERL_X) !== 0 && t.more()) switch (t.pop()) {
						case Codepoint.CODES["A"]:
							this.op(Regexp.Op.BEGIN_TEXT);
							break bigswitch;
						case Codepoint.CODES["b"]:
							this.op(Regexp.Op.WORD_BOUNDARY);
							break bigswitch;
						case Codepoint.CODES["B"]:
							this.op(Regexp.Op.NO_WORD_BOUNDARY);
							break bigswitch;
						case Codepoint.CODES["C"]: throw new RE2JSSyntaxException(Parser.ERR_INVALID_ESCAPE, "\\C");
						case Codepoint.CODES["Q"]: {
							let lit = t.rest();
							const i = lit.indexOf("\\E");
							if (i >= 0) {
								lit = lit.substring(0, i);
								t.skipString(lit);
								t.skipString("\\E");
							} else t.skipString(lit);
							let j = 0;
							while (j < lit.length) {
								const codepoint = lit.codePointAt(j);
								this.literal(codepoint);
								j += Utils.charCount(codepoint);
							}
							break bigswitch;
						}
						case Codepoint.CODES["z"]:
							this.op(Regexp.Op.END_TEXT);
							break bigswitch;
						default: t.rewindTo(savedPos);
					}
					else t.rewindTo(savedPos);
					const re = this.newRegexp(Regexp.Op.CHAR_CLASS);
					re.flags = this.flags;
					if (t.lookingAt("\\p") || t.lookingAt("\\P")) {
						const cc = new CharClass();
						if (this.parseUnicodeClass(t, cc)) {
							re.runes = cc.toArray();
							this.push(re);
							break bigswitch;
						}
					}
					const cc = new CharClass();
					if (this.parsePerlClassEscape(t, cc)) {
						re.runes = cc.toArray();
						this.push(re);
						break bigswitch;
					}
					t.rewindTo(savedPos);
					this.reuse(re);
					this.literal(Parser.parseEscape(t));
					break;
				}
				default: this.literal(t.pop());
			}
			lastRepeatPos = repeatPos;
		}
		this.concat();
		if (this.swapVerticalBar()) this.pop();
		this.alternate();
		if (this.stack.length !== 1) throw new RE2JSSyntaxException(Parser.ERR_MISSING_PAREN, this.wholeRegexp);
		this.stack[0].namedGroups = this.namedGroups;
		return this.stack[0];
	}
	parsePerlFlags(t) {
		const startPos = t.pos();
		const s = t.rest();
		if (s.startsWith("(?P<") || s.startsWith("(?<")) {
			const begin = s.charAt(2) === "P" ? 4 : 3;
			const end = s.indexOf(">");
			if (end < 0) throw new RE2JSSyntaxException(Parser.ERR_INVALID_NAMED_CAPTURE, s);
			const name = s.substring(begin, end);
			t.skipString(name);
			t.skip(begin + 1);
			if (!Parser.isValidCaptureName(name)) throw new RE2JSSyntaxException(Parser.ERR_INVALID_NAMED_CAPTURE, s.substring(0, end + 1));
			const re = this.op(Regexp.Op.LEFT_PAREN);
			re.cap = ++this.numCap;
			if (this.namedGroups[name]) throw new RE2JSSyntaxException(Parser.ERR_DUPLICATE_NAMED_CAPTURE, name);
			this.namedGroups[name] = this.numCap;
			re.name = name;
			return;
		}
		t.skip(2);
		let flags = this.flags;
		let sign = 1;
		let sawFlag = false;
		loop: while (t.more()) {
			const c = t.pop();
			switch (c) {
				case Codepoint.CODES["i"]:
					flags |= RE2Flags.FOLD_CASE;
					sawFlag = true;
					break;
				case Codepoint.CODES["m"]:
					flags &= ~RE2Flags.ONE_LINE;
					sawFlag = true;
					break;
				case Codepoint.CODES["s"]:
					flags |= RE2Flags.DOT_NL;
					sawFlag = true;
					break;
				case Codepoint.CODES["U"]:
					flags |= RE2Flags.NON_GREEDY;
					sawFlag = true;
					break;
				case Codepoint.CODES["-"]:
					if (sign < 0) break loop;
					sign = -1;
					flags = ~flags;
					sawFlag = false;
					break;
				case Codepoint.CODES[":"]:
				case Codepoint.CODES[")"]:
					if (sign < 0) {
						if (!sawFlag) break loop;
						flags = ~flags;
					}
					if (c === Codepoint.CODES[":"]) this.op(Regexp.Op.LEFT_PAREN);
					this.flags = flags;
					return;
				default: break loop;
			}
		}
		throw new RE2JSSyntaxException(Parser.ERR_INVALID_PERL_OP, t.from(startPos));
	}
	parsePosLookBehind() {
		const re = this.newRegexp(Regexp.Op.LEFT_PAREN);
		re.flags = this.flags;
		re.lb = ++this.nlb;
		return this.push(re);
	}
	parseNegLookBehind() {
		const re = this.newRegexp(Regexp.Op.LEFT_PAREN);
		re.flags = this.flags;
		re.lb = -++this.nlb;
		return this.push(re);
	}
	parseVerticalBar() {
		this.concat();
		if (!this.swapVerticalBar()) this.op(Regexp.Op.VERTICAL_BAR);
	}
	swapVerticalBar() {
		const n = this.stack.length;
		if (n >= 3 && this.stack[n - 2].op === Regexp.Op.VERTICAL_BAR && Parser.isCharClass(this.stack[n - 1]) && Parser.isCharClass(this.stack[n - 3])) {
			let re1 = this.stack[n - 1];
			let re3 = this.stack[n - 3];
			if (re1.op > re3.op) {
				const tmp = re3;
				re3 = re1;
				re1 = tmp;
				this.stack[n - 3] = re3;
			}
			Parser.mergeCharClass(re3, re1);
			this.reuse(re1);
			this.pop();
			return true;
		}
		if (n >= 2) {
			const re1 = this.stack[n - 1];
			const re2 = this.stack[n - 2];
			if (re2.op === Regexp.Op.VERTICAL_BAR) {
				if (n >= 3) this.cleanAlt(this.stack[n - 3]);
				this.stack[n - 2] = re1;
				this.stack[n - 1] = re2;
				return true;
			}
		}
		return false;
	}
	parseRightParen() {
		this.concat();
		if (this.swapVerticalBar()) this.pop();
		this.alternate();
		if (this.stack.length < 2) throw new RE2JSSyntaxException(Parser.ERR_UNEXPECTED_PAREN, this.wholeRegexp);
		const re1 = this.pop();
		const re2 = this.pop();
		if (re2.op !== Regexp.Op.LEFT_PAREN) throw new RE2JSSyntaxException(Parser.ERR_UNEXPECTED_PAREN, this.wholeRegexp);
		this.flags = re2.flags;
		if (re2.lb !== 0) {
			if (Parser.hasCapture(re1)) throw new RE2JSSyntaxException(Parser.ERR_INVALID_CAPTURE_IN_LOOKBEHIND, this.wholeRegexp);
			if (re2.lb > 0) re2.op = Regexp.Op.PLB;
			else re2.op = Regexp.Op.NLB;
			re2.subs = [re1];
			this.push(re2);
			return;
		}
		if (re2.cap === 0) this.push(re1);
		else {
			re2.op = Regexp.Op.CAPTURE;
			re2.subs = [re1];
			this.push(re2);
		}
	}
	parsePerlClassEscape(t, cc) {
		const beforePos = t.pos();
		if ((this.flags & RE2Flags.PERL_X) === 0 || !t.more() || t.pop() !== Codepoint.CODES["\\"] || !t.more()) return false;
		t.pop();
		const p = t.from(beforePos);
		const g = PERL_GROUPS.has(p) ? PERL_GROUPS.get(p) : null;
		if (g === null) return false;
		cc.appendGroup(g, (this.flags & RE2Flags.FOLD_CASE) !== 0);
		return true;
	}
	parseNamedClass(t, cc) {
		const cls = t.rest();
		const i = cls.indexOf(":]");
		if (i < 0) return false;
		const name = cls.substring(0, i + 2);
		t.skipString(name);
		const g = POSIX_GROUPS.has(name) ? POSIX_GROUPS.get(name) : null;
		if (g === null) throw new RE2JSSyntaxException(Parser.ERR_INVALID_CHAR_RANGE, name);
		cc.appendGroup(g, (this.flags & RE2Flags.FOLD_CASE) !== 0);
		return true;
	}
	parseUnicodeClass(t, cc) {
		const startPos = t.pos();
		if ((this.flags & RE2Flags.UNICODE_GROUPS) === 0 || !t.lookingAt("\\p") && !t.lookingAt("\\P")) return false;
		t.skip(1);
		let sign = 1;
		let c = t.pop();
		if (c === Codepoint.CODES["P"]) sign = -1;
		if (!t.more()) {
			t.rewindTo(startPos);
			throw new RE2JSSyntaxException(Parser.ERR_INVALID_CHAR_RANGE, t.rest());
		}
		c = t.pop();
		let name;
		if (c !== Codepoint.CODES["{"]) name = Utils.runeToString(c);
		else {
			const rest = t.rest();
			const end = rest.indexOf("}");
			if (end < 0) {
				t.rewindTo(startPos);
				throw new RE2JSSyntaxException(Parser.ERR_INVALID_CHAR_RANGE, t.rest());
			}
			name = rest.substring(0, end);
			t.skipString(name);
			t.skip(1);
		}
		if (!(name.length === 0) && name.codePointAt(0) === Codepoint.CODES["^"]) {
			sign = 0 - sign;
			name = name.substring(1);
		}
		const pair = Parser.unicodeTable(name);
		if (pair === null) throw new RE2JSSyntaxException(Parser.ERR_INVALID_CHAR_RANGE, t.from(startPos));
		if (pair.sign < 0) sign = 0 - sign;
		const tab = pair.tab;
		const fold = pair.fold;
		if ((this.flags & RE2Flags.FOLD_CASE) === 0 || fold === null) cc.appendTableWithSign(tab, sign);
		else {
			const tmp = new CharClass().appendTable(tab).appendTable(fold).cleanClass().toArray();
			cc.appendClassWithSign(Array.from(tmp), sign);
		}
		return true;
	}
	parseClass(t) {
		const startPos = t.pos();
		t.skip(1);
		const re = this.newRegexp(Regexp.Op.CHAR_CLASS);
		re.flags = this.flags;
		const cc = new CharClass();
		let sign = 1;
		if (t.more() && t.lookingAt("^")) {
			sign = -1;
			t.skip(1);
			if ((this.flags & RE2Flags.CLASS_NL) === 0) cc.appendRange(Codepoint.CODES["\n"], Codepoint.CODES["\n"]);
		}
		let first = true;
		while (!t.more() || t.peek() !== Codepoint.CODES["]"] || first) {
			if (t.more() && t.lookingAt("-") && (this.flags & RE2Flags.PERL_X) === 0 && !first) {
				const s = t.rest();
				if (s === "-" || !s.startsWith("-]")) {
					t.rewindTo(startPos);
					throw new RE2JSSyntaxException(Parser.ERR_INVALID_CHAR_RANGE, t.rest());
				}
			}
			first = false;
			const beforePos = t.pos();
			if (t.lookingAt("[:")) {
				if (this.parseNamedClass(t, cc)) continue;
				t.rewindTo(beforePos);
			}
			if (this.parseUnicodeClass(t, cc)) continue;
			if (this.parsePerlClassEscape(t, cc)) continue;
			t.rewindTo(beforePos);
			const lo = Parser.parseClassChar(t, startPos);
			let hi = lo;
			if (t.more() && t.lookingAt("-")) {
				t.skip(1);
				if (t.more() && t.lookingAt("]")) t.skip(-1);
				else {
					hi = Parser.parseClassChar(t, startPos);
					if (hi < lo) throw new RE2JSSyntaxException(Parser.ERR_INVALID_CHAR_RANGE, t.from(beforePos));
				}
			}
			if ((this.flags & RE2Flags.FOLD_CASE) === 0) cc.appendRange(lo, hi);
			else cc.appendFoldedRange(lo, hi);
		}
		t.skip(1);
		cc.cleanClass();
		if (sign < 0) cc.negateClass();
		re.runes = cc.toArray();
		this.push(re);
	}
};
/**
* An RE2 class instance is a compiled representation of an RE2 regular expression, independent of
* the public Java-like Pattern/Matcher API.
*
* This class also contains various implementation helpers for RE2 regular expressions.
*
* Use the {@link #quoteMeta(String)} utility function to quote all regular expression
* metacharacters in an arbitrary string.
*
*/
var RE2 = class RE2 {
	static initTest(expr) {
		const re2 = RE2.compile(expr);
		const res = new RE2(re2.expr, re2.prog, re2.numSubexp, re2.longest);
		res.cond = re2.cond;
		res.prefix = re2.prefix;
		res.prefixUTF8 = re2.prefixUTF8;
		res.prefixComplete = re2.prefixComplete;
		res.prefixRune = re2.prefixRune;
		res.prefilter = re2.prefilter;
		res.namedGroups = re2.namedGroups;
		return res;
	}
	/**
	* Parses a regular expression and returns, if successful, an {@code RE2} instance that can be
	* used to match against text.
	*
	* When matching against text, the regexp returns a match that begins as early as possible in the
	* input (leftmost), and among those it chooses the one that a backtracking search would have
	* found first. This so-called leftmost-first matching is the same semantics that Perl, Python,
	* and other implementations use, although this package implements it without the expense of
	* backtracking. For POSIX leftmost-longest matching, see {@link #compilePOSIX}.
	*/
	static compile(expr) {
		return RE2.compileImpl(expr, RE2Flags.PERL, false);
	}
	/**
	* {@code compilePOSIX} is like {@link #compile} but restricts the regular expression to POSIX ERE
	* (egrep) syntax and changes the match semantics to leftmost-longest.
	*
	* That is, when matching against text, the regexp returns a match that begins as early as
	* possible in the input (leftmost), and among those it chooses a match that is as long as
	* possible. This so-called leftmost-longest matching is the same semantics that early regular
	* expression implementations used and that POSIX specifies.
	*
	* However, there can be multiple leftmost-longest matches, with different submatch choices, and
	* here this package diverges from POSIX. Among the possible leftmost-longest matches, this
	* package chooses the one that a backtracking search would have found first, while POSIX
	* specifies that the match be chosen to maximize the length of the first subexpression, then the
	* second, and so on from left to right. The POSIX rule is computationally prohibitive and not
	* even well-defined. See http://swtch.com/~rsc/regexp/regexp2.html#posix
	*/
	static compilePOSIX(expr) {
		return RE2.compileImpl(expr, RE2Flags.POSIX, true);
	}
	static compileImpl(expr, mode, longest) {
		let re = Parser$1.parse(expr, mode);
		const maxCap = re.maxCap();
		const namedGroups = re.namedGroups;
		re = Simplify.simplify(re);
		const prefilter = PrefilterTree.build(re);
		const prog = Compiler.compileRegexp(re);
		const re2 = new RE2(expr, prog, maxCap, longest);
		re2.prefilter = prefilter.type === Prefilter.Type.NONE ? null : prefilter;
		const [prefixCompl, prefixStr] = prog.prefix();
		re2.prefixComplete = prefixCompl;
		re2.prefix = prefixStr;
		re2.prefixUTF8 = Utils.stringToUtf8ByteArray(re2.prefix);
		if (re2.prefix.length > 0) re2.prefixRune = re2.prefix.codePointAt(0);
		re2.namedGroups = namedGroups;
		return re2;
	}
	/**
	* Returns true iff textual regular expression {@code pattern} matches string {@code s}.
	*
	* More complicated queries need to use {@link #compile} and the full {@code RE2} interface.
	*/
	static match(pattern, s) {
		return RE2.compile(pattern).match(s);
	}
	constructor(expr, prog, numSubexp = 0, longest = 0) {
		this.expr = expr;
		this.prog = prog;
		this.numSubexp = numSubexp;
		this.longest = longest;
		this.cond = prog.startCond();
		this.prefix = null;
		this.prefixUTF8 = null;
		this.prefixComplete = false;
		this.prefixRune = 0;
		/** @type {Record<string, number>} */
		this.namedGroups = Object.create(null);
		this.machinePool = [];
		this.lazyDFA = null;
		this.onepass = OnePass.compile(this.prog);
		this.prefilter = null;
	}
	get dfa() {
		if (this.lazyDFA === null) this.lazyDFA = new DFA(this.prog);
		return this.lazyDFA;
	}
	matchPrefixComplete(input, pos, anchor, ncap) {
		if ((anchor === RE2Flags.ANCHOR_START || anchor === RE2Flags.ANCHOR_BOTH) && pos !== 0) return null;
		let matchStart = -1;
		let matchEnd = -1;
		const pLen = input.prefixLength(this);
		if (anchor === RE2Flags.UNANCHORED) {
			const idx = input.index(this, pos);
			if (idx < 0) return null;
			matchStart = pos + idx;
			matchEnd = matchStart + pLen;
		} else if (anchor === RE2Flags.ANCHOR_BOTH) {
			if (input.endPos() !== pLen) return null;
			if (input.index(this, 0) !== 0) return null;
			matchStart = 0;
			matchEnd = pLen;
		} else if (anchor === RE2Flags.ANCHOR_START) {
			if (input.index(this, 0) !== 0) return null;
			matchStart = 0;
			matchEnd = pLen;
		}
		if (matchStart < 0) return null;
		if (ncap > 0) {
			const matchcap = new Int32Array(ncap).fill(-1);
			matchcap[0] = matchStart;
			matchcap[1] = matchEnd;
			return Array.from(matchcap);
		}
		return [];
	}
	createLookbehindState() {
		return this.prog.numLb > 0 ? new LookbehindState(this.prog) : null;
	}
	executeEngine(input, pos, anchor, ncap, lbState = null) {
		if (this.prefixComplete && (ncap === 0 || this.numSubexp === 0)) return this.matchPrefixComplete(input, pos, anchor, ncap);
		if (this.prefilter !== null && anchor === RE2Flags.UNANCHORED) {
			if (!this.prefilter.eval(input, pos)) return null;
		}
		if (this.onepass !== null) return OnePass.execute(this, input, pos, anchor, ncap);
		if (ncap > 0) {
			if (this.prog.numLb === 0 && input.endPos() <= Backtracker.maxBitStateLen(this.prog)) return Backtracker.execute(this, input, pos, anchor, ncap);
			return this.doExecuteNFA(input, pos, anchor, ncap, lbState);
		}
		if (this.prog.numLb === 0) {
			const dfaResult = this.dfa.match(input, pos, anchor);
			if (dfaResult !== null) return dfaResult ? [] : null;
			if (input.endPos() <= Backtracker.maxBitStateLen(this.prog)) return Backtracker.execute(this, input, pos, anchor, ncap);
		}
		return this.doExecuteNFA(input, pos, anchor, ncap, lbState);
	}
	/**
	* Returns the number of parenthesized subexpressions in this regular expression.
	*/
	numberOfCapturingGroups() {
		return this.numSubexp;
	}
	/**
	* Returns the number of instructions in this compiled regular expression program.
	*/
	numberOfInstructions() {
		return this.prog.numInst();
	}
	get() {
		return this.machinePool.length > 0 ? this.machinePool.pop() : null;
	}
	reset() {
		this.machinePool.length = 0;
	}
	put(m) {
		this.machinePool.push(m);
	}
	toString() {
		return this.expr;
	}
	doExecuteNFA(input, pos, anchor, ncap, lbState = null) {
		let m = this.get();
		if (!m) m = Machine.fromRE2(this);
		m.init(ncap);
		const cap = m.match(input, pos, anchor, lbState) ? m.submatches() : null;
		this.put(m);
		return cap;
	}
	match(s) {
		return this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, 0) !== null;
	}
	/**
	* Matches the regular expression against input starting at position start and ending at position
	* end, with the given anchoring. Records the submatch boundaries in group, which is [start, end)
	* pairs of byte offsets. The number of boundaries needed is inferred from the size of the group
	* array. It is most efficient not to ask for submatch boundaries.
	*
	* @param input the input byte array
	* @param start the beginning position in the input
	* @param end the end position in the input
	* @param anchor the anchoring flag (UNANCHORED, ANCHOR_START, ANCHOR_BOTH)
	* @param group the array to fill with submatch positions
	* @param ngroup the number of array pairs to fill in
	* @param lbState optional state carried between successive matches over the same input (see
	*   createLookbehindState); omit it to evaluate lookbehinds from the beginning of the input
	* @returns true if a match was found
	*/
	matchWithGroup(input, start, end, anchor, ngroup, lbState = null) {
		if (!(input instanceof MatcherInputBase)) {
			if (Utils.isByteArray(input)) input = MatcherInput.utf8(input);
			else input = MatcherInput.utf16(input);
		}
		return this.matchMachineInput(input, start, end, anchor, ngroup, lbState);
	}
	matchMachineInput(input, start, end, anchor, ngroup, lbState = null) {
		if (start > end) return [false, null];
		const machineInput = input.isUTF16Encoding() ? MachineInput.fromUTF16(input.asCharSequence(), 0, end) : MachineInput.fromUTF8(input.asBytes(), 0, end);
		const groupMatch = this.executeEngine(machineInput, start, anchor, 2 * ngroup, lbState);
		if (groupMatch === null) return [false, null];
		return [true, groupMatch];
	}
	/**
	* Returns true iff this regexp matches the UTF-8 byte array {@code b}.
	*/
	matchUTF8(b) {
		return this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, 0) !== null;
	}
	/**
	* Returns a copy of {@code src} in which all matches for this regexp have been replaced by
	* {@code repl}. No support is provided for expressions (e.g. {@code \1} or {@code $1}) in the
	* replacement string.
	*/
	replaceAll(src, repl) {
		return this.replaceAllFunc(src, () => repl, 2 * src.length + 1);
	}
	/**
	* Returns a copy of {@code src} in which only the first match for this regexp has been replaced
	* by {@code repl}. No support is provided for expressions (e.g. {@code \1} or {@code $1}) in the
	* replacement string.
	*/
	replaceFirst(src, repl) {
		return this.replaceAllFunc(src, () => repl, 1);
	}
	/**
	* Returns a copy of {@code src} in which at most {@code maxReplaces} matches for this regexp have
	* been replaced by the return value of of function {@code repl} (whose first argument is the
	* matched string). No support is provided for expressions (e.g. {@code \1} or {@code $1}) in the
	* replacement string.
	*/
	replaceAllFunc(src, replFunc, maxReplaces) {
		let lastMatchEnd = 0;
		let searchPos = 0;
		let out = "";
		const input = MachineInput.fromUTF16(src);
		const lbState = this.createLookbehindState();
		let numReplaces = 0;
		while (searchPos <= src.length) {
			const a = this.executeEngine(input, searchPos, RE2Flags.UNANCHORED, 2, lbState);
			if (a === null || a.length === 0) break;
			out += src.substring(lastMatchEnd, a[0]);
			if (a[1] > lastMatchEnd || a[0] === 0) {
				out += replFunc(src.substring(a[0], a[1]));
				numReplaces++;
			}
			lastMatchEnd = a[1];
			const width = input.step(searchPos) & 7;
			if (searchPos + width > a[1]) searchPos += width;
			else if (searchPos + 1 > a[1]) searchPos++;
			else searchPos = a[1];
			if (numReplaces >= maxReplaces) break;
		}
		out += src.substring(lastMatchEnd);
		return out;
	}
	pad(a) {
		if (a === null) return null;
		let n = (1 + this.numSubexp) * 2;
		if (a.length < n) {
			let a2 = new Array(n).fill(-1);
			for (let i = 0; i < a.length; i++) a2[i] = a[i];
			a = a2;
		}
		return a;
	}
	allMatches(input, n, deliverFun = (v) => v) {
		let result = [];
		const end = input.endPos();
		if (n < 0) n = end + 1;
		let pos = 0;
		let i = 0;
		let prevMatchEnd = -1;
		const lbState = this.createLookbehindState();
		while (i < n && pos <= end) {
			const matches = this.executeEngine(input, pos, RE2Flags.UNANCHORED, this.prog.numCap, lbState);
			if (matches === null || matches.length === 0) break;
			let accept = true;
			if (matches[1] === pos) {
				if (matches[0] === prevMatchEnd) accept = false;
				const r = input.step(pos);
				if (r < 0) pos = end + 1;
				else pos += r & 7;
			} else pos = matches[1];
			prevMatchEnd = matches[1];
			if (accept) {
				result.push(deliverFun(this.pad(matches)));
				i++;
			}
		}
		return result;
	}
	/**
	* Returns an array holding the text of the leftmost match in {@code b} of this regular
	* expression.
	*
	* A return value of null indicates no match.
	*/
	findUTF8(b) {
		const a = this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, 2);
		if (a === null) return null;
		return b.slice(a[0], a[1]);
	}
	/**
	* Returns a two-element array of integers defining the location of the leftmost match in
	* {@code b} of this regular expression. The match itself is at {@code b[loc[0]...loc[1]]}.
	*
	* A return value of null indicates no match.
	*/
	findUTF8Index(b) {
		const a = this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, 2);
		if (a === null) return null;
		return a.slice(0, 2);
	}
	/**
	* Returns a string holding the text of the leftmost match in {@code s} of this regular
	* expression.
	*
	* If there is no match, the return value is an empty string, but it will also be empty if the
	* regular expression successfully matches an empty string. Use {@link #findIndex} or
	* {@link #findSubmatch} if it is necessary to distinguish these cases.
	*/
	find(s) {
		const a = this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, 2);
		if (a === null) return "";
		return s.substring(a[0], a[1]);
	}
	/**
	* Returns a two-element array of integers defining the location of the leftmost match in
	* {@code s} of this regular expression. The match itself is at
	* {@code s.substring(loc[0], loc[1])}.
	*
	* A return value of null indicates no match.
	*/
	findIndex(s) {
		return this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, 2);
	}
	/**
	* Returns an array of arrays the text of the leftmost match of the regular expression in
	* {@code b} and the matches, if any, of its subexpressions, as defined by the <a
	* href='#submatch'>Submatch</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findUTF8Submatch(b) {
		const a = this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, this.prog.numCap);
		if (a === null) return null;
		const ret = new Array(1 + this.numSubexp).fill(null);
		for (let i = 0; i < ret.length; i++) if (2 * i < a.length && a[2 * i] >= 0) ret[i] = b.slice(a[2 * i], a[2 * i + 1]);
		return ret;
	}
	/**
	* Returns an array holding the index pairs identifying the leftmost match of this regular
	* expression in {@code b} and the matches, if any, of its subexpressions, as defined by the the
	* <a href='#submatch'>Submatch</a> and <a href='#index'>Index</a> descriptions above.
	*
	* A return value of null indicates no match.
	*/
	findUTF8SubmatchIndex(b) {
		return this.pad(this.executeEngine(MachineInput.fromUTF8(b), 0, RE2Flags.UNANCHORED, this.prog.numCap));
	}
	/**
	* Returns an array of strings holding the text of the leftmost match of the regular expression in
	* {@code s} and the matches, if any, of its subexpressions, as defined by the <a
	* href='#submatch'>Submatch</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findSubmatch(s) {
		const a = this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, this.prog.numCap);
		if (a === null) return null;
		const ret = new Array(1 + this.numSubexp).fill(null);
		for (let i = 0; i < ret.length; i++) if (2 * i < a.length && a[2 * i] >= 0) ret[i] = s.substring(a[2 * i], a[2 * i + 1]);
		return ret;
	}
	/**
	* Returns an array holding the index pairs identifying the leftmost match of this regular
	* expression in {@code s} and the matches, if any, of its subexpressions, as defined by the <a
	* href='#submatch'>Submatch</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findSubmatchIndex(s) {
		return this.pad(this.executeEngine(MachineInput.fromUTF16(s), 0, RE2Flags.UNANCHORED, this.prog.numCap));
	}
	/**
	* {@code findAllUTF8()} is the <a href='#all'>All</a> version of {@link #findUTF8}; it returns a
	* list of up to {@code n} successive matches of the expression, as defined by the <a
	* href='#all'>All</a> description above.
	*
	* A return value of null indicates no match.
	*
	* TODO(adonovan): think about defining a byte slice view class, like a read-only Go slice backed
	* by |b|.
	*/
	findAllUTF8(b, n) {
		const result = this.allMatches(MachineInput.fromUTF8(b), n, (match) => b.slice(match[0], match[1]));
		if (result.length === 0) return null;
		return result;
	}
	/**
	* {@code findAllUTF8Index} is the <a href='#all'>All</a> version of {@link #findUTF8Index}; it
	* returns a list of up to {@code n} successive matches of the expression, as defined by the <a
	* href='#all'>All</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findAllUTF8Index(b, n) {
		const result = this.allMatches(MachineInput.fromUTF8(b), n, (match) => match.slice(0, 2));
		if (result.length === 0) return null;
		return result;
	}
	/**
	* {@code findAll} is the <a href='#all'>All</a> version of {@link #find}; it returns a list of up
	* to {@code n} successive matches of the expression, as defined by the <a href='#all'>All</a>
	* description above.
	*
	* A return value of null indicates no match.
	*/
	findAll(s, n) {
		const result = this.allMatches(MachineInput.fromUTF16(s), n, (match) => s.substring(match[0], match[1]));
		if (result.length === 0) return null;
		return result;
	}
	/**
	* {@code findAllIndex} is the <a href='#all'>All</a> version of {@link #findIndex}; it returns a
	* list of up to {@code n} successive matches of the expression, as defined by the <a
	* href='#all'>All</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findAllIndex(s, n) {
		const result = this.allMatches(MachineInput.fromUTF16(s), n, (match) => match.slice(0, 2));
		if (result.length === 0) return null;
		return result;
	}
	/**
	* {@code findAllUTF8Submatch} is the <a href='#all'>All</a> version of {@link #findUTF8Submatch};
	* it returns a list of up to {@code n} successive matches of the expression, as defined by the <a
	* href='#all'>All</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findAllUTF8Submatch(b, n) {
		const result = this.allMatches(MachineInput.fromUTF8(b), n, (match) => {
			let slice = new Array(match.length / 2 | 0).fill(null);
			for (let j = 0; j < slice.length; j++) if (match[2 * j] >= 0) slice[j] = b.slice(match[2 * j], match[2 * j + 1]);
			return slice;
		});
		if (result.length === 0) return null;
		return result;
	}
	/**
	* {@code findAllUTF8SubmatchIndex} is the <a href='#all'>All</a> version of
	* {@link #findUTF8SubmatchIndex}; it returns a list of up to {@code n} successive matches of the
	* expression, as defined by the <a href='#all'>All</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findAllUTF8SubmatchIndex(b, n) {
		const result = this.allMatches(MachineInput.fromUTF8(b), n);
		if (result.length === 0) return null;
		return result;
	}
	/**
	* {@code findAllSubmatch} is the <a href='#all'>All</a> version of {@link #findSubmatch}; it
	* returns a list of up to {@code n} successive matches of the expression, as defined by the <a
	* href='#all'>All</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findAllSubmatch(s, n) {
		const result = this.allMatches(MachineInput.fromUTF16(s), n, (match) => {
			let slice = new Array(match.length / 2 | 0).fill(null);
			for (let j = 0; j < slice.length; j++) if (match[2 * j] >= 0) slice[j] = s.substring(match[2 * j], match[2 * j + 1]);
			return slice;
		});
		if (result.length === 0) return null;
		return result;
	}
	/**
	* {@code findAllSubmatchIndex} is the <a href='#all'>All</a> version of
	* {@link #findSubmatchIndex}; it returns a list of up to {@code n} successive matches of the
	* expression, as defined by the <a href='#all'>All</a> description above.
	*
	* A return value of null indicates no match.
	*/
	findAllSubmatchIndex(s, n) {
		const result = this.allMatches(MachineInput.fromUTF16(s), n);
		if (result.length === 0) return null;
		return result;
	}
};
(class RE2Set {
	/** @type {number} */
	static UNANCHORED = RE2Flags.UNANCHORED;
	/** @type {number} */
	static ANCHOR_START = RE2Flags.ANCHOR_START;
	/** @type {number} */
	static ANCHOR_BOTH = RE2Flags.ANCHOR_BOTH;
	/**
	* Constructs a new RE2Set with the specified anchor mode and flags.
	* @param {number} [anchor=RE2Set.UNANCHORED] - The anchoring mode (e.g., RE2Set.UNANCHORED).
	* @param {number} [flags=0] - The public flags to apply to all patterns in the set.
	* @param {number} [maxMem=8388608] - The maximum memory in bytes to use for the DFA (default 8MB).
	*/
	constructor(anchor = RE2Set.UNANCHORED, flags = 0, maxMem = 8388608) {
		if (![
			RE2Set.UNANCHORED,
			RE2Set.ANCHOR_START,
			RE2Set.ANCHOR_BOTH
		].includes(anchor)) throw new RE2JSFlagsException("The anchor should be RE2Set.UNANCHORED, RE2Set.ANCHOR_START or RE2Set.ANCHOR_BOTH");
		Utils.checkFlags(flags);
		this.anchor = anchor;
		this.jsFlags = flags;
		this.maxMem = maxMem;
		let re2Flags = RE2Flags.PERL;
		if ((flags & PublicFlags.DISABLE_UNICODE_GROUPS) !== 0) re2Flags &= ~RE2Flags.UNICODE_GROUPS;
		if ((flags & PublicFlags.LOOKBEHINDS) !== 0) re2Flags |= RE2Flags.LOOKBEHIND;
		this.re2Flags = re2Flags;
		this.regexps = [];
		this.prog = null;
		this.dfa = null;
		this.dummyRe2 = null;
	}
	/**
	* Adds a new regular expression pattern to the set.
	* Patterns cannot be added after the set has been compiled.
	* @param {string} pattern - The regular expression pattern to add.
	* @returns {number} The integer index assigned to the added pattern.
	* @throws {RE2JSCompileException} If patterns are added after compilation.
	*/
	add(pattern) {
		if (this.prog) throw new RE2JSCompileException("Cannot add patterns after compile");
		Utils.checkPattern(pattern);
		let fregex = pattern;
		if ((this.jsFlags & PublicFlags.CASE_INSENSITIVE) !== 0) fregex = `(?i)${fregex}`;
		if ((this.jsFlags & PublicFlags.DOTALL) !== 0) fregex = `(?s)${fregex}`;
		if ((this.jsFlags & PublicFlags.MULTILINE) !== 0) fregex = `(?m)${fregex}`;
		const re = Parser$1.parse(fregex, this.re2Flags);
		this.regexps.push(Simplify.simplify(re));
		return this.regexps.length - 1;
	}
	/**
	* Compiles the added patterns into a single state machine.
	* This is automatically called on the first match if not called explicitly.
	* @returns {void}
	*/
	compile() {
		if (this.prog) return;
		const prog = Compiler.compileSet(this.regexps);
		if (prog.numInst() > Parser$1.MAX_SIZE) throw new RE2JSCompileException(`${Parser$1.ERR_LARGE}: the set compiles to ${prog.numInst()} instructions, more than ${Parser$1.MAX_SIZE}`);
		this.prog = prog;
		this.dfa = new DFA(this.prog, this.maxMem);
		this.dummyRe2 = {
			prog: this.prog,
			cond: this.prog.startCond(),
			prefix: "",
			prefixRune: 0,
			longest: false
		};
	}
	/**
	* Matches the input against the compiled set of regular expressions.
	* @param {string|number[]|Uint8Array} input - The input string or UTF-8 byte array to match against.
	* @returns {number[]} An array of indices representing the patterns that successfully matched the input.
	*/
	match(input) {
		if (!this.prog) this.compile();
		const machineInput = Utils.isByteArray(input) ? MachineInput.fromUTF8(input) : MachineInput.fromUTF16(input);
		let internalAnchor = RE2Flags.UNANCHORED;
		if (this.anchor === RE2Set.ANCHOR_START) internalAnchor = RE2Flags.ANCHOR_START;
		else if (this.anchor === RE2Set.ANCHOR_BOTH) internalAnchor = RE2Flags.ANCHOR_BOTH;
		const dfaResult = this.dfa.matchSet(machineInput, 0, internalAnchor);
		if (dfaResult !== null) return dfaResult;
		const machine = Machine.fromRE2(this.dummyRe2);
		machine.init(0);
		return machine.matchSet(machineInput, 0, internalAnchor);
	}
});
/**
* Transform JS regex string to RE2 regex string
*/
var TranslateRegExpString = class TranslateRegExpString {
	static isHexadecimal(ch) {
		return "0" <= ch && ch <= "9" || "A" <= ch && ch <= "F" || "a" <= ch && ch <= "f";
	}
	static translate(data) {
		let prefixFlags = "";
		if (Object.prototype.toString.call(data) === "[object RegExp]") {
			if (data.ignoreCase) prefixFlags += "i";
			if (data.multiline) prefixFlags += "m";
			if (data.dotAll) prefixFlags += "s";
			data = data.source;
		}
		if (typeof data !== "string") return data;
		let result = "";
		let changed = false;
		let size = data.length;
		if (size === 0) {
			result = "(?:)";
			changed = true;
		}
		let inCharClass = false;
		let i = 0;
		while (i < size) {
			let ch = data[i];
			if (ch === "\\") {
				if (i + 1 < size) {
					ch = data[i + 1];
					switch (ch) {
						case "\\":
							result += "\\\\";
							i += 2;
							continue;
						case "c":
							if (i + 2 < size) {
								let code = data[i + 2].charCodeAt(0);
								if (code >= 65 && code <= 90 || code >= 97 && code <= 122) {
									let val = code % 32;
									result += "\\x";
									result += (val >> 4).toString(16).toUpperCase();
									result += (val & 15).toString(16).toUpperCase();
									i += 3;
									changed = true;
									continue;
								}
							}
							result += "c";
							i += 2;
							changed = true;
							continue;
						case "u":
							if (i + 2 < size) {
								if (data[i + 2] === "{") {
									let j = i + 3;
									let hasHex = false;
									let closed = false;
									while (j < size) {
										const hexChar = data[j];
										if (hexChar === "}") {
											closed = true;
											break;
										}
										if (!TranslateRegExpString.isHexadecimal(hexChar)) break;
										hasHex = true;
										j++;
									}
									if (closed && hasHex) {
										result += "\\x";
										i += 2;
										changed = true;
										continue;
									}
								} else if (i + 5 < size) {
									let isHex4 = true;
									for (let j = 0; j < 4; j++) if (!TranslateRegExpString.isHexadecimal(data[i + 2 + j])) {
										isHex4 = false;
										break;
									}
									if (isHex4) {
										result += "\\x{" + data.substring(i + 2, i + 6) + "}";
										i += 6;
										changed = true;
										continue;
									}
								}
							}
							result += "u";
							i += 2;
							changed = true;
							continue;
						case "x": {
							let isValidHex = false;
							if (i + 2 < size && data[i + 2] === "{") {
								let j = i + 3;
								let hasHex = false;
								let closed = false;
								while (j < size) {
									const hexChar = data[j];
									if (hexChar === "}") {
										closed = true;
										break;
									}
									if (!TranslateRegExpString.isHexadecimal(hexChar)) break;
									hasHex = true;
									j++;
								}
								if (closed && hasHex) isValidHex = true;
							} else if (i + 3 < size && TranslateRegExpString.isHexadecimal(data[i + 2]) && TranslateRegExpString.isHexadecimal(data[i + 3])) isValidHex = true;
							if (isValidHex) {
								result += "\\x";
								i += 2;
							} else {
								result += "x";
								i += 2;
								changed = true;
							}
							continue;
						}
						case "n":
						case "r":
						case "t":
						case "a":
						case "f":
						case "v":
						case "d":
						case "D":
						case "s":
						case "S":
						case "w":
						case "W":
						case "b":
						case "B":
						case "p":
						case "P":
						case "A":
						case "z":
						case "Q":
						case "E":
						case "0":
						case "1":
						case "2":
						case "3":
						case "4":
						case "5":
						case "6":
						case "7":
							result += "\\" + ch;
							i += 2;
							continue;
						default: {
							let cp = data.codePointAt(i + 1);
							if (cp >= 48 && cp <= 57 || cp >= 65 && cp <= 90 || cp >= 97 && cp <= 122) {
								let symSize = Utils.charCount(cp);
								result += data.substring(i + 1, i + 1 + symSize);
								i += symSize + 1;
								changed = true;
							} else {
								result += "\\";
								let symSize = Utils.charCount(cp);
								result += data.substring(i + 1, i + 1 + symSize);
								i += symSize + 1;
							}
							continue;
						}
					}
				}
			} else if (ch === "/") {
				result += "\\/";
				i += 1;
				changed = true;
				continue;
			} else if (ch === "[") {
				if (!inCharClass && data[i + 1] === "]") {
					result += "[^\\x00-\\x{10FFFF}]";
					i += 2;
					changed = true;
					continue;
				}
				if (!inCharClass && data[i + 1] === "^" && data[i + 2] === "]") {
					result += "[\\x00-\\x{10FFFF}]";
					i += 3;
					changed = true;
					continue;
				}
				inCharClass = true;
			} else if (ch === "]") inCharClass = false;
			else if (!inCharClass && ch === "(" && i + 2 < size && data[i + 1] === "?" && data[i + 2] === "<") {
				if (i + 3 < size && !"=!>)".includes(data[i + 3])) {
					result += "(?P<";
					i += 3;
					changed = true;
					continue;
				}
			}
			let cp = data.codePointAt(i);
			let symSize = Utils.charCount(cp);
			result += data.substring(i, i + symSize);
			i += symSize;
		}
		const finalResult = changed ? result : data;
		if (prefixFlags.length > 0) return `(?${prefixFlags})${finalResult}`;
		return finalResult;
	}
};
var execResult = (m, input) => {
	const result = m.matchArray();
	result.index = m.start(0);
	result.input = input;
	result.groups = m.namedGroupsObject();
	return result;
};
/**
* A compiled representation of an RE2 regular expression
*
* The matching functions take {@code String} arguments instead of the more general Java
* {@code CharSequence} since the latter doesn't provide UTF-16 decoding.
*
*
* @author rsc@google.com (Russ Cox)
* @class
*/
var RE2JS = class RE2JS {
	/**
	* Flag: case insensitive matching.
	*/
	static CASE_INSENSITIVE = PublicFlags.CASE_INSENSITIVE;
	/**
	* Flag: dot ({@code .}) matches all characters, including newline.
	*/
	static DOTALL = PublicFlags.DOTALL;
	/**
	* Flag: multiline matching: {@code ^} and {@code $} match at beginning and end of line, not just
	* beginning and end of input.
	*/
	static MULTILINE = PublicFlags.MULTILINE;
	/**
	* Flag: Unicode groups (e.g. {@code \p\ Greek\} ) will be syntax errors.
	*/
	static DISABLE_UNICODE_GROUPS = PublicFlags.DISABLE_UNICODE_GROUPS;
	/**
	* Flag: matches longest possible string.
	*/
	static LONGEST_MATCH = PublicFlags.LONGEST_MATCH;
	/**
	* Flag: enable linear-time captureless lookbehinds.
	*/
	static LOOKBEHINDS = PublicFlags.LOOKBEHINDS;
	/**
	* Returns a literal pattern string for the specified string.
	*
	* This method produces a string that can be used to create a <code>RE2JS</code> that would
	* match the string <code>s</code> as if it were a literal pattern.
	*
	* Metacharacters or escape sequences in the input sequence will be given no special meaning.
	*
	* @param {string} str The string to be literalized
	* @returns {string} A literal string replacement
	*/
	static quote(str) {
		return Utils.quoteMeta(str);
	}
	/**
	* Quotes '\' and '$' in {@code str}, so that the returned string could be used in
	* replacement methods as a literal replacement of {@code str}.
	*
	* This is a convenience delegation to {@link Matcher.quoteReplacement}.
	*
	* @param {string} str the string to be quoted
	* @param {boolean} [javaMode=false] whether the replacement will be used in javaMode
	* @returns {string} the quoted string
	*/
	static quoteReplacement(str, javaMode = false) {
		return Matcher.quoteReplacement(str, javaMode);
	}
	/**
	* Translates a given regular expression string to ensure compatibility with RE2JS.
	*
	* This function preprocesses the input regex string by applying necessary transformations,
	* such as escaping special characters (e.g., `/`), converting named capture groups to
	* RE2JS-compatible syntax, and handling Unicode sequences properly. It ensures that the
	* resulting regex is safe and properly formatted before compilation.
	*
	* @param {string|RegExp} expr - The regular expression string to be translated.
	* @returns {string} - The transformed regular expression string, ready for compilation.
	*/
	static translateRegExp(expr) {
		return TranslateRegExpString.translate(expr);
	}
	/**
	* Helper: create new RE2JS with given regex and flags. Flregex is the regex with flags applied.
	* @param {string} regex
	* @param {number} [flags=0]
	* @returns {RE2JS}
	*/
	static compile(regex, flags = 0) {
		Utils.checkPattern(regex);
		Utils.checkFlags(flags);
		let fregex = regex;
		if ((flags & RE2JS.CASE_INSENSITIVE) !== 0) fregex = `(?i)${fregex}`;
		if ((flags & RE2JS.DOTALL) !== 0) fregex = `(?s)${fregex}`;
		if ((flags & RE2JS.MULTILINE) !== 0) fregex = `(?m)${fregex}`;
		let re2Flags = RE2Flags.PERL;
		if ((flags & RE2JS.DISABLE_UNICODE_GROUPS) !== 0) re2Flags &= ~RE2Flags.UNICODE_GROUPS;
		if ((flags & RE2JS.LOOKBEHINDS) !== 0) re2Flags |= RE2Flags.LOOKBEHIND;
		const p = new RE2JS(regex, flags);
		p.re2Input = RE2.compileImpl(fregex, re2Flags, (flags & RE2JS.LONGEST_MATCH) !== 0);
		return p;
	}
	/**
	* Matches a string against a regular expression.
	*
	* @param {string} regex the regular expression
	* @param {string|number[]|Uint8Array} input the input
	* @returns {boolean} true if the regular expression matches the entire input
	* @throws RE2JSSyntaxException if the regular expression is malformed
	*/
	static matches(regex, input) {
		return RE2JS.compile(regex).testExact(input);
	}
	/**
	* This is visible for testing.
	* @private
	*/
	static initTest(pattern, flags, re2) {
		if (pattern == null) throw new Error("pattern is null");
		if (re2 == null) throw new Error("re2 is null");
		const p = new RE2JS(pattern, flags);
		p.re2Input = re2;
		return p;
	}
	/**
	*
	* @param {string} pattern
	* @param {number} flags
	*/
	constructor(pattern, flags) {
		this.patternInput = pattern;
		this.flagsInput = flags;
		/** @type {import('./RE2.js').RE2} */
		this.re2Input = null;
	}
	/**
	* Releases memory used by internal caches associated with this pattern. Does not change the
	* observable behaviour. Useful for tests that detect memory leaks via allocation tracking.
	*/
	reset() {
		this.re2Input.reset();
	}
	/**
	* Returns the flags used in the constructor.
	* @returns {number}
	*/
	flags() {
		return this.flagsInput;
	}
	/**
	* Returns the pattern used in the constructor.
	* @returns {string}
	*/
	pattern() {
		return this.patternInput;
	}
	re2() {
		return this.re2Input;
	}
	/**
	* Matches a string against a regular expression.
	*
	* @param {string|number[]|Uint8Array} input the input
	* @returns {boolean} true if the regular expression matches the entire input
	*/
	matches(input) {
		return this.testExact(input);
	}
	/**
	* Creates a new {@code Matcher} matching the pattern against the input.
	*
	* @param {string|number[]|Uint8Array|MatcherInputBase} input the input string
	* @returns {Matcher}
	*/
	matcher(input) {
		if (Utils.isByteArray(input)) input = MatcherInput.utf8(input);
		return new Matcher(this, input);
	}
	/**
	* Tests whether the regular expression matches any part of the input string.
	* Performance Note: This method is highly optimized. Because it only returns
	* a boolean and does not extract capture groups, it bypasses the `Matcher` overhead
	* and guarantees execution on the high-speed DFA engine whenever possible.
	*
	* @param {string|number[]|Uint8Array} input - The input string or UTF-8 byte array to test against.
	* @returns {boolean} `true` if the pattern is found anywhere in the input, `false` otherwise.
	*/
	test(input) {
		if (Utils.isByteArray(input)) return this.re2Input.matchUTF8(input);
		return this.re2Input.match(input);
	}
	/**
	* Tests whether the regular expression matches the ENTIRE input string.
	* * **Performance Note:** This operates identically to `.matches()`, but is significantly
	* faster because it does not request capture group data. By requesting 0 capture groups,
	* it securely routes execution through the DFA fast-path.
	*
	* @param {string|number[]|Uint8Array} input - The input string or UTF-8 byte array to test against.
	* @returns {boolean} `true` if the exact input string fully matches the pattern, `false` otherwise.
	*/
	testExact(input) {
		const machineInput = Utils.isByteArray(input) ? MachineInput.fromUTF8(input) : MachineInput.fromUTF16(input);
		return this.re2Input.executeEngine(machineInput, 0, RE2Flags.ANCHOR_BOTH, 0) !== null;
	}
	/**
	* Executes a search for a match in a specified string.
	* Returns a result array, or null if no match is found.
	* The returned array perfectly mirrors standard JavaScript `RegExpExecArray`,
	* including `.index`, `.input`, and `.groups` properties.
	*
	* @param {string|number[]|Uint8Array} input the input string or byte array
	* @returns {Array|null} the match array with index, input, and groups properties, or null
	*/
	exec(input) {
		const m = this.matcher(input);
		return m.find() ? execResult(m, input) : null;
	}
	/**
	* Splits input around instances of the regular expression. It returns an array giving the strings
	* that occur before, between, and after instances of the regular expression.
	*
	* If {@code limit <= 0}, there is no limit on the size of the returned array. If
	* {@code limit == 0}, empty strings that would occur at the end of the array are omitted. If
	* {@code limit > 0}, at most limit strings are returned. The final string contains the remainder
	* of the input, possibly including additional matches of the pattern.
	*
	* @param {string} input the input string to be split
	* @param {number} [limit=0] the limit
	* @returns {string[]} the split strings
	*/
	split(input, limit = 0) {
		const m = this.matcher(input);
		const result = [];
		let emptiesSkipped = 0;
		let last = 0;
		while (m.find()) {
			if (last === 0 && m.end() === 0) {
				last = m.end();
				continue;
			}
			if (limit > 0 && result.length === limit - 1) break;
			if (last === m.start()) {
				if (limit === 0) {
					emptiesSkipped += 1;
					last = m.end();
					continue;
				}
			} else while (emptiesSkipped > 0) {
				result.push("");
				emptiesSkipped -= 1;
			}
			result.push(m.substring(last, m.start()));
			last = m.end();
		}
		if (limit === 0 && last !== m.inputLength()) {
			while (emptiesSkipped > 0) {
				result.push("");
				emptiesSkipped -= 1;
			}
			result.push(m.substring(last, m.inputLength()));
		}
		if (limit !== 0 || result.length === 0 && !(last === m.inputLength() && last > 0)) result.push(m.substring(last, m.inputLength()));
		return result;
	}
	/**
	* Returns an iterator of all results matching a string against the regular expression,
	* including capturing groups.
	*
	* @param {string|number[]|Uint8Array} input the input string or byte array
	* @returns {IterableIterator<RegExpMatchArray>}
	*/
	*matchAll(input) {
		const m = this.matcher(input);
		while (m.find()) yield execResult(m, input);
	}
	/**
	*
	* @returns {string}
	*/
	toString() {
		return this.patternInput;
	}
	/**
	* Returns the program size of this pattern.
	*
	* <p>
	* Similar to the C++ implementation, the program size is a very approximate measure of a regexp's
	* "cost". Larger numbers are more expensive than smaller numbers.
	* </p>
	*
	* @returns {number} the program size of this pattern
	*/
	programSize() {
		return this.re2Input.numberOfInstructions();
	}
	/**
	* Returns the number of capturing groups in this matcher's pattern. Group zero denotes the entire
	* pattern and is excluded from this count.
	*
	* @returns {number} the number of capturing groups in this pattern
	*/
	groupCount() {
		return this.re2Input.numberOfCapturingGroups();
	}
	/**
	* Return a map of the capturing groups in this matcher's pattern, where key is the name and value
	* is the index of the group in the pattern.
	* @returns {Record<string, number>}
	*/
	namedGroups() {
		return this.re2Input.namedGroups;
	}
	/**
	*
	* @param {*} other
	* @returns {boolean}
	*/
	equals(other) {
		if (this === other) return true;
		if (other === null || this.constructor !== other.constructor) return false;
		return this.flagsInput === other.flagsInput && this.patternInput === other.patternInput;
	}
};
// server/cel/library/patterns.ts
/** Compiled patterns: linear in the text, whatever the pattern. */
var CAPACITY = 200;
var compiled = /* @__PURE__ */ new Map();
/** Patterns that were used lately are kept. @throws CelError `error parsing regexp: …` */
function compilePattern(pattern) {
	let found = compiled.get(pattern);
	if (found === void 0) {
		try {
			found = RE2JS.compile(pattern);
		} catch (error) {
			throw new CelError(error instanceof Error ? error.message : String(error));
		}
		if (compiled.size >= CAPACITY) compiled.delete(compiled.keys().next().value ?? "");
		compiled.set(pattern, found);
	}
	return found;
}
var matches = (text, pattern) => compilePattern(pattern).matcher(text).find();
// server/cel/times.ts
/** Texts of timestamps and durations. */
var RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
var SECOND$1 = 1000000000n;
/** 0001-01-01T00:00:00Z and the last nanosecond of 9999. */
var MIN_TIMESTAMP = -62135596800n * SECOND$1;
var MAX_TIMESTAMP = 253402300800n * SECOND$1 - 1n;
/** Undefined when the text is no RFC 3339 time. */
function parseTimestamp(text) {
	const match = RFC3339.exec(text);
	if (match === null) return void 0;
	const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
	const date = /* @__PURE__ */ new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return void 0;
	if (hour > 23 || minute > 59 || second > 59) return void 0;
	date.setUTCHours(hour, minute, second, 0);
	const offset = (Number(match[9] ?? 0) * 3600 + Number(match[10] ?? 0) * 60) * (match[8] === "-" ? -1 : 1);
	const fraction = BigInt((match[7] ?? "").padEnd(9, "0"));
	return new Timestamp((BigInt(date.getTime() / 1e3) - BigInt(offset)) * SECOND$1 + fraction);
}
/** RFC 3339 in UTC, with as many digits of a second as there are. */
function formatTimestamp({ nanos }) {
	const rest = (nanos % SECOND$1 + SECOND$1) % SECOND$1;
	const seconds = (nanos - rest) / SECOND$1;
	return `${(/* @__PURE__ */ new Date(Number(seconds) * 1e3)).toISOString().slice(0, 19)}${fractionText(rest)}Z`;
}
var fractionText = (nanos) => nanos === 0n ? "" : `.${nanos.toString().padStart(9, "0").replace(/0+$/, "")}`;
var UNITS = {
	ns: 1n,
	us: 1000n,
	µs: 1000n,
	μs: 1000n,
	ms: 1000000n,
	s: SECOND$1,
	m: 60n * SECOND$1,
	h: 3600n * SECOND$1
};
var PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;
var MAX_DURATION = 2n ** 63n - 1n;
/** Undefined when the text is no duration such as `1h2m3.5s`. */
function parseDuration(text) {
	const negative = text.startsWith("-");
	const body = text.replace(/^[+-]/, "");
	if (body === "0") return new Duration(0n);
	if (body === "") return void 0;
	let total = 0n;
	PART.lastIndex = 0;
	while (PART.lastIndex < body.length) {
		const match = PART.exec(body);
		if (match === null) return void 0;
		const [, whole = "", fraction = "", unit = ""] = match;
		if (whole === "" && fraction === "") return void 0;
		const size = UNITS[unit] ?? 0n;
		total += BigInt(whole === "" ? "0" : whole) * size;
		if (fraction !== "") total += BigInt(fraction.slice(0, 18)) * size / 10n ** BigInt(Math.min(fraction.length, 18));
		if (total > MAX_DURATION) return void 0;
	}
	return new Duration(negative ? -total : total);
}
/** Seconds with their fraction, as conversion to a string gives them: `3723.5s`. */
function formatDuration({ nanos }) {
	const size = nanos < 0n ? -nanos : nanos;
	return `${nanos < 0n ? "-" : ""}${size / SECOND$1}${fractionText(size % SECOND$1)}s`;
}
// server/cel/literals.ts
/** Literals that are arguments of conversions and patterns: what cannot work is found before evaluating. */
function isPattern(text) {
	try {
		compilePattern(text);
		return true;
	} catch (error) {
		if (error instanceof CelError) return false;
		throw error;
	}
}
var CHECKS = {
	duration: (text) => parseDuration(text) !== void 0,
	timestamp: (text) => parseTimestamp(text) !== void 0,
	matches: isPattern
};
/** Findings about the literal arguments of all calls. */
function checkLiterals(nodes) {
	const problems = [];
	for (const node of nodes) {
		const argument = node.kind === "call" ? literalArgument(node) : void 0;
		if (node.kind !== "call" || argument?.kind !== "constant" || typeof argument.value !== "string") continue;
		if (CHECKS[node.name]?.(argument.value) !== false) continue;
		problems.push({
			offset: argument.offset,
			message: `invalid ${node.name} argument`
		});
	}
	return problems;
}
/** The argument that is checked: the last one of patterns, the only one of conversions. */
function literalArgument({ name, args, target }) {
	if (name === "matches") return args.length === (target === void 0 ? 2 : 1) ? args.at(-1) : void 0;
	return Object.hasOwn(CHECKS, name) && target === void 0 && args.length === 1 ? args[0] : void 0;
}
// server/turns/slice.ts
/** Thrown through work that needs more than the turn of the event loop that it began in. */
var SliceSpent = class extends Error {
	constructor() {
		super("the work needs more than this turn of the event loop");
		this.name = "SliceSpent";
	}
};
// server/cel/run.ts
/** One evaluation while it runs, and the steps that it is made of. */
/** The error of operands that no function takes. */
var noOverload = () => new CelError("no such overload");
/** Takes units from what the evaluation may still cost. @throws CostLimitError, SliceSpent */
function charge(run, units) {
	run.remaining -= units;
	if (run.remaining < 0) exhausted(run);
}
/** Takes units that stand for no work of this thread's: waiting for an answer. @throws CostLimitError, SliceSpent */
function chargeIdle(run, units) {
	const moved = Math.min(units, run.reserve);
	run.reserve -= moved;
	run.remaining += moved;
	charge(run, units);
}
function exhausted(run) {
	throw run.remaining + run.reserve < 0 ? new CostLimitError() : new SliceSpent();
}
/** Whether a decided operand may win over the error: running out of budget is final. */
var isAbsorbable = (error) => error instanceof CelError && !(error instanceof CostLimitError);
// server/cel/control.ts
/** `&&` and `||`: a decided operand wins over an error of the other. @param decisive the value that decides alone: false of `&&`, true of `||` */
function logical(left, right, decisive) {
	return (run, frame) => {
		let failure;
		try {
			const value = left(run, frame);
			if (value === decisive) return decisive;
			if (typeof value !== "boolean") failure = noOverload();
		} catch (error) {
			if (!isAbsorbable(error)) throw error;
			failure = error;
		}
		const value = right(run, frame);
		if (value === decisive) return decisive;
		if (failure !== void 0) throw failure;
		if (typeof value !== "boolean") throw noOverload();
		return value;
	};
}
/** `condition ? yes : no`. */
function conditional(condition, yes, no) {
	return (run, frame) => {
		const value = condition(run, frame);
		if (typeof value !== "boolean") throw noOverload();
		return value ? yes(run, frame) : no(run, frame);
	};
}
/** The condition of folds that go on until an element decides. */
function notStrictlyFalse(value) {
	return (run, frame) => {
		charge(run, 1);
		return value(run, frame) !== false;
	};
}
// server/cel/fromJson.ts
/** JSON as values, by their declared types. Containers become views: nothing is copied. */
var isRecord$1 = (raw) => typeof raw === "object" && raw !== null && !Array.isArray(raw);
var converters = /* @__PURE__ */ new WeakMap();
/** How JSON becomes values of a type; the same function for the same type. */
function converterFor(type) {
	let convert = converters.get(type);
	if (convert === void 0) {
		convert = makeConverter(type);
		converters.set(type, convert);
	}
	return convert;
}
/** One value. @throws CelError when the JSON is not of the type */
var fromJson = (raw, type) => converterFor(type)(raw);
function makeConverter(type) {
	switch (type.kind) {
		case "int": return (raw) => typeof raw === "number" && Number.isInteger(raw) ? BigInt(raw) : dynamic(raw);
		case "uint": return (raw) => typeof raw === "number" || typeof raw === "bigint" ? new Uint(BigInt(raw)) : dynamic(raw);
		case "double": return (raw) => typeof raw === "bigint" ? Number(raw) : typeof raw === "number" ? raw : dynamic(raw);
		case "bytes": return (raw) => typeof raw === "string" ? decodeBase64(raw) : dynamic(raw);
		case "timestamp": return (raw) => typeof raw === "string" ? timestampOf$1(raw) : dynamic(raw);
		case "duration": return (raw) => typeof raw === "string" ? durationOf$1(raw) : dynamic(raw);
		case "list": {
			const { semantics } = type;
			return (raw) => Array.isArray(raw) ? new ListValue(raw, converterFor(type.element), semantics) : dynamic(raw);
		}
		case "map": return (raw) => isRecord$1(raw) && isPlain(raw) ? new RecordMap(raw, converterFor(type.value)) : dynamic(raw);
		case "object": {
			const { name, fields } = type;
			const names = () => fields.keys();
			return (raw) => isRecord$1(raw) && isPlain(raw) ? new ObjectValue(name, raw, memberReader(fields), names) : dynamic(raw);
		}
		default: return dynamic;
	}
}
var memberReader = (fields) => (name, raw) => {
	const field = fields.get(name);
	if (field === void 0 || !Object.hasOwn(raw, field.json)) return void 0;
	const found = raw[field.json];
	return found === void 0 ? void 0 : converterFor(field.type)(found);
};
function isPlain(raw) {
	const prototype = Object.getPrototypeOf(raw);
	return prototype === null || prototype === Object.prototype;
}
/** JSON of no declared type: whole numbers are int. Values of the language pass as they are. */
function dynamic(raw) {
	switch (typeof raw) {
		case "string":
		case "boolean":
		case "bigint": return raw;
		case "number": return Number.isSafeInteger(raw) ? BigInt(raw) : raw;
		case "object":
			if (raw === null) return null;
			if (Array.isArray(raw)) return new ListValue(raw, dynamic);
			if (isValue(raw)) return raw;
			if (isRecord$1(raw) && isPlain(raw)) return new RecordMap(raw, dynamic);
	}
	throw new CelError("unsupported conversion to value");
}
var CLASSES = [
	ListValue,
	EntryMap,
	RecordMap,
	ObjectValue,
	Uint8Array,
	Uint,
	Timestamp,
	Duration,
	OpaqueValue
];
var isValue = (raw) => CLASSES.some((each) => raw instanceof each) || raw instanceof OptionalValue || raw instanceof TypeValue;
function decodeBase64(text) {
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) throw new CelError(`byte format string is not valid base64`);
	return new Uint8Array(Buffer.from(text, "base64"));
}
function timestampOf$1(text) {
	const found = parseTimestamp(text) ?? parseTimestamp(`${text}T00:00:00Z`);
	if (found === void 0) throw new CelError(`failed to convert ${JSON.stringify(text)} to a timestamp`);
	return found;
}
function durationOf$1(text) {
	const found = parseDuration(text);
	if (found === void 0) throw new CelError(`failed to convert ${JSON.stringify(text)} to a duration`);
	return found;
}
// server/cel/members.ts
/** Members of maps and objects. */
/** A member of a map or an object. @throws CelError */
function member(of, name) {
	if (!(of instanceof ObjectValue || isMap(of))) throw noOverload();
	const value = of.get(name);
	if (value === void 0) throw new CelError(`no such key: ${name}`);
	return value;
}
/** Whether a member is set. @throws CelError */
function present$1(of, field) {
	if (of instanceof OptionalValue) return of.value !== void 0 && present$1(of.value, field);
	if (of instanceof ObjectValue || isMap(of)) return of.get(field) !== void 0;
	throw noOverload();
}
/** A member that may be missing. @throws CelError */
function optionalMember(of, field) {
	const value = of instanceof OptionalValue ? of.value : of;
	if (value === void 0) return NONE$1;
	if (!(value instanceof ObjectValue || isMap(value))) throw noOverload();
	const found = value.get(field);
	return found === void 0 ? NONE$1 : new OptionalValue(found);
}
// server/cel/types/parseSignature.ts
/** Signatures of functions as text: `string.split(string, int): list(string)`. */
var SCALARS$1 = {
	bool: BOOL,
	int: INT,
	uint: UINT,
	double: DOUBLE,
	string: STRING,
	bytes: BYTES,
	null: NULL,
	timestamp: TIMESTAMP,
	duration: DURATION$1,
	dyn: DYN
};
/**
* Reads a signature of the form `[receiver~]name(arg, …): result`. Single capitals are type parameters, other unknown
* names are opaque types.
* @example parseSignature("list(T)~indexOf(T): int").member // true
*/
function parseSignature(text) {
	let at = 0;
	const type = () => {
		const name = /[\w.]+/y;
		name.lastIndex = at;
		const found = name.exec(text)?.[0] ?? "";
		if (found === "") throw new Error(`no type at ${at} in ${text}`);
		at += found.length;
		const parameters = [];
		if (text[at] === "(") {
			do {
				at += text[at] === "," ? 2 : 1;
				parameters.push(type());
			} while (text[at] === ",");
			at += 1;
		}
		const [first = DYN, second = DYN] = parameters;
		if (found === "list") return {
			kind: "list",
			element: first
		};
		if (found === "map") return {
			kind: "map",
			key: first,
			value: second
		};
		if (found === "type") return {
			kind: "type",
			of: first
		};
		if (/^[A-Z]$/.test(found)) return {
			kind: "parameter",
			name: found
		};
		return SCALARS$1[found] ?? opaque(found, ...parameters);
	};
	const args = [];
	const receiver = text.indexOf("~");
	if (receiver >= 0) {
		args.push(type());
		at = receiver + 1;
	}
	const paren = text.indexOf("(", at);
	const name = text.slice(at, paren);
	at = paren + 1;
	while (text[at] !== ")") {
		args.push(type());
		if (text[at] === ",") at += 2;
	}
	at += 3;
	return {
		name,
		member: receiver >= 0,
		args,
		result: type()
	};
}
// server/cel/overload.ts
/** Cost of looking at one unit of a text. */
var TRAVERSAL = .1;
/** One overload. @example define("string~lowerAscii(): string", ([s]) => lower(text(s)), { cost: traverse }) */
function define(signature, invoke, extra = {}) {
	return {
		...parseSignature(signature),
		invoke,
		...extra
	};
}
function tableOf(overloads) {
	const table = /* @__PURE__ */ new Map();
	for (const overload of overloads) {
		const same = table.get(overload.name);
		if (same === void 0) table.set(overload.name, [overload]);
		else same.push(overload);
	}
	return table;
}
/** The first argument is read once. */
var traverse = ([first = 0]) => Math.ceil(first * TRAVERSAL);
/** Both arguments are read once. */
var traverseBoth = ([first = 0, second = 0]) => Math.ceil((first + second) * TRAVERSAL);
/** The shorter of both is read once. */
var traverseShorter = ([first = 0, second = 0]) => Math.ceil(Math.min(first, second) * TRAVERSAL);
/** One is looked for everywhere in the other. */
var search = ([first = 0, second = 0]) => Math.ceil(first * TRAVERSAL) * Math.ceil(second * TRAVERSAL);
/** A pattern runs over a text. */
var matching = ([text = 0, pattern = 0]) => Math.ceil((1 + text) * TRAVERSAL) * Math.ceil(pattern * .25);
// server/cel/sizeOf.ts
/** What work on a value grows with: code points, bytes, elements; 1 for everything else. */
function sizeOf(value) {
	if (typeof value === "string") return textLength(value);
	if (value === null || typeof value !== "object") return 1;
	if (value instanceof ListValue || isMap(value)) return value.size;
	if (value instanceof Uint8Array) return value.length;
	return value instanceof OpaqueValue && typeof value.data === "string" ? value.data.length : 1;
}
// server/cel/types/accepts.ts
/** Whether a value can be an argument of a type; parts of containers are not looked at. */
function accepts(type, value) {
	switch (type.kind) {
		case "bool": return typeof value === "boolean";
		case "int": return typeof value === "bigint";
		case "uint": return value instanceof Uint;
		case "double": return typeof value === "number";
		case "string": return typeof value === "string";
		case "bytes": return value instanceof Uint8Array;
		case "null_type": return value === null;
		case "timestamp": return value instanceof Timestamp;
		case "duration": return value instanceof Duration;
		case "list": return value instanceof ListValue;
		case "map": return value !== null && isMap(value);
		case "object": return value instanceof ObjectValue && value.type === type.name;
		case "opaque":
			if (type.name !== "optional_type") return value instanceof OpaqueValue && value.type === type.name;
			return value instanceof OptionalValue && optionalAccepts(type.parameters[0], value);
		case "type": return value instanceof TypeValue;
		case "dyn":
		case "error":
		case "parameter": return true;
	}
}
var optionalAccepts = (type, { value }) => type === void 0 || value === void 0 || accepts(type, value);
// server/cel/plan.ts
/** Units that parts cost besides their members. */
var NAME_COST = 1;
var LIST_COST = 10;
var MAP_COST = 30;
/** @param variables types of the variables, by which their JSON is read */
function plan(checked, variables) {
	const step = new Planner(checked, variables).plan(checked.expression);
	return (run) => step(run, void 0);
}
var Planner = class {
	#checked;
	#variables;
	/** Names bound around the part being planned. */
	#bound = [];
	constructor(checked, variables) {
		this.#checked = checked;
		this.#variables = variables;
	}
	plan(node) {
		const named = this.#checked.typeNames.get(node);
		if (named !== void 0) {
			const type = new TypeValue(runtimeName(named));
			return () => type;
		}
		const qualified = this.#checked.qualified.get(node);
		if (qualified !== void 0) return this.#name(qualified);
		switch (node.kind) {
			case "constant": {
				const value = literalValue(node.value);
				return () => value;
			}
			case "identifier": return this.#name(node.name);
			case "select": return this.#select(node);
			case "call": return this.#call(node);
			case "list": return this.#list(node);
			case "map": return this.#map(node);
			case "fold": return this.#fold(node);
			case "struct": throw new CelError(`undeclared reference to '${node.name}'`);
		}
	}
	#name(name) {
		if (this.#bound.includes(name)) return (run, frame) => {
			charge(run, NAME_COST);
			let at = frame;
			while (at !== void 0 && at.name !== name) at = at.outer;
			return at?.value ?? null;
		};
		const type = this.#variables.get(name) ?? DYN;
		return (run) => {
			charge(run, NAME_COST);
			const raw = run.variables[name];
			if (raw === void 0) throw new CelError(`no such attribute(s): ${name}`);
			return fromJson(raw, type);
		};
	}
	#select({ operand, field, test }) {
		const value = this.plan(operand);
		if (test) return (run, frame) => present$1(value(run, frame), field);
		return (run, frame) => {
			const of = value(run, frame);
			charge(run, NAME_COST);
			if (of instanceof OptionalValue) return optionalMember(of, field);
			return member(of, field);
		};
	}
	#call(node) {
		const { name, args } = node;
		const [first, second, third] = args;
		switch (name) {
			case OPERATORS.and:
				if (first !== void 0 && second !== void 0) return logical(this.plan(first), this.plan(second), false);
				break;
			case OPERATORS.or:
				if (first !== void 0 && second !== void 0) return logical(this.plan(first), this.plan(second), true);
				break;
			case OPERATORS.conditional:
				if (first !== void 0 && second !== void 0 && third !== void 0) return conditional(this.plan(first), this.plan(second), this.plan(third));
				break;
			case OPERATORS.notStrictlyFalse:
				if (first !== void 0) return notStrictlyFalse(this.plan(first));
				break;
			case OPERATORS.optionalSelect: if (first !== void 0 && second?.kind === "constant") {
				const value = this.plan(first);
				const field = String(second.value);
				return (run, frame) => {
					const of = value(run, frame);
					charge(run, NAME_COST);
					return optionalMember(of, field);
				};
			}
		}
		return this.#invoke(node);
	}
	#invoke(node) {
		const overloads = this.#checked.calls.get(node) ?? [];
		const [some] = overloads;
		const parts = node.target !== void 0 && (some?.member ?? true) && node.target !== void 0 ? [node.target, ...node.args] : node.args;
		const steps = parts.map((part) => this.plan(part));
		const certain = overloads.length === 1 && parts.every((part) => !isDynamic(this.#checked.types.get(part) ?? DYN)) ? some : void 0;
		return (run, frame) => {
			const values = new Array(steps.length);
			for (let i = 0; i < steps.length; i++) values[i] = steps[i](run, frame);
			const overload = certain ?? choose(overloads, values);
			if (overload.cost === void 0) {
				charge(run, 1);
				for (const value of values) if (typeof value === "string") readText(run, value);
			} else {
				const sizes = values.map(sizeOf);
				(overload.isIdle === true ? chargeIdle : charge)(run, overload.cost(sizes));
				run.context.work(values.reduce((sum, value, i) => sum + measuring(value, sizes[i] ?? 0), 0));
			}
			return overload.invoke(values, run.context);
		};
	}
	#list({ elements, optional }) {
		const steps = elements.map((element) => this.plan(element));
		return (run, frame) => {
			charge(run, LIST_COST);
			const items = [];
			for (const [i, step] of steps.entries()) {
				const value = step(run, frame);
				if (!optional.has(i)) items.push(value);
				else if (!(value instanceof OptionalValue)) throw noOverload();
				else if (value.value !== void 0) items.push(value.value);
			}
			return new ListValue(items);
		};
	}
	#map({ entries }) {
		const steps = entries.map(({ key, value, optional }) => [
			this.plan(key),
			this.plan(value),
			optional
		]);
		return (run, frame) => {
			charge(run, MAP_COST);
			const map = new EntryMap();
			for (const [keyStep, valueStep, optional] of steps) {
				const key = keyStep(run, frame);
				if (!isKey(key)) throw new CelError("unsupported key type");
				let value = valueStep(run, frame);
				if (optional) {
					if (!(value instanceof OptionalValue)) throw noOverload();
					if (value.value === void 0) continue;
					value = value.value;
				}
				if (!map.add(key, value)) throw new CelError(`Failed with repeated key`);
			}
			return map;
		};
	}
	#fold(node) {
		const range = this.plan(node.range);
		const collecting = node.init.kind === "list" && node.init.elements.length === 0;
		const init = this.plan(node.init);
		this.#bound.push(node.accumulator);
		const result = this.plan(node.result);
		this.#bound.push(node.variable);
		const condition = this.plan(node.condition);
		const step = this.plan(node.step);
		this.#bound.length -= 2;
		return (run, frame) => {
			const items = iterate(range(run, frame), run);
			const accumulator = {
				name: node.accumulator,
				value: init(run, frame),
				outer: frame
			};
			if (collecting) accumulator.value = new ListBuilder();
			const variable = {
				name: node.variable,
				value: null,
				outer: accumulator
			};
			let failure;
			for (const item of items) {
				variable.value = item;
				if (failure === void 0 && condition(run, variable) === false) break;
				try {
					if (failure === void 0) accumulator.value = step(run, variable);
					else {
						const decided = tolerate(step, run, variable);
						if (decided !== void 0) {
							accumulator.value = decided;
							failure = void 0;
						}
					}
				} catch (error) {
					if (!isAbsorbable(error) || !isQuantifier(node)) throw error;
					failure = error;
				}
			}
			if (failure !== void 0) throw failure;
			return result(run, accumulator);
		};
	}
};
/** `all` and `exists` go on after an error: their accumulator is one that a decided element replaces. */
var isQuantifier = ({ step }) => step.kind === "call" && (step.name === OPERATORS.and || step.name === OPERATORS.or);
/** With an error as running value only an element that decides alone changes the outcome. */
function tolerate(step, run, frame) {
	const accumulator = frame.outer;
	if (accumulator === void 0) return void 0;
	const before = accumulator.value;
	const value = step(run, frame);
	return value === before ? void 0 : value;
}
function iterate(value, run) {
	if (value instanceof ListValue) return value.values();
	if (isMap(value)) {
		run.context.work(value.size);
		return value.keys();
	}
	throw noOverload();
}
function literalValue(value) {
	if (typeof value === "object" && value !== null && "uint" in value) return new Uint(value.uint);
	return value;
}
/** Texts from this length on take time even where reading them costs nothing. */
var LONG_TEXT = 256;
function readText({ context }, text) {
	if (text.length >= LONG_TEXT) context.effort(text.length * TRAVERSAL);
}
/** Steps that finding a size took: lists know theirs, texts are read quickly. */
function measuring(value, size) {
	if (typeof value === "string") return size * TRAVERSAL;
	return value !== null && isMap(value) ? size : 0;
}
var isKey = (value) => typeof value === "string" || typeof value === "bigint" || typeof value === "boolean" || value instanceof Uint;
function choose(overloads, values) {
	for (const overload of overloads) if (overload.args.every((type, i) => accepts(type, values[i] ?? null))) return overload;
	throw noOverload();
}
// server/cel/syntax/expression.ts
/** The name that a fold's running value has; no source can spell it. */
var ACCUMULATOR = "@result";
// server/cel/syntax/macros.ts
/** What a macro becomes; undefined when the call is none. Findings about its arguments are reported. */
function expandMacro(name, target, args, offset, report) {
	if (target === void 0) return name === "has" && args.length === 1 ? presence(args[0], offset, report) : void 0;
	const [first, second, third] = args;
	if (first === void 0 || second === void 0) return void 0;
	if (target.kind === "identifier" && target.name === "cel" && name === "bind" && third !== void 0) return bind(first, second, third, offset, report);
	if (name === "optMap" || name === "optFlatMap") {
		if (args.length !== 2) return void 0;
		const bound = (value) => bind(first, value, second, offset, report);
		return optionalMap(target, name === "optMap", builder(offset), bound);
	}
	const make = args.length === 3 ? name === "map" ? mapped : void 0 : args.length === 2 ? FOLDS[name] : void 0;
	if (make === void 0) return void 0;
	const variable = nameOf(first, report);
	if (variable === "@result") report({
		offset: first.offset,
		message: `iteration variable overwrites accumulator variable`
	});
	return {
		kind: "fold",
		range: target,
		variable,
		accumulator: ACCUMULATOR,
		offset,
		...make(builder(offset), variable, second, third)
	};
}
function nameOf(argument, report) {
	if (argument.kind === "identifier") return argument.name;
	report({
		offset: argument.offset,
		message: "argument must be a simple name"
	});
	return "_";
}
function presence(argument, offset, report) {
	if (argument?.kind === "select" && !argument.test) return {
		...argument,
		test: true,
		offset
	};
	report({
		offset: argument?.offset ?? offset,
		message: "invalid argument to has() macro"
	});
	return {
		kind: "constant",
		value: false,
		offset
	};
}
/** Small constructors of nodes at the macro's place. */
var builder = (offset) => ({
	constant: (value) => ({
		kind: "constant",
		value,
		offset
	}),
	name: (name) => ({
		kind: "identifier",
		name,
		offset
	}),
	call: (name, ...args) => ({
		kind: "call",
		name,
		args,
		offset
	}),
	member: (target, method) => ({
		kind: "call",
		name: method,
		target,
		args: [],
		offset
	}),
	list: (...elements) => ({
		kind: "list",
		elements,
		optional: /* @__PURE__ */ new Set(),
		offset
	})
});
var running = (b) => b.name(ACCUMULATOR);
var collect = (b, keep, value) => {
	const longer = b.call(OPERATORS.add, running(b), b.list(value));
	return {
		init: b.list(),
		condition: b.constant(true),
		step: keep === void 0 ? longer : b.call(OPERATORS.conditional, keep, longer, running(b)),
		result: running(b)
	};
};
var mapped = (b, _variable, first, second) => second === void 0 ? collect(b, void 0, first) : collect(b, first, second);
var FOLDS = {
	all: (b, _variable, predicate) => ({
		init: b.constant(true),
		condition: b.call(OPERATORS.notStrictlyFalse, running(b)),
		step: b.call(OPERATORS.and, running(b), predicate),
		result: running(b)
	}),
	exists: (b, _variable, predicate) => ({
		init: b.constant(false),
		condition: b.call(OPERATORS.notStrictlyFalse, b.call(OPERATORS.not, running(b))),
		step: b.call(OPERATORS.or, running(b), predicate),
		result: running(b)
	}),
	exists_one: (b, _variable, predicate) => ({
		init: b.constant(0n),
		condition: b.constant(true),
		step: b.call(OPERATORS.conditional, predicate, b.call(OPERATORS.add, running(b), b.constant(1n)), running(b)),
		result: b.call(OPERATORS.equals, running(b), b.constant(1n))
	}),
	map: mapped,
	filter: (b, variable, predicate) => collect(b, predicate, b.name(variable))
};
/** A binding is a fold over nothing whose accumulator is the bound name. */
function bind(name, value, body, offset, report) {
	const b = builder(offset);
	const accumulator = nameOf(name, report);
	return {
		kind: "fold",
		range: b.list(),
		variable: "#unused",
		accumulator,
		init: value,
		condition: b.constant(false),
		step: b.name(accumulator),
		result: body,
		offset
	};
}
/** @param wraps the result is an optional again (`optMap`); otherwise the body makes one itself */
function optionalMap(target, wraps, b, bound) {
	const member = (method) => b.member(target, method);
	const body = bound(member("value"));
	const some = wraps ? b.call("optional.of", body) : body;
	return b.call(OPERATORS.conditional, member("hasValue"), some, b.call("optional.none"));
}
// shared/append.ts
/**
* Adds items to the end of a list. Use it where the number of items follows from a request or from what is stored:
* `list.push(...items)` passes each item as an argument, of which an engine takes some ten thousand only.
*
* @example append(errors, validateLabels(labels, "metadata.labels"));
*/
function append(list, items) {
	for (const item of items) list.push(item);
}
// server/cel/syntax/quoted.ts
var SIMPLE = {
	a: 7,
	b: 8,
	f: 12,
	n: 10,
	r: 13,
	t: 9,
	v: 11,
	"\\": 92,
	"?": 63,
	"\"": 34,
	"'": 39,
	"`": 96
};
var CODED = /[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})/y;
/** @param opening prefix letters and quotes, as they stand at `start` */
function readQuoted(source, start, opening) {
	const prefix = opening.replace(/["']+$/, "").toLowerCase();
	const quote = opening.slice(prefix.length);
	const raw = prefix.includes("r");
	const bytes = prefix.includes("b");
	const text = [];
	const encoded = [];
	const push = (code, isByte) => {
		if (!bytes) text.push(String.fromCodePoint(code));
		else if (isByte) encoded.push(code);
		else append(encoded, new TextEncoder().encode(String.fromCodePoint(code)));
	};
	let problem;
	let at = start + opening.length;
	while (!source.startsWith(quote, at)) {
		const code = source.codePointAt(at);
		if (code === void 0 || quote.length === 1 && (code === 10 || code === 13)) {
			const shown = JSON.stringify(source.slice(start, at)).slice(1, -1).replaceAll("\\\"", "\"").replaceAll("'", "\\'");
			return {
				value: void 0,
				length: at - start,
				problem: `token recognition error at: '${shown}'`
			};
		}
		if (code !== 92 || raw) {
			push(code, false);
			at += code > 65535 ? 2 : 1;
			if (code === 92 && raw && at < source.length && quote.length === 1) {
				if (source.startsWith(quote, at)) push(source.charCodeAt(at++), false);
			}
			continue;
		}
		const escaped = readEscape(source, at + 1);
		if (escaped === void 0 || bytes && /[uU]/.test(source.charAt(at + 1))) {
			problem ??= `token recognition error at: '${source.slice(start, at + 2)}'`;
			at += 2;
			continue;
		}
		if (escaped.code > 1114111 || escaped.code >= 55296 && escaped.code < 57344) problem ??= "unable to unescape string";
		else push(escaped.code, escaped.isByte);
		at += 1 + escaped.length;
	}
	const length = at + quote.length - start;
	const value = bytes ? Uint8Array.from(encoded) : text.join("");
	return problem === void 0 ? {
		value,
		length
	} : {
		value,
		length,
		problem
	};
}
function readEscape(source, at) {
	const simple = SIMPLE[source.charAt(at)];
	if (simple !== void 0) return {
		code: simple,
		length: 1,
		isByte: false
	};
	CODED.lastIndex = at;
	const found = CODED.exec(source);
	if (found === null) return void 0;
	const [all, hex, short, long, octal] = found;
	const digits = hex ?? short ?? long;
	return {
		code: octal === void 0 ? Number.parseInt(digits ?? "0", 16) : Number.parseInt(octal, 8),
		length: all.length,
		isByte: hex !== void 0 || octal !== void 0
	};
}
// server/cel/syntax/tokens.ts
var SPACE = /(?:[ \t\r\n\f]+|\/\/[^\n]*)*/y;
var NUMBER$1 = /0x[0-9a-fA-F]+[uU]?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|\d+[uU]?/y;
var IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;
var QUOTED_START = /(?:[rR][bB]?|[bB][rR]?)?(?:"""|'''|"|')/y;
var SYMBOL = /\|\||&&|==|!=|<=|>=|[[\]{}().,:?<>+\-*/%!]/y;
var KEYWORDS = /* @__PURE__ */ new Map([
	["true", true],
	["false", false],
	["null", null]
]);
var MAX_INT$1 = 2n ** 63n - 1n;
var MAX_UINT = 2n ** 64n - 1n;
/** @param report collects what is no token, and literals out of range; reading goes on after them */
function tokenize(source, report) {
	const tokens = [];
	let at = 0;
	const match = (pattern) => {
		pattern.lastIndex = at;
		return pattern.exec(source)?.[0];
	};
	for (;;) {
		at += match(SPACE)?.length ?? 0;
		if (at >= source.length) break;
		const offset = at;
		const opening = match(QUOTED_START);
		if (opening !== void 0) {
			const { value, length, problem } = readQuoted(source, at, opening);
			if (problem !== void 0) report({
				offset,
				message: `Syntax error: ${problem}`
			});
			at += length;
			if (value !== void 0) tokens.push({
				kind: "literal",
				text: source.slice(offset, at),
				offset,
				value
			});
			continue;
		}
		const number = match(NUMBER$1);
		if (number !== void 0 && !(number.startsWith(".") && isMember(tokens))) {
			at += number.length;
			tokens.push({
				kind: "literal",
				text: number,
				offset,
				value: readNumber(number, offset, tokens, report)
			});
			continue;
		}
		const word = match(IDENTIFIER);
		if (word !== void 0) {
			at += word.length;
			const constant = KEYWORDS.get(word);
			if (constant !== void 0) tokens.push({
				kind: "literal",
				text: word,
				offset,
				value: constant
			});
			else tokens.push({
				kind: word === "in" ? "symbol" : "identifier",
				text: word,
				offset
			});
			continue;
		}
		const symbol = match(SYMBOL);
		if (symbol !== void 0) {
			at += symbol.length;
			tokens.push({
				kind: "symbol",
				text: symbol,
				offset
			});
			continue;
		}
		const wrong = String.fromCodePoint(source.codePointAt(at) ?? 0);
		report({
			offset,
			message: `Syntax error: token recognition error at: '${printable(wrong)}'`
		});
		at += wrong.length;
	}
	tokens.push({
		kind: "end",
		text: "<EOF>",
		offset: source.length
	});
	return tokens;
}
/** After a value, `.5` is a selection gone wrong and no number. */
function isMember(tokens) {
	const last = tokens.at(-1);
	return last !== void 0 && (last.kind !== "symbol" || last.text === ")" || last.text === "]");
}
var printable = (text) => JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'");
function readNumber(text, offset, before, report) {
	if (/[.eE]/.test(text) && !text.startsWith("0x")) return Number(text);
	const unsigned = /[uU]$/.test(text);
	const value = BigInt(unsigned ? text.slice(0, -1) : text);
	if (unsigned) {
		if (value > MAX_UINT) report({
			offset,
			message: "Syntax error: invalid uint literal"
		});
		return { uint: value };
	}
	if (value > MAX_INT$1 + (before.at(-1)?.text === "-" ? 1n : 0n)) report({
		offset,
		message: "Syntax error: invalid int literal"
	});
	return value;
}
// server/cel/syntax/parse.ts
/** Reads an expression by precedence; macros are expanded on the way. */
/** How deep expressions may nest. */
var MAX_DEPTH = 250;
/** Code points of one expression. */
var MAX_LENGTH = 1e5;
var RESERVED = new Set("as break const continue else for function if import let loop package namespace return var void while".split(" "));
var PRIMARY = "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
/** Ends the reading at the first place where it cannot go on. */
var SyntaxFailure = class extends Error {};
/** @throws CompileError "syntax" */
function parse(source) {
	if (source.length > MAX_LENGTH) {
		const size = [...source].length;
		const message = `expression code point size exceeds limit: size: ${size}, limit ${MAX_LENGTH}`;
		if (size > MAX_LENGTH) throw new CompileError("syntax", `ERROR: <input>:-1:0: ${message}`);
	}
	const problems = [];
	const report = (problem) => void problems.push(problem);
	const parser = new Parser(tokenize(source, report), report);
	let expression;
	try {
		expression = parser.whole();
	} catch (error) {
		if (!(error instanceof SyntaxFailure)) throw error;
	}
	if (expression === void 0 || problems.length > 0) throw new CompileError("syntax", renderDiagnostics(source, problems));
	return expression;
}
var Parser = class {
	#tokens;
	#report;
	#at = 0;
	#depth = 0;
	constructor(tokens, report) {
		this.#tokens = tokens;
		this.#report = report;
	}
	whole() {
		const expression = this.#ternary();
		const { kind, text } = this.#peek();
		const problem = this.#peek(1).kind === "end" ? "extraneous" : "mismatched";
		if (kind !== "end") this.#fail(`${problem} input '${text}' expecting <EOF>`);
		return expression;
	}
	#peek(ahead = 0) {
		const last = this.#tokens.length - 1;
		return this.#tokens[Math.min(this.#at + ahead, last)] ?? {
			kind: "end",
			text: "<EOF>",
			offset: 0
		};
	}
	#next() {
		const token = this.#peek();
		this.#at += 1;
		return token;
	}
	#is(symbol) {
		const { kind, text } = this.#peek();
		return kind === "symbol" && text === symbol;
	}
	#take(symbol) {
		return this.#is(symbol) ? this.#next() : void 0;
	}
	#expect(symbol) {
		const expected = `'${symbol}'`;
		const token = this.#take(symbol);
		if (token !== void 0) return token;
		const { kind, text } = this.#peek();
		if (kind === "end") return this.#fail(`missing ${expected} at '${text}'`);
		const { kind: nextKind, text: next } = this.#peek(1);
		const problem = nextKind === "symbol" && next === symbol ? "extraneous" : "mismatched";
		return this.#fail(`${problem} input '${text}' expecting ${expected}`);
	}
	#fail(why, offset = this.#peek().offset) {
		this.#report({
			offset,
			message: `Syntax error: ${why}`
		});
		throw new SyntaxFailure();
	}
	#nested(read) {
		if (++this.#depth > MAX_DEPTH) {
			this.#report({
				offset: this.#peek().offset,
				message: `expression recursion limit exceeded: ${MAX_DEPTH}`
			});
			throw new SyntaxFailure();
		}
		const result = read();
		this.#depth -= 1;
		return result;
	}
	#ternary() {
		return this.#nested(() => {
			const condition = this.#binary(1);
			const mark = this.#take("?");
			if (mark === void 0) return condition;
			const left = this.#binary(1);
			this.#expect(":");
			const args = [
				condition,
				left,
				this.#ternary()
			];
			return {
				kind: "call",
				name: OPERATORS.conditional,
				args,
				offset: mark.offset
			};
		});
	}
	#binary(strength) {
		let left = this.#unary();
		for (;;) {
			const { kind, text, offset } = this.#peek();
			const operator = kind === "symbol" ? BINARY.get(text) : void 0;
			if (operator === void 0 || operator.strength < strength) return left;
			if (operator.name === OPERATORS.and || operator.name === OPERATORS.or) {
				left = this.#logical(left, text, operator);
				continue;
			}
			this.#next();
			const right = this.#binary(operator.strength + 1);
			left = {
				kind: "call",
				name: operator.name,
				args: [left, right],
				offset
			};
		}
	}
	/** A chain of one logical operator, as a tree without depth: chains may be long. */
	#logical(first, symbol, { name, strength }) {
		const operands = [first];
		const offsets = [];
		for (;;) {
			const mark = this.#take(symbol);
			if (mark === void 0) break;
			offsets.push(mark.offset);
			operands.push(this.#binary(strength + 1));
		}
		const part = (from, to) => {
			const middle = Math.floor((from + to + 1) / 2);
			return {
				kind: "call",
				name,
				args: [middle === from ? operands[middle] : part(from, middle - 1), middle === to ? operands[middle + 1] : part(middle + 1, to)].filter((arg) => arg !== void 0),
				offset: offsets[middle] ?? 0
			};
		};
		return part(0, offsets.length - 1);
	}
	#unary() {
		const sign = this.#take("!") ?? this.#take("-");
		if (sign === void 0) return this.#member();
		const operand = this.#peek();
		if (sign.text === "-" && operand.kind === "literal") {
			if (typeof operand.value === "bigint" || typeof operand.value === "number") {
				this.#next();
				return this.#members({
					kind: "constant",
					value: -operand.value,
					offset: sign.offset
				});
			}
		}
		let count = 1;
		while (this.#take(sign.text) !== void 0) count += 1;
		const arg = this.#nested(() => count === 1 ? this.#unary() : this.#member());
		if (count % 2 === 0) return arg;
		return {
			kind: "call",
			name: sign.text === "!" ? OPERATORS.not : OPERATORS.negate,
			args: [arg],
			offset: sign.offset
		};
	}
	#member() {
		return this.#members(this.#primary());
	}
	#members(start) {
		let value = start;
		for (;;) {
			const dot = this.#take(".");
			if (dot !== void 0) {
				value = this.#selection(value, dot.offset);
				continue;
			}
			const bracket = this.#take("[");
			if (bracket === void 0) return value;
			const optional = this.#take("?") !== void 0;
			const index = this.#ternary();
			this.#expect("]");
			value = {
				kind: "call",
				name: optional ? OPERATORS.optionalIndex : OPERATORS.index,
				args: [value, index],
				offset: bracket.offset
			};
		}
	}
	#selection(operand, offset) {
		const optional = this.#take("?") !== void 0;
		const { kind, text, offset: at } = this.#peek();
		if (kind !== "identifier") {
			if (kind === "end") this.#fail(`no viable alternative at input '.'`, at);
			this.#fail(`no viable alternative at input '.${text}'`, at);
		}
		this.#next();
		if (optional) {
			const field = {
				kind: "constant",
				value: text,
				offset: at
			};
			return {
				kind: "call",
				name: OPERATORS.optionalSelect,
				args: [operand, field],
				offset
			};
		}
		const paren = this.#take("(");
		if (paren === void 0) return {
			kind: "select",
			operand,
			field: text,
			test: false,
			offset
		};
		const args = this.#list(")");
		return this.#call(text, operand, args, paren.offset);
	}
	#call(name, target, args, offset) {
		const expanded = expandMacro(name, target, args, offset, this.#report);
		if (expanded !== void 0) return expanded;
		return {
			kind: "call",
			name,
			args,
			offset,
			...target === void 0 ? {} : { target }
		};
	}
	#list(end, optional) {
		const items = [];
		while (this.#take(end) === void 0) {
			if (optional !== void 0 && this.#take("?") !== void 0) optional.add(items.length);
			items.push(this.#ternary());
			if (this.#take(",") !== void 0 && end === "]") continue;
			if (this.#peek(-1).text === ",") {
				if (this.#is(")")) this.#fail(`mismatched input ')' expecting ${PRIMARY}`);
				continue;
			}
			this.#expect(end);
			break;
		}
		return items;
	}
	#primary() {
		const token = this.#next();
		const { kind, text, offset } = token;
		if (kind === "literal") return {
			kind: "constant",
			value: token.value ?? null,
			offset
		};
		if (kind === "identifier") return this.#name(token);
		if (text === "." && this.#peek().kind === "identifier") return this.#name(this.#next(), ".");
		if (kind === "symbol" && text === "(") {
			const inner = this.#ternary();
			this.#expect(")");
			return inner;
		}
		if (kind === "symbol" && text === "[") {
			const optional = /* @__PURE__ */ new Set();
			return {
				kind: "list",
				elements: this.#list("]", optional),
				optional,
				offset
			};
		}
		if (kind === "symbol" && text === "{") return {
			kind: "map",
			entries: this.#entries(),
			offset
		};
		const problem = kind !== "end" && beginsExpression(this.#peek()) ? "extraneous" : "mismatched";
		return this.#fail(`${problem} input '${text}' expecting ${PRIMARY}`, offset);
	}
	#name({ text, offset }, dot = "") {
		const paren = this.#take("(");
		if (paren !== void 0) return this.#call(`${dot}${text}`, void 0, this.#list(")"), paren.offset);
		if (RESERVED.has(text)) this.#report({
			offset,
			message: `Syntax error: reserved identifier: ${text}`
		});
		const brace = this.#take("{");
		if (brace !== void 0) {
			this.#entries();
			return {
				kind: "struct",
				name: text,
				offset: brace.offset
			};
		}
		return {
			kind: "identifier",
			name: text,
			offset
		};
	}
	#entries() {
		const entries = [];
		while (this.#take("}") === void 0) {
			const optional = this.#take("?") !== void 0;
			const key = this.#ternary();
			const { offset } = this.#expect(":");
			entries.push({
				key,
				value: this.#ternary(),
				optional,
				offset
			});
			if (this.#take(",") !== void 0) continue;
			this.#expect("}");
			break;
		}
		return entries;
	}
};
var BEGINNINGS = /* @__PURE__ */ new Set([
	"[",
	"{",
	"(",
	".",
	"-",
	"!"
]);
var beginsExpression = ({ kind, text }) => kind === "literal" || kind === "identifier" || kind === "symbol" && BEGINNINGS.has(text);
// server/cel/toPlain.ts
/** Results as plain JavaScript. */
/** Joined lists take no room until somebody wants them as arrays. */
var MAX_ELEMENTS$1 = 1e6;
/** int and uint become numbers, bigints only beyond the safe integers; a missing optional becomes null. */
function toPlain(value) {
	if (typeof value === "bigint") return plainInteger(value);
	if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
	if (value instanceof Uint) return plainInteger(value.value);
	if (value instanceof ListValue) {
		if (value.size > MAX_ELEMENTS$1) throw new CostLimitError();
		return [...value.values()].map(toPlain);
	}
	if (value instanceof ObjectValue) return value.raw;
	if (value instanceof Timestamp) return formatTimestamp(value);
	if (value instanceof Duration) return formatDuration(value);
	if (value instanceof TypeValue) return value.name;
	if (value instanceof OptionalValue) return value.value === void 0 ? null : toPlain(value.value);
	if (!isMap(value)) return value.data;
	const plain = {};
	for (const key of value.keys()) {
		const member = value.get(key);
		const name = String(toPlain(key));
		if (member !== void 0) Object.defineProperty(plain, name, {
			value: toPlain(member),
			enumerable: true,
			writable: true,
			configurable: true
		});
	}
	return plain;
}
var plainInteger = (value) => {
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : value;
};
// server/cel/compile.ts
/** Units of work that one evaluation may take, unless said otherwise: the reference's limit per call. */
var CALL_COST_LIMIT = 1e6;
/** Steps of an evaluation that no cost accounts for. */
var MAX_STEPS = 5e6;
/** What beginning an evaluation takes, whatever it costs. */
var ATTEMPT_UNITS = 20;
/** @throws CompileError */
function compile(expression, environment, options = {}) {
	try {
		return compileWhole(expression, environment, options);
	} catch (error) {
		if (error instanceof RangeError) throw new CompileError("syntax", TOO_DEEP);
		throw error;
	}
}
var TOO_DEEP = "ERROR: <input>:-1:0: expression recursion limit exceeded";
function compileWhole(expression, environment, options) {
	const parsed = parse(expression);
	const checked = check$1(parsed, environment);
	if (checked.problems.length > 0) throw new CompileError("type", renderDiagnostics(expression, checked.problems));
	const literals = checkLiterals(checked.types.keys());
	if (literals.length > 0) throw new CompileError("type", renderDiagnostics(expression, literals));
	const type = checked.types.get(parsed);
	demandResult(type, options.result);
	const steps = plan(checked, environment.variables);
	const run = (variables, options = {}) => succeed(attempt$1(steps, variables, {
		...options,
		ask: noRights
	}));
	return {
		source: expression,
		type,
		checked,
		run,
		evaluate: (variables, limits) => toPlain(run(variables, limits).value),
		attempt: (variables, options) => attempt$1(steps, variables, options)
	};
}
function demandResult(type, wanted) {
	if (wanted === void 0) return;
	const allowed = Array.isArray(wanted) ? wanted : [wanted];
	if (allowed.some((each) => formatType(each) === formatType(type))) return;
	const names = allowed.map(resultName);
	throw new CompileError("result", names.length === 1 ? `must evaluate to ${names[0]}` : `must evaluate to one of [${names.join(" ")}]`, resultName(type));
}
var noRights = () => {
	throw new CelError("authorization checks are not available here");
};
function attempt$1(steps, variables, { costLimit = CALL_COST_LIMIT, ask, slice }) {
	slice?.take(ATTEMPT_UNITS);
	let taken = 0;
	const effort = (units) => slice?.take(units);
	const work = (count) => {
		taken += count;
		if (taken > MAX_STEPS) throw new CostLimitError();
		effort(count);
	};
	const granted = slice === void 0 ? costLimit : Math.min(costLimit, slice.left);
	const run = {
		variables,
		context: {
			ask,
			work,
			effort
		},
		remaining: granted,
		reserve: costLimit - granted
	};
	try {
		const value = steps(run);
		slice?.take(granted - run.remaining);
		return {
			value,
			cost: costLimit - run.reserve - run.remaining
		};
	} catch (error) {
		const cost = costLimit - run.reserve - run.remaining;
		if (error instanceof CelError) {
			slice?.take(granted - run.remaining);
			return {
				error,
				cost
			};
		}
		if (error instanceof RangeError) return {
			error: new CelError(`evaluation failed: ${error.message}`),
			cost
		};
		throw error;
	}
}
function succeed(made) {
	if ("error" in made) throw made.error;
	return made;
}
// shared/quoted.ts
/** Escapes with a letter of their own; JSON has two of them not. */
var SHORT = {
	"\x07": "\\a",
	"\b": "\\b",
	"\f": "\\f",
	"\n": "\\n",
	"\r": "\\r",
	"	": "\\t",
	"\v": "\\v",
	"\\": "\\\\",
	"\"": "\\\""
};
/** Everything that a quoted text does not show as it is. */
var HIDDEN = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;
function escaped(character) {
	const short = SHORT[character];
	if (short !== void 0) return short;
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	if (code < 128) return `\\x${hex.padStart(2, "0")}`;
	return code < 65536 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
/**
* A text in the quotes of the reference's messages: what cannot be printed is escaped.
* @example quoted("a\u0000\u200b") // "a\\x00\\u200b" in double quotes
*/
var quoted$1 = (text) => `"${text.replace(HIDDEN, escaped)}"`;
// shared/steps.ts
/** How many parts go by between two looks at the clock. */
var PARTS_PER_LOOK = 32;
/** When the computation that runs has had its time; nothing else runs until it yields. */
var deadline = Number.POSITIVE_INFINITY;
var parts = 0;
/** Whether the computation that runs has had its time. Costs next to nothing, so that it may be asked for every part. */
function isTurnDue() {
	parts = (parts + 1) % PARTS_PER_LOOK;
	return parts === 0 && performance.now() >= deadline;
}
/** Runs steps up to their end without a pause. @throws Error when they have to wait for something */
function atOnce(steps) {
	for (;;) {
		const step = advance(steps, Number.POSITIVE_INFINITY);
		if (step.done === true) return step.value;
		if (step.value !== void 0) throw new Error("the work cannot be done at once");
	}
}
/**
* Takes one step, in which the work goes on until the clock (`performance.now()`) shows `until`.
* @param take how it is taken, when it is not simply the next one
*/
function advance(steps, until, take = next) {
	const outer = deadline;
	deadline = until;
	try {
		return take(steps);
	} finally {
		deadline = outer;
	}
}
var next = (steps) => steps.next();
/** Makes something of each item, a step each. */
function* each(items, make) {
	const made = [];
	for (const item of items) {
		made.push(make(item, made.length));
		yield;
	}
	return made;
}
// shared/json/jsonNumber.ts
/**
* A number whose text says more than its value: `1.0`, `1e3`, integers that no integer type can hold. Only between parsing
* and decoding: typed decoders quote and judge the text.
*/
var JsonNumber = class {
	/** As it stood in the document. */
	text;
	constructor(text) {
		this.text = text;
	}
	/** @throws TypeError always, as for a bigint: only `stringifyJson` prints it */
	toJSON() {
		throw new TypeError("a number's text is printed by stringifyJson");
	}
};
// shared/json/stringifyJson.ts
/**
* Prints a value as JSON, bigints as the integers they are and numbers whose text was kept as they were. As fast as `JSON.stringify` for values without any.
*
* @param indent spaces of each level, none for the compact form
* @throws TypeError for a value that has no JSON form at all, such as undefined
* @example stringifyJson({ a: 9007199254740993n }) // '{"a":9007199254740993}'
*/
function stringifyJson(value, indent = 0) {
	let text;
	try {
		text = JSON.stringify(value, null, indent);
	} catch (error) {
		const holders = /* @__PURE__ */ new Set();
		if (!(error instanceof TypeError) || !findHolders(value, holders, /* @__PURE__ */ new Set())) throw error;
		text = print(value, {
			holders,
			indent: " ".repeat(indent),
			width: indent
		}, "\n");
	}
	if (text === void 0) throw new TypeError("the value has no JSON form");
	return text;
}
/**
* Collects the objects and lists that hold a bigint or the text of a number, which is what `JSON.stringify` stumbled over:
* only these have to be printed member by member.
*
* @param above those that the value is inside of; a cycle would never end
* @returns whether the value is, or holds, one
*/
function findHolders(value, holders, above) {
	if (typeof value === "bigint" || value instanceof JsonNumber) return true;
	if (typeof value !== "object" || value === null || above.has(value)) return false;
	above.add(value);
	let found = false;
	for (const name in value) if (findHolders(value[name], holders, above)) found = true;
	above.delete(value);
	if (found) holders.add(value);
	return found;
}
/** @param line the line break with the indentation of the level */
function print(value, form, line) {
	if (typeof value === "bigint") return String(value);
	if (value instanceof JsonNumber) return value.text;
	if (typeof value !== "object" || value === null || !form.holders.has(value) || typeof value.toJSON === "function") {
		const text = JSON.stringify(value, null, form.width);
		return form.width === 0 || line === "\n" ? text : text?.replaceAll("\n", line);
	}
	const inner = line + form.indent;
	if (Array.isArray(value)) return wrap("[]", value.map((item) => print(item, form, inner) ?? "null"), form.indent, line);
	const members = [];
	for (const [name, member] of Object.entries(value)) {
		const text = print(member, form, inner);
		if (text !== void 0) members.push(`${JSON.stringify(name)}:${form.indent === "" ? "" : " "}${text}`);
	}
	return wrap("{}", members, form.indent, line);
}
function wrap(brackets, parts, indent, line) {
	const [first, last] = brackets;
	if (indent === "" || parts.length === 0) return `${first}${parts.join(",")}${last}`;
	return `${first}${line}${indent}${parts.join(`,${line}${indent}`)}${line}${last}`;
}
// shared/fieldError.ts
/** Renders a value in the way the reference's messages do: strings quoted, objects as JSON. */
function formatValue(value) {
	if (value === void 0 || value === null) return quoted$1("null");
	if (typeof value === "string") return quoted$1(value);
	if (typeof value === "object") return stringifyJson(value);
	return String(value);
}
var withDetail = (text, detail) => detail === "" ? text : `${text}: ${detail}`;
var required = (field, detail = "") => ({
	type: "FieldValueRequired",
	field,
	message: withDetail("Required value", detail)
});
var invalid = (field, value, detail) => ({
	type: "FieldValueInvalid",
	field,
	message: withDetail(`Invalid value: ${formatValue(value)}`, detail)
});
var duplicate = (field, value) => ({
	type: "FieldValueDuplicate",
	field,
	message: `Duplicate value: ${formatValue(value)}`
});
var forbidden = (field, detail) => ({
	type: "FieldValueForbidden",
	field,
	message: withDetail("Forbidden", detail)
});
/** `path.child`, or `child` at the root. */
var child = (path, name) => path === "" ? name : `${path}.${name}`;
/** `path[0]`. */
var index = (path, i) => `${path}[${i}]`;
/** `path[key]`. */
var key = (path, name) => `${path}[${name}]`;
// server/resources/validation/addresses.ts
var OCTET = /^(0*)(\d{1,3})$/;
function parseV4(text) {
	const parts = text.split(".");
	if (parts.length !== 4) return void 0;
	const octets = parts.map((part) => OCTET.test(part) && Number(part) <= 255 ? Number(part) : NaN);
	return octets.some(Number.isNaN) ? void 0 : octets;
}
function parseGroups(text) {
	if (text === "") return [];
	const parts = text.split(":");
	const last = parts.at(-1) ?? "";
	const tail = last.includes(".") ? parseV4(last) : void 0;
	if (last.includes(".") && tail === void 0) return void 0;
	const groups = (tail === void 0 ? parts : parts.slice(0, -1)).map((part) => /^[0-9a-fA-F]{1,4}$/.test(part) ? Number.parseInt(part, 16) : NaN);
	if (tail !== void 0) {
		const [a = 0, b = 0, c = 0, d = 0] = tail;
		groups.push(a * 256 + b, c * 256 + d);
	}
	return groups.some(Number.isNaN) ? void 0 : groups;
}
function parseV6(text) {
	const halves = text.split("::");
	if (halves.length > 2) return void 0;
	const head = parseGroups(halves[0] ?? "");
	const tail = halves.length === 2 ? parseGroups(halves[1] ?? "") : [];
	if (head === void 0 || tail === void 0) return void 0;
	const missing = 8 - head.length - tail.length;
	if (halves.length === 1 ? missing !== 0 : missing < 1) return void 0;
	return [
		...head,
		...new Array(halves.length === 1 ? 0 : missing).fill(0),
		...tail
	];
}
/** Parses either family. An IPv4 address in its IPv6 clothing counts as IPv4. */
function parseAddress(text) {
	const v4 = parseV4(text);
	if (v4 !== void 0) return {
		family: "IPv4",
		value: join$3(v4, 8n)
	};
	if (!text.includes(":")) return void 0;
	const v6 = parseV6(text);
	if (v6 === void 0) return void 0;
	const value = join$3(v6, 16n);
	return value >> 32n === 65535n ? {
		family: "IPv4",
		value: value & 4294967295n
	} : {
		family: "IPv6",
		value
	};
}
var join$3 = (parts, bits) => parts.reduce((sum, part) => sum << bits | BigInt(part), 0n);
/** The usual text of an address; IPv6 with its longest run of zeros left out. */
function formatAddress({ family, value }) {
	if (family === "IPv4") return [
		24n,
		16n,
		8n,
		0n
	].map((shift) => String(value >> shift & 255n)).join(".");
	const groups = Array.from({ length: 8 }, (_, i) => (value >> BigInt(112 - i * 16) & 65535n).toString(16));
	let best = {
		start: -1,
		length: 1
	};
	for (let start = 0; start < 8; start++) {
		let length = 0;
		while (start + length < 8 && groups[start + length] === "0") length++;
		if (length > best.length) best = {
			start,
			length
		};
	}
	if (best.start < 0) return groups.join(":");
	return `${groups.slice(0, best.start).join(":")}::${groups.slice(best.start + best.length).join(":")}`;
}
/** Parses `10.0.0.0/8`; host bits are dropped. */
function parseCidr(text) {
	const slash = text.indexOf("/");
	if (slash < 0 || !/^\d{1,3}$/.test(text.slice(slash + 1))) return void 0;
	const address = parseAddress(text.slice(0, slash));
	const prefix = Number(text.slice(slash + 1));
	if (address === void 0) return void 0;
	const bits = address.family === "IPv4" ? 32 : 128;
	if (prefix > bits) return void 0;
	const size = 1n << BigInt(bits - prefix);
	return {
		family: address.family,
		base: address.value - address.value % size,
		prefix,
		size
	};
}
var rangesOf = (...texts) => texts.flatMap((text) => parseCidr(text) ?? []);
rangesOf("127.0.0.0/8", "::1/128");
rangesOf("169.254.0.0/16", "fe80::/10");
rangesOf("224.0.0.0/24", "ff02::/16");
// server/cel/library/arguments.ts
/** Arguments as the types that overloads were chosen by: one place where the language's checks meet TypeScript's. */
var mismatch = () => new CelError("no such overload");
function text(value) {
	if (typeof value !== "string") throw mismatch();
	return value;
}
function int(value) {
	if (typeof value !== "bigint") throw mismatch();
	return value;
}
function double(value) {
	if (typeof value !== "number") throw mismatch();
	return value;
}
function uint(value) {
	if (!(value instanceof Uint)) throw mismatch();
	return value.value;
}
function bool(value) {
	if (typeof value !== "boolean") throw mismatch();
	return value;
}
function list(value) {
	if (!(value instanceof ListValue)) throw mismatch();
	return value;
}
function map(value) {
	if (value === void 0 || value === null || !isMap(value)) throw mismatch();
	return value;
}
function bytes(value) {
	if (!(value instanceof Uint8Array)) throw mismatch();
	return value;
}
function timestamp(value) {
	if (!(value instanceof Timestamp)) throw mismatch();
	return value.nanos;
}
function duration(value) {
	if (!(value instanceof Duration)) throw mismatch();
	return value.nanos;
}
function optional(value) {
	if (!(value instanceof OptionalValue)) throw mismatch();
	return value;
}
/** What a library's own value holds. @param type its name */
function opaqueData(value, type) {
	if (!(value instanceof OpaqueValue) || value.type !== type) throw mismatch();
	return value.data;
}
var MAX_INT = 2n ** 63n - 1n;
var MIN_INT = -(2n ** 63n);
/** @throws CelError when the number is beyond 64 bits */
function inRange(value, what = "integer overflow") {
	if (value > MAX_INT || value < MIN_INT) throw new CelError(what);
	return value;
}
function inUintRange(value) {
	if (value < 0n || value >= 2n ** 64n) throw new CelError("unsigned integer overflow");
	return new Uint(value);
}
// server/cel/library/addresses.ts
/** IP addresses and address ranges. Zones and IPv4 in IPv6 clothing are no addresses here, nor are leading zeros. */
var IP = "net.IP";
var CIDR = "net.CIDR";
/** @throws CelError */
function readAddress(value) {
	if (value.includes("%")) throw new CelError(`IP address ${JSON.stringify(value)} with zone value is not allowed`);
	const found = parseAddress(value);
	if (found === void 0 || /(^|\.)0\d/.test(value)) {
		const why = `ParseAddr(${JSON.stringify(value)}): unable to parse IP`;
		throw new CelError(`IP Address ${JSON.stringify(value)} parse error during conversion from string: ${why}`);
	}
	if (found.family === "IPv4" && value.includes(":")) throw new CelError(`IPv4-mapped IPv6 address ${JSON.stringify(value)} is not allowed`);
	return found;
}
/** @throws CelError */
function readRange(value) {
	const [host = "", bits = ""] = value.split("/");
	const found = /^(0|[1-9]\d*)$/.test(bits) ? parseCidr(value) : void 0;
	if (found === void 0 || host.includes("%") || /(^|\.)0\d/.test(host)) throw new CelError(`network address parse error during conversion from string: ${`netip.ParsePrefix(${JSON.stringify(value)}): ${value.includes("/") ? "bad bits or address" : "no '/'"}`}`);
	if (found.family === "IPv4" && host.includes(":")) throw new CelError(`IPv4-mapped IPv6 address ${JSON.stringify(value)} is not allowed`);
	return {
		...found,
		address: parseAddress(host) ?? {
			family: found.family,
			value: found.base
		}
	};
}
function reads(read) {
	try {
		read();
		return true;
	} catch (error) {
		if (error instanceof CelError) return false;
		throw error;
	}
}
var ip = (value) => opaqueData(value, IP);
var cidr = (value) => opaqueData(value, CIDR);
var family = ({ family }) => family === "IPv4" ? 4n : 6n;
var within = (address, ...ranges) => ranges.some((range) => contains$1(readRange(range), address));
var contains$1 = (range, address) => address.family === range.family && address.value >= range.base && address.value < range.base + range.size;
var covers = (outer, inner) => inner.prefix >= outer.prefix && contains$1(outer, {
	family: inner.family,
	value: inner.base
});
var isGlobalUnicast = (address) => !within(address, "0.0.0.0/32", "255.255.255.255/32", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4") && !within(address, "::/128", "::1/128", "fe80::/10", "ff00::/8");
var rangeText = ({ address, prefix }) => `${formatAddress(address)}/${prefix}`;
function masked(range) {
	return new OpaqueValue(CIDR, {
		...range,
		address: {
			family: range.family,
			value: range.base
		}
	});
}
var reading$2 = {
	cost: traverse,
	estimate: () => 1
};
var ADDRESS_BYTES = 16;
var comparing = Math.ceil(32 * TRAVERSAL);
var comparingText = ([, other = 0]) => comparing + Math.ceil(other * TRAVERSAL);
var comparingRange = comparing + Math.ceil(ADDRESS_BYTES * TRAVERSAL) + 1;
var comparingRangeText = ([, other = 0]) => comparingRange + Math.ceil(other * TRAVERSAL);
var addresses = [
	define(`ip(string): ${IP}`, ([s]) => new OpaqueValue(IP, readAddress(text(s))), reading$2),
	define("isIP(string): bool", ([s]) => reads(() => readAddress(text(s))), reading$2),
	define("ip.isCanonical(string): bool", ([s]) => formatAddress(readAddress(text(s))) === text(s), {
		cost: ([size = 0]) => Math.ceil(size * 2 * TRAVERSAL),
		estimate: () => 1
	}),
	define(`string(${IP}): string`, ([a]) => formatAddress(ip(a))),
	define(`${IP}~family(): int`, ([a]) => family(ip(a))),
	define(`${IP}~isUnspecified(): bool`, ([a]) => ip(a).value === 0n),
	define(`${IP}~isLoopback(): bool`, ([a]) => within(ip(a), "127.0.0.0/8", "::1/128")),
	define(`${IP}~isLinkLocalMulticast(): bool`, ([a]) => within(ip(a), "224.0.0.0/24", "ff02::/16")),
	define(`${IP}~isLinkLocalUnicast(): bool`, ([a]) => within(ip(a), "169.254.0.0/16", "fe80::/10")),
	define(`${IP}~isGlobalUnicast(): bool`, ([a]) => isGlobalUnicast(ip(a))),
	define(`cidr(string): ${CIDR}`, ([s]) => new OpaqueValue(CIDR, readRange(text(s))), reading$2),
	define("isCIDR(string): bool", ([s]) => reads(() => readRange(text(s))), reading$2),
	define(`string(${CIDR}): string`, ([a]) => rangeText(cidr(a))),
	define(`${CIDR}~ip(): ${IP}`, ([a]) => new OpaqueValue(IP, cidr(a).address)),
	define(`${CIDR}~prefixLength(): int`, ([a]) => BigInt(cidr(a).prefix)),
	define(`${CIDR}~masked(): ${CIDR}`, ([a]) => masked(cidr(a))),
	define(`${CIDR}~containsIP(${IP}): bool`, ([a, b]) => contains$1(cidr(a), ip(b)), { cost: () => comparing }),
	define(`${CIDR}~containsIP(string): bool`, ([a, b]) => contains$1(cidr(a), readAddress(text(b))), { cost: comparingText }),
	define(`${CIDR}~containsCIDR(${CIDR}): bool`, ([a, b]) => covers(cidr(a), cidr(b)), { cost: () => comparingRange }),
	define(`${CIDR}~containsCIDR(string): bool`, ([a, b]) => covers(cidr(a), readRange(text(b))), { cost: comparingRangeText })
];
// shared/deepEqual.ts
/**
* Structural equality of decoded JSON: the order of members does not matter, and members that are `undefined` count as
* absent (null does not: it is a value that was sent).
*/
function deepEqual(a, b) {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
	if (Array.isArray(b)) return false;
	const left = a;
	const right = b;
	let members = 0;
	for (const name in left) {
		if (left[name] === void 0) continue;
		members += 1;
		if (!Object.hasOwn(right, name) || !deepEqual(left[name], right[name])) return false;
	}
	for (const name in right) if (right[name] !== void 0) members -= 1;
	return members === 0;
}
// server/cel/equality.ts
/** Equality and order of values. Numbers compare across their types, everything else only with its like. */
/** Equality of a library's own values by type; others compare by their data. */
var opaqueEquality = /* @__PURE__ */ new Map();
/** @param work counts elements and members that are compared */
function equals(a, b, work = () => void 0) {
	if (a === b) return true;
	if (a === null || b === null) return false;
	const order = compareNumbers(a, b);
	if (order !== void 0) return order === 0;
	if (typeof a !== "object" || typeof b !== "object") return false;
	if (a instanceof ListValue) return b instanceof ListValue && equalLists(a, b, work);
	if (isMap(a)) return isMap(b) && equalMaps(a, b, work);
	if (a instanceof ObjectValue) return b instanceof ObjectValue && a.type === b.type && equalObjects(a, b, work);
	if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
	if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos;
	if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
	if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
	if (a instanceof OptionalValue) {
		if (!(b instanceof OptionalValue) || a.value === void 0 || b.value === void 0) return b instanceof OptionalValue && a.value === b.value;
		return equals(a.value, b.value, work);
	}
	if (a instanceof OpaqueValue && b instanceof OpaqueValue && a.type === b.type) return opaqueEquality.get(a.type)?.(a.data, b.data) ?? deepEqual(a.data, b.data);
	return false;
}
function equalLists(a, b, work) {
	if (a.size !== b.size) return false;
	work(a.size);
	const semantics = a.semantics ?? b.semantics;
	if (semantics !== void 0) return equalUnordered(a, b, semantics, work);
	for (let i = 0; i < a.size; i++) if (!equals(a.at(i), b.at(i), work)) return false;
	return true;
}
/** Lists that are sets or keyed do not have an order. */
function equalUnordered(a, b, semantics, work) {
	const others = /* @__PURE__ */ new Map();
	for (const item of b.values()) {
		const id = identityOf(item, semantics);
		const same = others.get(id);
		if (same === void 0) others.set(id, [item]);
		else same.push(item);
	}
	for (const item of a.values()) {
		const same = others.get(identityOf(item, semantics));
		const found = same?.findIndex((other) => equals(item, other, work)) ?? -1;
		work(same?.length ?? 0);
		if (found < 0) return false;
		same?.splice(found, 1);
	}
	return true;
}
/** A text that equal items share. */
function identityOf(item, semantics) {
	if (semantics.kind === "set" || !(item instanceof ObjectValue)) return scalarId(item);
	return semantics.keys.map((key) => scalarId(item.get(key) ?? null)).join("\0");
}
var scalarId = (value) => typeof value === "object" && value !== null ? "" : `${typeof value}:${String(value)}`;
function equalMaps(a, b, work) {
	if (!isMap(a) || !isMap(b) || a.size !== b.size) return false;
	work(a.size);
	for (const key of a.keys()) {
		const mine = a.get(key);
		const other = b.get(key);
		if (mine === void 0 || other === void 0 || !equals(mine, other, work)) return false;
	}
	return true;
}
function equalObjects(a, b, work) {
	work(1);
	for (const name of a.names()) {
		const mine = a.get(name);
		const other = b.get(name);
		if (mine === void 0 || other === void 0) {
			if (mine !== other) return false;
		} else if (!equals(mine, other, work)) return false;
	}
	return true;
}
/** Negative, zero or positive; undefined when one of the values is no number. NaN is like nothing. */
function compareNumbers(a, b) {
	const left = a instanceof Uint ? a.value : a;
	const right = b instanceof Uint ? b.value : b;
	if (typeof left !== "bigint" && typeof left !== "number") return void 0;
	if (typeof right !== "bigint" && typeof right !== "number") return void 0;
	if (left < right) return -1;
	if (left > right) return 1;
	return Number.isNaN(left) || Number.isNaN(right) ? NaN : 0;
}
/** Negative, zero or positive; undefined when there is no order between the two. */
function compare(a, b) {
	const numbers = compareNumbers(a, b);
	if (numbers !== void 0) return numbers;
	if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
	if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
	if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
	if (a instanceof Timestamp && b instanceof Timestamp || a instanceof Duration && b instanceof Duration) return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
}
/** In order of code points, as UTF-8 bytes are. */
function compareTexts(a, b) {
	if (a === b) return 0;
	for (let i = 0; i < a.length && i < b.length; i++) {
		const left = a.charCodeAt(i);
		const right = b.charCodeAt(i);
		if (left === right) continue;
		const leftPair = left >= 55296 && left < 57344;
		if (leftPair !== (right >= 55296 && right < 57344)) return leftPair ? 1 : -1;
		return left - right;
	}
	return a.length - b.length;
}
// server/cel/library/joinLists.ts
/**
* One list after the other. Lists that are sets or keyed keep the order of the first: what the second has as well takes its
* place there, what is new follows.
*/
function joinLists(left, right) {
	const { semantics } = left;
	if (semantics === void 0) return new JoinedList(left, right);
	const items = [...left.values()];
	for (const item of right.values()) {
		const found = items.findIndex((each) => sameItem(each, item, semantics));
		if (found < 0) items.push(item);
		else items[found] = item;
	}
	return new ListValue(items, void 0, semantics);
}
var sameItem = (a, b, semantics) => semantics.kind === "set" ? equals(a, b) : identityOf(a, semantics) === identityOf(b, semantics);
// server/cel/library/arithmetic.ts
/** Numbers, and what else can be added and subtracted. Integers that do not fit 64 bits are errors. */
var divide = (a, b) => {
	if (b === 0n) throw new CelError("division by zero");
	return a / b;
};
var remainder = (a, b) => {
	if (b === 0n) throw new CelError("modulus by zero");
	return a % b;
};
var at = (nanos) => {
	if (nanos < MIN_TIMESTAMP || nanos > MAX_TIMESTAMP) throw new CelError("timestamp overflow");
	return new Timestamp(nanos);
};
var lasting = (nanos) => new Duration(inRange(nanos, "duration overflow"));
var sum$1 = ([a, b]) => ({
	min: (a?.min ?? 0) + (b?.min ?? 0),
	max: (a?.max ?? 0) + (b?.max ?? 0)
});
function concatenate(a, b) {
	const both = new Uint8Array(a.length + b.length);
	both.set(a);
	both.set(b, a.length);
	return both;
}
function addLists(left, right) {
	if (left instanceof ListBuilder) {
		left.append(right);
		return left;
	}
	return joinLists(left, right);
}
var arithmetic = [
	define("_+_(int, int): int", ([a, b]) => inRange(int(a) + int(b))),
	define("_-_(int, int): int", ([a, b]) => inRange(int(a) - int(b))),
	define("_*_(int, int): int", ([a, b]) => inRange(int(a) * int(b))),
	define("_/_(int, int): int", ([a, b]) => inRange(divide(int(a), int(b)))),
	define("_%_(int, int): int", ([a, b]) => remainder(int(a), int(b))),
	define("-_(int): int", ([a]) => inRange(-int(a))),
	define("_+_(uint, uint): uint", ([a, b]) => inUintRange(uint(a) + uint(b))),
	define("_-_(uint, uint): uint", ([a, b]) => inUintRange(uint(a) - uint(b))),
	define("_*_(uint, uint): uint", ([a, b]) => inUintRange(uint(a) * uint(b))),
	define("_/_(uint, uint): uint", ([a, b]) => inUintRange(divide(uint(a), uint(b)))),
	define("_%_(uint, uint): uint", ([a, b]) => inUintRange(remainder(uint(a), uint(b)))),
	define("_+_(double, double): double", ([a, b]) => double(a) + double(b)),
	define("_-_(double, double): double", ([a, b]) => double(a) - double(b)),
	define("_*_(double, double): double", ([a, b]) => double(a) * double(b)),
	define("_/_(double, double): double", ([a, b]) => double(a) / double(b)),
	define("-_(double): double", ([a]) => -double(a)),
	define("_+_(string, string): string", ([a, b]) => text(a) + text(b), {
		cost: traverseBoth,
		resultSize: sum$1
	}),
	define("_+_(bytes, bytes): bytes", ([a, b]) => concatenate(bytes(a), bytes(b)), {
		cost: traverseBoth,
		resultSize: sum$1
	}),
	define("_+_(list(A), list(A)): list(A)", ([a, b]) => addLists(list(a), list(b)), { resultSize: sum$1 }),
	define("_+_(timestamp, duration): timestamp", ([a, b]) => at(timestamp(a) + duration(b))),
	define("_+_(duration, timestamp): timestamp", ([a, b]) => at(duration(a) + timestamp(b))),
	define("_+_(duration, duration): duration", ([a, b]) => lasting(duration(a) + duration(b))),
	define("_-_(timestamp, timestamp): duration", ([a, b]) => lasting(timestamp(a) - timestamp(b))),
	define("_-_(timestamp, duration): timestamp", ([a, b]) => at(timestamp(a) - duration(b))),
	define("_-_(duration, duration): duration", ([a, b]) => lasting(duration(a) - duration(b)))
];
// server/cel/library/calendar.ts
/** Parts of timestamps and durations. Time zones are names or offsets such as `-02:00`. */
var MILLISECOND = 1000000n;
var DAY = 864e5;
/** The wall clock of a zone as a Date whose UTC parts are read. */
function wallClock(nanos, zone) {
	const milliseconds = Number(floor(nanos, MILLISECOND));
	if (zone === void 0 || zone === "" || zone === "UTC") return new Date(milliseconds);
	const offset = /^([+-]?)(\d{1,2}):(\d{2})$/.exec(zone);
	if (offset !== null) {
		const minutes = Number(offset[2]) * 60 + Number(offset[3]);
		return new Date(milliseconds + minutes * 6e4 * (offset[1] === "-" ? -1 : 1));
	}
	try {
		const format = new Intl.DateTimeFormat("en-US", {
			timeZone: zone,
			hourCycle: "h23",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric"
		});
		const parts = new Map(format.formatToParts(new Date(milliseconds)).map(({ type, value }) => [type, Number(value)]));
		const part = (name) => parts.get(name) ?? 0;
		const rest = (milliseconds % 1e3 + 1e3) % 1e3;
		const date = /* @__PURE__ */ new Date(0);
		date.setUTCFullYear(part("year"), part("month") - 1, part("day"));
		date.setUTCHours(part("hour"), part("minute"), part("second"), rest);
		return date;
	} catch {
		throw new CelError(`unknown time zone ${zone}`);
	}
}
var floor = (value, unit) => (value - (value % unit + unit) % unit) / unit;
function dayOfYear(date) {
	const first = /* @__PURE__ */ new Date(0);
	first.setUTCFullYear(date.getUTCFullYear(), 0, 1);
	return Math.floor((date.getTime() - first.getTime()) / DAY);
}
var PARTS$2 = {
	getFullYear: (date) => date.getUTCFullYear(),
	getMonth: (date) => date.getUTCMonth(),
	getDayOfYear: dayOfYear,
	getDate: (date) => date.getUTCDate(),
	getDayOfMonth: (date) => date.getUTCDate() - 1,
	getDayOfWeek: (date) => date.getUTCDay(),
	getHours: (date) => date.getUTCHours(),
	getMinutes: (date) => date.getUTCMinutes(),
	getSeconds: (date) => date.getUTCSeconds(),
	getMilliseconds: (date) => date.getUTCMilliseconds()
};
var SPANS = [
	["getHours", 3600000000000n],
	["getMinutes", 60000000000n],
	["getSeconds", 1000000000n]
];
var calendar = [
	...Object.entries(PARTS$2).flatMap(([name, part]) => [define(`timestamp~${name}(): int`, ([at]) => BigInt(part(wallClock(timestamp(at), void 0)))), define(`timestamp~${name}(string): int`, ([at, zone]) => BigInt(part(wallClock(timestamp(at), text(zone)))))]),
	...SPANS.map(([name, unit]) => define(`duration~${name}(): int`, ([span]) => duration(span) / unit)),
	define("duration~getMilliseconds(): int", ([span]) => duration(span) % 1000000000n / MILLISECOND)
];
// server/cel/library/comparisons.ts
/** Equality, order and logic. */
var ORDERED$1 = [
	"bool",
	"int",
	"uint",
	"double",
	"string",
	"bytes",
	"timestamp",
	"duration"
];
var NUMBERS = [
	"int",
	"uint",
	"double"
];
var READ = /* @__PURE__ */ new Set(["string", "bytes"]);
var ordered = (test) => {
	return ([a = null, b = null]) => {
		const order = compare(a, b);
		if (order === void 0) throw new CelError("no such overload");
		return test(order);
	};
};
var ORDER = [
	[OPERATORS.less, ordered((order) => order < 0)],
	[OPERATORS.lessEquals, ordered((order) => order <= 0)],
	[OPERATORS.greater, ordered((order) => order > 0)],
	[OPERATORS.greaterEquals, ordered((order) => order >= 0)]
];
function orderOf(name, invoke) {
	const same = ORDERED$1.map((type) => define(`${name}(${type}, ${type}): bool`, invoke, READ.has(type) ? { cost: traverseShorter } : {}));
	const mixed = NUMBERS.flatMap((left) => NUMBERS.filter((right) => right !== left).map((right) => define(`${name}(${left}, ${right}): bool`, invoke)));
	return [...same, ...mixed];
}
var comparisons = [
	define(`${OPERATORS.equals}(T, T): bool`, ([a = null, b = null], { work }) => equals(a, b, work), { cost: traverseShorter }),
	define(`${OPERATORS.notEquals}(T, T): bool`, ([a = null, b = null], { work }) => !equals(a, b, work), { cost: traverseShorter }),
	...ORDER.flatMap(([name, invoke]) => orderOf(name, invoke)),
	define(`${OPERATORS.not}(bool): bool`, ([a]) => !bool(a)),
	define(`${OPERATORS.and}(bool, bool): bool`, ([a, b]) => bool(a) && bool(b)),
	define(`${OPERATORS.or}(bool, bool): bool`, ([a, b]) => bool(a) || bool(b)),
	define(`${OPERATORS.conditional}(bool, T, T): T`, ([a, b = null, c = null]) => bool(a) ? b : c),
	define(`${OPERATORS.notStrictlyFalse}(bool): bool`, ([a]) => a !== false)
];
// server/cel/library/containers.ts
/** Lists and maps: size, membership, access by index. */
var size = ([value = null]) => BigInt(sizeOf(value));
var scan = ([, length = 0]) => length;
/** Whether a list has an element. @param work see CallContext */
function contains(items, wanted, work) {
	for (const item of items.values()) if (equals(item, wanted, work)) return true;
	return false;
}
/** A position as a number; undefined when it is none of a whole number. */
function position(index) {
	if (typeof index === "bigint") return Number(index);
	if (index instanceof Uint) return Number(index.value);
	return typeof index === "number" && Number.isInteger(index) ? index : void 0;
}
/** The element or member; undefined when there is none. @throws CelError when the value has none at all */
function lookUp(of, index) {
	if (of instanceof ListValue) {
		const i = position(index);
		if (i === void 0) throw new CelError("unsupported index type in list");
		return i >= 0 && i < of.size ? of.at(i) : void 0;
	}
	if (isMap(of)) return of.get(index);
	if (of instanceof ObjectValue && typeof index === "string") return of.get(index);
	throw new CelError("no such overload");
}
var access = ([of = null, index = null]) => {
	const found = lookUp(of, index);
	if (found !== void 0) return found;
	throw new CelError(of instanceof ListValue ? `index out of bounds: ${keyText(index)}` : `no such key: ${keyText(index)}`);
};
var keyText = (key) => key instanceof Uint ? String(key.value) : String(key);
var optionalAccess = ([of = null, index = null]) => {
	const inner = of instanceof OptionalValue ? of.value : of;
	const found = inner === void 0 ? void 0 : lookUp(inner, index);
	return found === void 0 ? NONE$1 : new OptionalValue(found);
};
var containers = [
	...[
		"string",
		"bytes",
		"list(A)",
		"map(A, B)"
	].flatMap((type) => [define(`size(${type}): int`, size, { cost: () => 1 }), define(`${type}~size(): int`, size, { cost: () => 1 })]),
	define("@in(A, list(A)): bool", ([item = null, items], { work }) => contains(list(items), item, work), { cost: scan }),
	define("@in(A, map(A, B)): bool", ([key = null, of]) => map(of).get(key) !== void 0),
	define("_[_](list(A), int): A", access),
	define("_[_](map(A, B), A): B", access),
	define("_[_](optional_type(list(A)), int): optional_type(A)", optionalAccess),
	define("_[_](optional_type(map(A, B)), A): optional_type(B)", optionalAccess),
	define("_[?_](list(A), int): optional_type(A)", optionalAccess),
	define("_[?_](map(A, B), A): optional_type(B)", optionalAccess),
	define("_[?_](optional_type(list(A)), int): optional_type(A)", optionalAccess),
	define("_[?_](optional_type(map(A, B)), A): optional_type(B)", optionalAccess)
];
/** For other libraries: the value of an optional. @throws CelError */
function unwrap(value) {
	const { value: inner } = optional(value);
	if (inner === void 0) throw new CelError("optional.none() dereference");
	return inner;
}
// server/cel/library/conversions.ts
/** Conversions between types. */
var same$1 = ([value = null]) => value;
var quoted = (value) => JSON.stringify(value);
/** Of 64 bits. */
var MOST_DIGITS = 20;
var TOO_LARGE = 2n ** 64n;
function integerOf(value) {
	if (!/^[+-]?\d+$/.test(value)) throw new CelError(`strconv.ParseInt: parsing ${quoted(value)}: invalid syntax`);
	const digits = value.replace(/^[+-]?0*/, "");
	const number = digits.length > MOST_DIGITS ? TOO_LARGE : BigInt(digits);
	return inRange(value.startsWith("-") ? -number : number, `strconv.ParseInt: parsing ${quoted(value)}: value out of range`);
}
function unsignedOf(value) {
	if (!/^\d+$/.test(value)) throw new CelError(`strconv.ParseUint: parsing ${quoted(value)}: invalid syntax`);
	const digits = value.replace(/^0+/, "");
	return inUintRange(digits.length > MOST_DIGITS ? TOO_LARGE : BigInt(digits));
}
var NUMBER = /^[+-]?((\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|inf(inity)?|nan)$/i;
function doubleOf(value) {
	if (!NUMBER.test(value)) throw new CelError(`strconv.ParseFloat: parsing ${quoted(value)}: invalid syntax`);
	const infinite = /^([+-]?)inf/i.exec(value);
	return infinite === null ? Number(value.replace(/^[+-]?nan$/i, "NaN")) : infinite[1] === "-" ? -Infinity : Infinity;
}
function truncated(value) {
	if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63) throw new CelError("integer overflow");
	return BigInt(Math.trunc(value));
}
/** The shortest text that reads back as the number, as the reference prints it. */
function doubleText(value) {
	if (Number.isNaN(value)) return "NaN";
	if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
	if (Object.is(value, -0)) return "-0";
	const exponent = Number(/e([+-]\d+)$/.exec(value.toExponential())?.[1] ?? 0);
	if (exponent >= -4 && exponent < 21) return exponent < 0 && String(value).includes("e") ? small(value) : String(value);
	return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
/** Small fractions that JavaScript would print with an exponent. */
var small = (value) => value.toFixed(20).replace(/0+$/, "");
var BOOLEANS = new Map([...[
	"1",
	"t",
	"T",
	"TRUE",
	"true",
	"True"
].map((word) => [word, true]), ...[
	"0",
	"f",
	"F",
	"FALSE",
	"false",
	"False"
].map((word) => [word, false])]);
function boolOf(value) {
	const found = BOOLEANS.get(value);
	if (found === void 0) throw new CelError(`strconv.ParseBool: parsing ${quoted(value)}: invalid syntax`);
	return found;
}
function timestampOf(value) {
	const found = parseTimestamp(value);
	if (found === void 0) throw new CelError(`parsing time ${quoted(value)} as ${quoted("2006-01-02T15:04:05Z07:00")}: cannot parse ${quoted(value)} as "2006"`);
	return found;
}
function durationOf(value) {
	const found = parseDuration(value);
	if (found === void 0) throw new CelError(`time: invalid duration ${quoted(value)}`);
	return found;
}
function decode(value) {
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(value);
	} catch {
		throw new CelError("invalid UTF-8 in bytes, cannot convert to string");
	}
}
var SECOND = 1000000000n;
var conversions = [
	define("int(int): int", same$1),
	define("int(uint): int", ([v]) => inRange(uint(v))),
	define("int(double): int", ([v]) => truncated(double(v))),
	define("int(string): int", ([v]) => integerOf(text(v))),
	define("int(timestamp): int", ([v]) => floorSeconds(timestamp(v))),
	define("int(duration): int", ([v]) => duration(v)),
	define("uint(uint): uint", same$1),
	define("uint(int): uint", ([v]) => inUintRange(int(v))),
	define("uint(double): uint", ([v]) => inUintRange(truncated(double(v)))),
	define("uint(string): uint", ([v]) => unsignedOf(text(v))),
	define("double(double): double", same$1),
	define("double(int): double", ([v]) => Number(int(v))),
	define("double(uint): double", ([v]) => Number(uint(v))),
	define("double(string): double", ([v]) => doubleOf(text(v))),
	define("bool(bool): bool", same$1),
	define("bool(string): bool", ([v]) => boolOf(text(v))),
	define("string(string): string", same$1),
	define("string(bool): string", ([v]) => String(bool(v))),
	define("string(int): string", ([v]) => String(int(v))),
	define("string(uint): string", ([v]) => String(uint(v))),
	define("string(double): string", ([v]) => doubleText(double(v))),
	define("string(bytes): string", ([v]) => decode(bytes(v)), {
		cost: traverse,
		resultSize: ([s]) => s ?? ANY
	}),
	define("string(timestamp): string", ([v]) => formatTimestamp(new Timestamp(timestamp(v)))),
	define("string(duration): string", ([v]) => formatDuration(new Duration(duration(v)))),
	define("bytes(bytes): bytes", same$1),
	define("bytes(string): bytes", ([v]) => new TextEncoder().encode(text(v)), {
		cost: traverse,
		resultSize: ([s]) => ({
			min: s?.min ?? 0,
			max: (s?.max ?? 0) * 4
		})
	}),
	define("timestamp(timestamp): timestamp", same$1),
	define("timestamp(string): timestamp", ([v]) => timestampOf(text(v))),
	define("timestamp(int): timestamp", ([v]) => new Timestamp(int(v) * SECOND)),
	define("duration(duration): duration", same$1),
	define("duration(string): duration", ([v]) => durationOf(text(v))),
	define("duration(int): duration", ([v]) => new Duration(int(v))),
	define("dyn(A): dyn", same$1),
	define("type(A): type(A)", ([v = null]) => new TypeValue(typeName(v)))
];
var ANY = {
	min: 0,
	max: Number.MAX_SAFE_INTEGER
};
var floorSeconds = (nanos) => (nanos - (nanos % SECOND + SECOND) % SECOND) / SECOND;
// server/cel/library/listExtensions.ts
/** Functions of lists whose elements have an order. */
var ORDERED = [
	"int",
	"uint",
	"double",
	"bool",
	"duration",
	"timestamp",
	"string",
	"bytes"
];
var SUMMABLE = {
	int: 0n,
	uint: new Uint(0n),
	double: 0,
	duration: new Duration(0n)
};
var order = (a, b) => {
	const found = compare(a, b);
	if (found === void 0) throw new CelError("no such overload");
	return found;
};
function isSorted(items) {
	for (let i = 1; i < items.size; i++) if (order(items.at(i - 1), items.at(i)) > 0) return false;
	return true;
}
function extreme(items, name, sign) {
	if (items.size === 0) throw new CelError(`${name} called on empty list`);
	let best = items.at(0);
	for (const item of items.values()) if (order(item, best) * sign > 0) best = item;
	return best;
}
function sum(items, zero) {
	let total = zero;
	for (const item of items.values()) total = add(total, item);
	return total;
}
function add(a, b) {
	if (typeof a === "bigint" && typeof b === "bigint") return inRange(a + b);
	if (typeof a === "number" && typeof b === "number") return a + b;
	if (a instanceof Uint && b instanceof Uint) return inUintRange(a.value + b.value);
	if (a instanceof Duration && b instanceof Duration) return new Duration(inRange(a.nanos + b.nanos, "duration overflow"));
	throw new CelError("no such overload");
}
function find$1(items, wanted, last, work) {
	for (let n = 0; n < items.size; n++) {
		const i = last ? items.size - 1 - n : n;
		if (equals(items.at(i), wanted, work)) return BigInt(i);
	}
	return -1n;
}
/** One unit for each element, and what reading the element takes. */
function estimate([items]) {
	const each = 1 + Math.ceil((items?.elements?.max ?? 0) * TRAVERSAL);
	const count = items?.size.max ?? 0;
	return count === 0 ? 0 : count * each;
}
var costs$1 = {
	cost: ([size = 0]) => size,
	estimate
};
var listExtensions = [
	...ORDERED.flatMap((type) => [
		define(`list(${type})~isSorted(): bool`, ([items]) => isSorted(list(items)), costs$1),
		define(`list(${type})~min(): ${type}`, ([items]) => extreme(list(items), "min", -1), costs$1),
		define(`list(${type})~max(): ${type}`, ([items]) => extreme(list(items), "max", 1), costs$1)
	]),
	...Object.entries(SUMMABLE).map(([type, zero]) => define(`list(${type})~sum(): ${type}`, ([items]) => sum(list(items), zero), costs$1)),
	define("list(A)~indexOf(A): int", ([items, item = null], { work }) => find$1(list(items), item, false, work), costs$1),
	define("list(A)~lastIndexOf(A): int", ([items, item = null], { work }) => find$1(list(items), item, true, work), costs$1)
];
// shared/regexText.ts
/** The wordings that several checks of text share. Each check returns messages without the field's path. */
/** A value did not match a pattern; examples help the reader. */
function patternMessage(rule, pattern, ...examples) {
	if (examples.length === 0) return `${rule} (regex used for validation is '${pattern}')`;
	return `${rule} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${pattern}')`;
}
/** Wording for text that must not be empty. */
var EMPTY_MESSAGE = "must be non-empty";
/** @param max number of characters */
var lengthMessage = (max) => `must be no more than ${max} characters`;
/** Length in bytes of the UTF-8 form, which is what the API's length limits count. */
function byteLength(text) {
	let bytes = 0;
	for (const character of text) {
		const code = character.codePointAt(0) ?? 0;
		bytes += code < 128 ? 1 : code < 2048 ? 2 : code < 65536 ? 3 : 4;
	}
	return bytes;
}
/**
* The messages of a text with a length and a pattern.
* @param max in bytes
*/
function checkText(value, pattern, max, message) {
	const messages = [];
	if (byteLength(value) > max) messages.push(lengthMessage(max));
	if (!pattern.test(value)) messages.push(message());
	return messages;
}
// shared/qualifiedName.ts
/**
* Keys and values of labels, and the names they are made of. Every function returns the messages of the rules that the text
* breaks, none when it is fine.
*/
/** Pattern of a DNS label as RFC 1123 has it. */
var LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
/** Pattern of a DNS subdomain. */
var SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
var QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
var VALUE = `(${QUALIFIED})?`;
var subdomainPattern = new RegExp(`^(?:${SUBDOMAIN})$`);
var qualifiedPattern = new RegExp(`^(?:${QUALIFIED})$`);
var valuePattern = new RegExp(`^(?:${VALUE})$`);
/** A DNS subdomain as RFC 1123 has it, at most 253 characters. */
var checkSubdomain = (value) => checkText(value, subdomainPattern, 253, () => patternMessage("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character", SUBDOMAIN, "example.com"));
var qualifiedRule = () => patternMessage("must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character", QUALIFIED, "MyName", "my.name", "123-abc");
/** A label key, a finalizer, a resource name: `name` or `prefix/name`. */
function checkQualifiedName(value) {
	const parts = value.split("/");
	const messages = [];
	let name = value;
	if (parts.length === 2) {
		const prefix = parts[0] ?? "";
		name = parts[1] ?? "";
		if (prefix === "") messages.push(`prefix part ${EMPTY_MESSAGE}`);
		else append(messages, checkSubdomain(prefix).map((message) => `prefix part ${message}`));
	} else if (parts.length > 2) return [`a qualified name ${qualifiedRule()} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
	if (name === "") messages.push(`name part ${EMPTY_MESSAGE}`);
	else if (byteLength(name) > 63) messages.push(`name part ${lengthMessage(63)}`);
	if (!qualifiedPattern.test(name)) messages.push(`name part ${qualifiedRule()}`);
	return messages;
}
/** The value of a label. */
var checkLabelValue = (value) => checkText(value, valuePattern, 63, () => patternMessage("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character", VALUE, "MyValue", "my_value", "12345"));
// server/extensions/valueFormats.ts
/** The string formats that schemas may ask for. Unknown formats accept everything, as annotations do. */
var DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
var TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?(z|[+-][0-9]{2}:[0-9]{2})$/i;
var HOST$1 = /^([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9])(\.([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]))*\.?$/;
var EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
var BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
var UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
var MAC = /^([0-9a-f]{2}[:-]){5}([0-9a-f]{2}[:-]?){1,15}$|^([0-9a-f]{4}\.){2,9}[0-9a-f]{4}$/i;
var DURATION = /^[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$|^[+-]?0$/;
var WORDS$1 = /^\d+\s*(ns|nanoseconds?|us|µs|microseconds?|ms|milliseconds?|s|sec|secs|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/i;
var COLOR = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
var RGB = /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/;
function isDate(text) {
	const match = DATE.exec(text);
	if (match === null) return false;
	const [year, month, day] = [
		Number(match[1]),
		Number(match[2]),
		Number(match[3])
	];
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
function isDateTime(text) {
	const [date = "", time = "", ...more] = text.split(/t/i);
	const match = TIME.exec(time);
	if (more.length > 0 || match === null || !isDate(date)) return false;
	return Number(match[1]) < 24 && Number(match[2]) < 60 && Number(match[3]) < 60;
}
function isCidr(text) {
	const [address = "", bits = "", ...more] = text.split("/");
	const family = (0, node_net.isIP)(address);
	return more.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
var FORMATS$2 = {
	date: isDate,
	datetime: isDateTime,
	hostname: (text) => text.length <= 255 && HOST$1.test(text),
	email: (text) => EMAIL.test(text),
	ipv4: node_net.isIPv4,
	ipv6: node_net.isIPv6,
	cidr: isCidr,
	mac: (text) => MAC.test(text),
	uri: (text) => URL.canParse(text) || text.startsWith("/"),
	uuid: (text) => UUID.test(text),
	uuid3: (text) => UUID.test(text) && versionOf(text) === "3",
	uuid4: (text) => UUID.test(text) && versionOf(text) === "4",
	uuid5: (text) => UUID.test(text) && versionOf(text) === "5",
	byte: (text) => BASE64.test(text),
	duration: (text) => DURATION.test(text) || WORDS$1.test(text),
	hexcolor: (text) => COLOR.test(text),
	rgbcolor: (text) => RGB.test(text),
	isbn: (text) => isIsbn10(text) || isIsbn13(text),
	isbn10: isIsbn10,
	isbn13: isIsbn13,
	creditcard: isCreditCard,
	ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
	password: () => true,
	bsonobjectid: (text) => /^[0-9a-f]{24}$/i.test(text)
};
/** The digits of an ISBN without its separators. */
var isbnOf = (text) => text.replaceAll(/[\s-]+/g, "");
/** Ten digits, the last maybe an X, weighed so that their sum divides by eleven. */
function isIsbn10(text) {
	const digits = isbnOf(text);
	if (!/^\d{9}[\dX]$/.test(digits)) return false;
	return [...digits].reduce((total, digit, i) => total + (i + 1) * (digit === "X" ? 10 : Number(digit)), 0) % 11 === 0;
}
/** Thirteen digits, every other one counted threefold, whose sum divides by ten. */
function isIsbn13(text) {
	const digits = isbnOf(text);
	if (!/^\d{13}$/.test(digits)) return false;
	return [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}
var CARD = /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11}|6[27]\d{14})$/;
/** A number that an issuer could have given out, with the check digit in order. */
function isCreditCard(text) {
	const digits = text.replaceAll(/[^0-9]+/g, "");
	if (!CARD.test(digits)) return false;
	return [...digits].reverse().reduce((total, digit, i) => {
		const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
		return total + (value > 9 ? value - 9 : value);
	}, 0) % 10 === 0;
}
var versionOf = (uuid) => uuid.replaceAll("-", "").charAt(12);
var checkOf = (format) => FORMATS$2[format.replaceAll("-", "")];
/**
* Whether the text is of the format. The reference ignores dashes in names of formats.
* @example hasFormat("date-time", "tomorrow") // false
*/
function hasFormat(format, text) {
	return checkOf(format)?.(text) ?? true;
}
// server/resources/validation/names.ts
var LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
var CONFIG_KEY = "[-._a-zA-Z0-9]+";
var WILDCARD = `\\*\\.${SUBDOMAIN}`;
var HEADER = "[-A-Za-z0-9]+";
var whole$1 = (pattern) => new RegExp(`^(?:${pattern})$`);
var labelPattern = whole$1(LABEL);
var label1035Pattern = whole$1(LABEL_1035);
whole$1(CONFIG_KEY);
whole$1(WILDCARD);
whole$1(HEADER);
/** A DNS label as RFC 1123 has it, at most 63 characters. */
var checkLabel = (value) => checkText(value, labelPattern, 63, () => patternMessage("a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character", LABEL, "my-name", "123-abc"));
/** A DNS label as RFC 1035 has it: starts with a letter. */
var checkLabel1035 = (value) => checkText(value, label1035Pattern, 63, () => patternMessage("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character", LABEL_1035, "my-name", "abc-123"));
/** Anything that can stand between two slashes of a URL path. */
function checkPathSegment(value) {
	if (value === "." || value === "..") return [`may not be '${value}'`];
	return ["/", "%"].filter((character) => value.includes(character)).map((c) => `may not contain '${c}'`);
}
/** Like {@link checkPathSegment} for a prefix of a name, which may well be a dot. */
var checkPathSegmentPrefix = (value) => ["/", "%"].filter((character) => value.includes(character)).map((c) => `may not contain '${c}'`);
var FORMATS$1 = {
	subdomain: checkSubdomain,
	label: checkLabel,
	label1035: checkLabel1035,
	pathSegment: checkPathSegment
};
/**
* Checks a name by its format.
* @param prefix the value is a `generateName`: characters will follow, so that it may end with a dash
*/
function checkName(format, value, prefix = false) {
	if (!prefix) return FORMATS$1[format](value);
	if (format === "pathSegment") return checkPathSegmentPrefix(value);
	const masked = value.length > 1 && value.endsWith("-") ? `${value.slice(0, -2)}a` : value;
	return FORMATS$1[format](masked);
}
// server/cel/library/typeNames.ts
var { render } = createVocabulary();
/**
* The name of a type that the product adds to the language, as diagnostics spell it. Names belong to the language: they are
* the same under every vocabulary.
* @example productType("Quantity")
*/
var productType = (name) => render(`{product}.${name}`);
// server/cel/library/namedFormats.ts
/** Formats of strings by name: `format.dns1123Label().validate(x)` tells what is wrong with a string, or nothing. */
var TYPE$2 = productType("NamedFormat");
var checked = (format, message) => (value) => hasFormat(format, value) ? [] : [message];
var FORMATS = {
	dns1123Label: (value) => checkName("label", value),
	dns1123Subdomain: (value) => checkName("subdomain", value),
	dns1035Label: (value) => checkName("label1035", value),
	qualifiedName: checkQualifiedName,
	dns1123LabelPrefix: (value) => checkName("label", value, true),
	dns1123SubdomainPrefix: (value) => checkName("subdomain", value, true),
	dns1035LabelPrefix: (value) => checkName("label1035", value, true),
	labelValue: checkLabelValue,
	uri: (value) => hasFormat("uri", value) ? [] : [`parse ${JSON.stringify(value)}: invalid URI for request`],
	uuid: checked("uuid", "does not match the UUID format"),
	byte: checked("byte", "invalid base64"),
	date: checked("date", "invalid date"),
	datetime: checked("datetime", "invalid datetime")
};
/** The size of the largest pattern behind a format. */
var PATTERN_SIZE = 60;
var cost = ([, size = 0]) => Math.ceil((1 + size) * TRAVERSAL) * Math.ceil(PATTERN_SIZE * .25);
var named = (name) => new OpaqueValue(TYPE$2, name);
function validate$1(name, value) {
	const messages = FORMATS[name]?.(value) ?? [];
	return messages.length === 0 ? NONE$1 : new OptionalValue(new ListValue(messages));
}
var namedFormats = [
	...Object.keys(FORMATS).map((name) => define(`format.${name}(): ${TYPE$2}`, () => named(name))),
	define(`format.named(string): optional_type(${TYPE$2})`, ([name]) => Object.hasOwn(FORMATS, text(name)) ? new OptionalValue(named(text(name))) : NONE$1),
	define(`${TYPE$2}~validate(string): optional_type(list(string))`, ([format, value]) => validate$1(opaqueData(format, TYPE$2), text(value)), { cost })
];
// server/cel/library/optionals.ts
/** Values that may be missing. */
/** The value that a type has when nothing was set. */
function isZero(value) {
	if (value === null || value === false || value === "" || value === 0 || value === 0n) return true;
	if (typeof value !== "object") return false;
	if (value instanceof ListValue || isMap(value)) return value.size === 0;
	if (value instanceof Uint8Array) return value.length === 0;
	if (value instanceof Uint) return value.value === 0n;
	if (value instanceof Timestamp || value instanceof Duration) return value.nanos === 0n;
	return value instanceof OptionalValue && value.value === void 0;
}
var optionals = [
	define("optional.of(V): optional_type(V)", ([value = null]) => new OptionalValue(value)),
	define("optional.ofNonZeroValue(V): optional_type(V)", ([value = null]) => isZero(value) ? NONE$1 : new OptionalValue(value)),
	define("optional.none(): optional_type(V)", () => NONE$1),
	define("optional_type(V)~value(): V", ([value]) => unwrap(value)),
	define("optional_type(V)~hasValue(): bool", ([value]) => optional(value).value !== void 0),
	define("optional_type(V)~or(optional_type(V)): optional_type(V)", ([a, b]) => optional(a).value === void 0 ? optional(b) : optional(a)),
	define("optional_type(V)~orValue(V): V", ([a, b = null]) => optional(a).value ?? fallback(a, b)),
	define("optional.unwrap(list(optional_type(V))): list(V)", ([values]) => present(list(values))),
	define("list(optional_type(V))~unwrapOpt(): list(V)", ([values]) => present(list(values)))
];
/** A null inside an optional is a value. */
var fallback = (of, otherwise) => optional(of).value === void 0 ? otherwise : null;
function present(values) {
	return new ListValue([...values.values()].flatMap((each) => optional(each).value ?? []));
}
// shared/quantity.ts
/** Text that is no quantity; the message is the reference's. */
var QuantityError = class extends Error {
	name = "QuantityError";
};
var FORMAT_WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
var NUMERIC_WRONG = "unable to parse numeric part of quantity";
var SUFFIX_WRONG = "unable to parse quantity's suffix";
/** The look-ahead keeps the suffix from trying on every digit of a number that something else follows. */
var PARTS$1 = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?![0-9])([eEinumkKMGTP]*[-+]?[0-9]*)$/;
var DECIMAL_SUFFIXES = /* @__PURE__ */ new Map([
	["n", -9],
	["u", -6],
	["m", -3],
	["", 0],
	["k", 3],
	["M", 6],
	["G", 9],
	["T", 12],
	["P", 15],
	["E", 18]
]);
new Map([...DECIMAL_SUFFIXES].map(([suffix, exponent]) => [exponent, suffix]));
var BINARY_SUFFIXES = [
	"",
	"Ki",
	"Mi",
	"Gi",
	"Ti",
	"Pi",
	"Ei"
];
var FINEST = -9;
var LARGEST = 2n ** 63n - 1n;
/** Beyond this an exponent says only "too large" or "too small"; the power itself is never computed. */
var EXPONENT_LIMIT = 1e3;
/**
* @throws QuantityError with the reference's wording
* @example parseQuantity("1.5Gi") // { digits: 16106127360n, exponent: -1, format: "binarySI" }
*/
function parseQuantity(text) {
	const match = text === "" ? null : PARTS$1.exec(text);
	if (match === null) throw new QuantityError(FORMAT_WRONG);
	const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
	const { multiplier, exponent, format } = parseSuffix(suffix);
	if (whole === "" && fraction === "") throw new QuantityError(NUMERIC_WRONG);
	const read = readDigits(whole + fraction, exponent - fraction.length);
	const amount = limit(read.digits * multiplier, read.exponent);
	return {
		digits: sign === "-" ? -amount.digits : amount.digits,
		exponent: amount.exponent,
		format
	};
}
/** Digits beyond these decide no more than whether an amount is rounded up; integers of any length take too long to read. */
var SIGNIFICANT = 400;
/** The number that is written as `text` × 10^`exponent`; the digits behind the significant ones count as a single one. */
function readDigits(text, exponent) {
	const significant = text.replace(/^0+/, "");
	const dropped = significant.length - SIGNIFICANT;
	if (dropped <= 0) return {
		digits: BigInt(significant),
		exponent
	};
	const rest = /[1-9]/.test(significant.slice(SIGNIFICANT)) ? "1" : "0";
	return {
		digits: BigInt(significant.slice(0, SIGNIFICANT) + rest),
		exponent: exponent + dropped - 1
	};
}
function parseSuffix(suffix) {
	const decimal = DECIMAL_SUFFIXES.get(suffix);
	if (decimal !== void 0) return {
		multiplier: 1n,
		exponent: decimal,
		format: "decimalSI"
	};
	const binary = BINARY_SUFFIXES.indexOf(suffix);
	if (binary > 0) return {
		multiplier: 1024n ** BigInt(binary),
		exponent: 0,
		format: "binarySI"
	};
	if (/^[eE][-+]?[0-9]+$/.test(suffix)) return {
		multiplier: 1n,
		exponent: Number(suffix.slice(1)),
		format: "decimalExponent"
	};
	throw new QuantityError(SUFFIX_WRONG);
}
/** Rounds up to nano units and caps at 64 bits; `digits` is not negative. */
function limit(digits, exponent) {
	if (digits === 0n) return {
		digits,
		exponent: 0
	};
	if (exponent > EXPONENT_LIMIT) return {
		digits: LARGEST,
		exponent: 0
	};
	if (exponent < FINEST) {
		const divisor = FINEST - exponent > EXPONENT_LIMIT + String(digits).length ? digits + 1n : power(FINEST - exponent);
		return capped(digits / divisor + (digits % divisor === 0n ? 0n : 1n), FINEST);
	}
	return capped(digits, exponent);
}
function capped(digits, exponent) {
	return (exponent >= 0 ? digits * power(exponent) : digits / power(-exponent)) >= LARGEST ? {
		digits: LARGEST,
		exponent: 0
	} : {
		digits,
		exponent
	};
}
var power = (exponent) => 10n ** BigInt(exponent);
/** The amount as an integer, or undefined when it has a fraction. */
function wholeUnits({ digits, exponent }) {
	if (exponent >= 0) return digits * power(exponent);
	const divisor = power(-exponent);
	return digits % divisor === 0n ? digits / divisor : void 0;
}
function align(a, b) {
	const exponent = Math.min(a.exponent, b.exponent);
	return [
		a.digits * power(a.exponent - exponent),
		b.digits * power(b.exponent - exponent),
		exponent
	];
}
/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
function compareQuantity(a, b) {
	const [left, right] = align(a, b);
	return left < right ? -1 : left > right ? 1 : 0;
}
/** The sum, in the format of `a` (of `b` when `a` is zero). */
function addQuantity(a, b) {
	const [left, right, exponent] = align(a, b);
	return {
		digits: left + right,
		exponent,
		format: a.digits === 0n ? b.format : a.format
	};
}
/** Whether the amount is a whole number. */
var isWholeQuantity = (quantity) => wholeUnits(quantity) !== void 0;
/** The amount in units, rounded away from zero to a whole number. */
var quantityValue = (quantity) => scaledUp(quantity, 0);
function scaledUp({ digits, exponent }, scale) {
	const shift = exponent + scale;
	if (shift >= 0) return digits * power(shift);
	const divisor = power(-shift);
	const truncated = digits / divisor;
	if (digits % divisor === 0n) return truncated;
	return digits < 0n ? truncated - 1n : truncated + 1n;
}
// server/cel/library/quantities.ts
/** Resource quantities. */
var TYPE$1 = productType("Quantity");
opaqueEquality.set(TYPE$1, (a, b) => compareQuantity(a, b) === 0);
function read(value) {
	try {
		return parseQuantity(value);
	} catch (error) {
		if (error instanceof QuantityError) return error;
		throw error;
	}
}
function toQuantity(value) {
	const found = read(value);
	if (found instanceof QuantityError) throw new CelError(found.message);
	return new OpaqueValue(TYPE$1, found);
}
var amount = (value) => opaqueData(value, TYPE$1);
var whole = (value) => ({
	digits: value,
	exponent: 0,
	format: "decimalSI"
});
var negated = (value) => ({
	...value,
	digits: -value.digits
});
var made = (value) => new OpaqueValue(TYPE$1, value);
var fits = (value) => {
	if (!isWholeQuantity(value)) return false;
	const units = quantityValue(value);
	return units >= -(2n ** 63n) && units < 2n ** 63n;
};
function asInteger(value) {
	if (!fits(value)) throw new CelError("cannot convert value to integer");
	return inRange(quantityValue(value));
}
var asFloat = ({ digits, exponent }) => Number(`${digits}e${exponent}`);
/** Reading a text is not charged before evaluating: the reference's estimate leaves it out, and so admits more. */
var reading$1 = {
	cost: traverse,
	estimate: () => 1
};
var quantities = [
	define(`quantity(string): ${TYPE$1}`, ([s]) => toQuantity(text(s)), reading$1),
	define("isQuantity(string): bool", ([s]) => !(read(text(s)) instanceof QuantityError), reading$1),
	define(`${TYPE$1}~sign(): int`, ([q]) => BigInt(compareQuantity(amount(q), whole(0n)))),
	define(`${TYPE$1}~isInteger(): bool`, ([q]) => fits(amount(q))),
	define(`${TYPE$1}~asInteger(): int`, ([q]) => asInteger(amount(q))),
	define(`${TYPE$1}~asApproximateFloat(): double`, ([q]) => asFloat(amount(q))),
	define(`${TYPE$1}~add(${TYPE$1}): ${TYPE$1}`, ([a, b]) => made(addQuantity(amount(a), amount(b)))),
	define(`${TYPE$1}~add(int): ${TYPE$1}`, ([a, b]) => made(addQuantity(amount(a), whole(int(b))))),
	define(`${TYPE$1}~sub(${TYPE$1}): ${TYPE$1}`, ([a, b]) => made(addQuantity(amount(a), negated(amount(b))))),
	define(`${TYPE$1}~sub(int): ${TYPE$1}`, ([a, b]) => made(addQuantity(amount(a), whole(-int(b))))),
	define(`${TYPE$1}~isLessThan(${TYPE$1}): bool`, ([a, b]) => compareQuantity(amount(a), amount(b)) < 0),
	define(`${TYPE$1}~isGreaterThan(${TYPE$1}): bool`, ([a, b]) => compareQuantity(amount(a), amount(b)) > 0),
	define(`${TYPE$1}~compareTo(${TYPE$1}): int`, ([a, b]) => BigInt(compareQuantity(amount(a), amount(b))))
];
// server/cel/library/regexFunctions.ts
/** What a pattern finds in a text. */
/** What finding one more takes, however little is read for it. */
var FOUND_UNITS = 20;
function findAll(value, pattern, limit, effort) {
	const found = [];
	const matcher = compilePattern(pattern).matcher(value);
	while ((limit < 0n || BigInt(found.length) < limit) && matcher.find()) {
		effort(FOUND_UNITS);
		found.push(matcher.group() ?? "");
	}
	return new ListValue(found);
}
function find(value, pattern) {
	const matcher = compilePattern(pattern).matcher(value);
	return matcher.find() ? matcher.group() ?? "" : "";
}
var costs = {
	cost: matching,
	resultSize: ([size]) => ({
		min: 0,
		max: size?.max ?? 0
	})
};
var regexFunctions = [
	define("string~find(string): string", ([s, pattern]) => find(text(s), text(pattern)), costs),
	define("string~findAll(string): list(string)", ([s, pattern], { effort }) => findAll(text(s), text(pattern), -1n, effort), costs),
	define("string~findAll(string, int): list(string)", ([s, pattern, n], { effort }) => findAll(text(s), text(pattern), int(n), effort), costs)
];
// server/cel/library/sets.ts
/** Lists as sets: order and repetition do not count. */
var containsAll = (items, wanted, work) => {
	for (const each of wanted.values()) if (!contains(items, each, work)) return false;
	return true;
};
var intersects = (a, b, work) => {
	for (const each of b.values()) if (contains(a, each, work)) return true;
	return false;
};
/** Every element of one is compared with every element of the other. */
var pairs = ([a = 0, b = 0]) => 1 + a * b;
var pairsTwice = ([a = 0, b = 0]) => 1 + 2 * a * b;
var sets = [
	define("sets.contains(list(T), list(T)): bool", ([a, b], { work }) => containsAll(list(a), list(b), work), { cost: pairs }),
	define("sets.intersects(list(T), list(T)): bool", ([a, b], { work }) => intersects(list(a), list(b), work), { cost: pairs }),
	define("sets.equivalent(list(T), list(T)): bool", ([a, b], { work }) => containsAll(list(a), list(b), work) && containsAll(list(b), list(a), work), { cost: pairsTwice })
];
// server/cel/library/quote.ts
var ESCAPES$2 = {
	"\x07": "\\a",
	"\b": "\\b",
	"\f": "\\f",
	"\n": "\\n",
	"\r": "\\r",
	"	": "\\t",
	"\v": "\\v",
	"\\": "\\\\",
	"\"": "\\\""
};
/** In quotes, with control characters and quotes escaped. */
var quote = (value) => `"${[...value].map((point) => ESCAPES$2[point] ?? point).join("")}"`;
// server/cel/library/formatText.ts
/** `'%s is %d'.format([…])`. */
var CLAUSE = /%(?:%|(?:\.(\d+))?([a-zA-Z]))/g;
var DEFAULT_PRECISION = 6;
var MAX_PRECISION = 1e3;
/** Joined lists take no room until somebody wants to see them. */
var MAX_ELEMENTS = 1e6;
/** @throws CelError `error during formatting: …` */
function formatText(format, args) {
	let next = 0;
	let read = 0;
	let result = "";
	for (const clause of format.matchAll(CLAUSE)) {
		result += plain(format.slice(read, clause.index));
		read = clause.index + clause[0].length;
		if (clause[0] === "%%") {
			result += "%";
			continue;
		}
		if (next >= args.size) throw failure(`index ${next} out of range`);
		const precision = clause[1] === void 0 ? void 0 : Number(clause[1]);
		if (precision !== void 0 && precision > MAX_PRECISION) throw failure(`precision ${precision} is too large`);
		result += formatOne(clause[2] ?? "", args.at(next), precision);
		next += 1;
	}
	return result + plain(format.slice(read));
}
var failure = (why) => new CelError(`error during formatting: ${why}`);
function plain(text) {
	if (!text.includes("%")) return text;
	const after = text.slice(text.indexOf("%") + 1);
	throw after === "" ? failure("unexpected end of string") : failure(`could not parse formatting clause: unrecognized formatting clause "${after.charAt(0)}"`);
}
function formatOne(verb, value, precision) {
	switch (verb) {
		case "s": return display(value, false);
		case "d": return decimal(value);
		case "f": return fixed(numeric("fixed-point", value), precision ?? DEFAULT_PRECISION);
		case "e": return scientific(numeric("scientific notation", value), precision ?? DEFAULT_PRECISION);
		case "b": return typeof value === "boolean" ? String(Number(value)) : integer("binary", value).toString(2);
		case "o": return integer("octal", value).toString(8);
		case "x": return hexadecimal(value);
		case "X": return hexadecimal(value).toUpperCase();
		default: throw failure(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
	}
}
function display(value, nested) {
	if (value === null) return "null";
	if (typeof value === "string") return nested ? quote(value) : value;
	if (typeof value === "boolean" || typeof value === "bigint") return String(value);
	if (typeof value === "number") return fixed(value, DEFAULT_PRECISION);
	if (value instanceof Uint) return String(value.value);
	if (value instanceof Uint8Array) {
		const text = new TextDecoder().decode(value);
		return nested ? `b${quote(text)}` : text;
	}
	if (value instanceof Timestamp) return call("timestamp", formatTimestamp(value), nested);
	if (value instanceof Duration) return call("duration", formatDuration(value), nested);
	if (value instanceof TypeValue) return value.name;
	if (value instanceof ListValue && value.size > MAX_ELEMENTS) throw new CostLimitError();
	if (value instanceof ListValue) return `[${[...value.values()].map((item) => display(item, true)).join(", ")}]`;
	if (isMap(value)) return `{${[...value.keys()].map((key) => `${display(key, true)}:${display(value.get(key) ?? null, true)}`).sort().join(", ")}}`;
	throw failure(`could not convert argument to string: ${typeName(value)}`);
}
var call = (name, text, nested) => nested ? `${name}(${quote(text)})` : text;
function decimal(value) {
	if (value instanceof Uint) return String(value.value);
	if (typeof value === "bigint") return String(value);
	if (typeof value === "number") return fixed(value, 0);
	throw failure(`decimal clause can only be used on integers, was given ${typeName(value)}`);
}
function integer(what, value) {
	if (value instanceof Uint) return value.value;
	if (typeof value === "bigint") return value;
	throw failure(`only ${what === "binary" ? "integers and bools" : "integers"} can be formatted as ${what}, was given ${typeName(value)}`);
}
function numeric(what, value) {
	if (typeof value === "number") return value;
	if (typeof value === "bigint") return Number(value);
	if (value instanceof Uint) return Number(value.value);
	if (typeof value === "string" && [
		"NaN",
		"Infinity",
		"-Infinity"
	].includes(value)) return Number(value);
	throw failure(`${what} clause can only be used on doubles, was given ${typeName(value)}`);
}
var special = (value) => Number.isNaN(value) ? "NaN" : Number.isFinite(value) ? void 0 : value > 0 ? "∞" : "-∞";
var fixed = (value, precision) => special(value) ?? exactFixed(value, precision);
/** `toFixed` for any size and up to a hundred digits; more digits than a double holds are zeros. */
function exactFixed(value, precision) {
	if (Math.abs(value) >= 1e21) return `${BigInt(value)}${precision > 0 ? `.${"0".repeat(precision)}` : ""}`;
	const digits = value.toFixed(Math.min(precision, 100));
	return precision > 100 ? digits + "0".repeat(precision - 100) : digits;
}
var SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** A mantissa times a power of ten, as the reference prints it: `1.052033 × 10⁰³` with narrow spaces. */
function scientific(value, precision) {
	const known = special(value);
	if (known !== void 0) return known;
	const [mantissa = "", exponent = "+0"] = value.toExponential(Math.min(precision, 100)).split("e");
	const digits = exponent.slice(1).padStart(2, "0").replace(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)));
	return `${mantissa}\u202f×\u202f10${exponent.startsWith("-") ? "⁻" : ""}${digits}`;
}
function hexadecimal(value) {
	if (typeof value === "string") return Buffer.from(value).toString("hex");
	if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
	if (value instanceof Uint) return value.value.toString(16);
	if (typeof value === "bigint") return value.toString(16);
	throw failure(`only integers, byte buffers, and strings can be formatted as hex, was given ${typeName(value)}`);
}
// server/cel/library/textExtensions.ts
/** Further functions of strings. Positions count code points. */
var twice = ([first = 0]) => Math.ceil(first * 2 * TRAVERSAL);
var same = ([size]) => size ?? {
	min: 0,
	max: 0
};
var upTo = ([size]) => ({
	min: 0,
	max: size?.max ?? 0
});
var points = (value) => [...value];
function charAt(value, position) {
	const all = points(value);
	if (position < 0n || position > BigInt(all.length)) throw new CelError(`index out of range: ${position}`);
	return all[Number(position)] ?? "";
}
function substring(value, start, end) {
	const all = points(value);
	const stop = end ?? BigInt(all.length);
	if (start < 0n || start > BigInt(all.length)) throw new CelError(`index out of range: ${start}`);
	if (stop < 0n || stop > BigInt(all.length)) throw new CelError(`index out of range: ${stop}`);
	if (start > stop) throw new CelError(`invalid substring range. start: ${start}, end: ${stop}`);
	return all.slice(Number(start), Number(stop)).join("");
}
function indexOf(value, part, from = 0n) {
	const all = points(value);
	if (part === "") return from;
	if (from < 0n) throw new CelError(`index out of range: ${from}`);
	if (from >= BigInt(all.length)) return -1n;
	const before = all.slice(0, Number(from)).join("").length;
	return countBefore(value, value.indexOf(part, before));
}
function lastIndexOf(value, part, from) {
	const all = points(value);
	if (from !== void 0 && from < 0n) throw new CelError(`index out of range: ${from}`);
	if (part === "") return from ?? BigInt(all.length);
	if (from !== void 0 && from >= BigInt(all.length)) return -1n;
	const before = from === void 0 ? value.length : all.slice(0, Number(from)).join("").length;
	return countBefore(value, value.lastIndexOf(part, before));
}
/** From an index of UTF-16 units to one of code points. */
var countBefore = (value, index) => index < 0 ? -1n : BigInt(points(value.slice(0, index)).length);
/** UTF-16 units that a text may grow to. */
var MAX_TEXT = 16777216;
function replace(value, old, by, limit) {
	const places = old === "" ? value.length + 1 : value.split(old).length - 1;
	if (value.length + places * by.length > MAX_TEXT) throw new CostLimitError();
	if (limit < 0n) return old === "" ? `${by}${points(value).map((point) => point + by).join("")}` : value.replaceAll(old, () => by);
	const all = old === "" ? ["", ...points(value)] : value.split(old);
	const count = Math.min(Number(limit), old === "" ? all.length : all.length - 1);
	if (old === "") return all.map((point, i) => point + (i < count ? by : "")).join("");
	return [...all.slice(0, count + 1)].join(by) + all.slice(count + 1).map((piece) => old + piece).join("");
}
function split(value, by, limit) {
	if (limit === 0n) return new ListValue([]);
	if (limit === 1n) return new ListValue([value]);
	const pieces = by === "" ? points(value) : value.split(by);
	if (limit < 0n || BigInt(pieces.length) <= limit) return new ListValue(pieces);
	return new ListValue([...pieces.slice(0, Number(limit) - 1), pieces.slice(Number(limit) - 1).join(by)]);
}
var ascii = (value, pattern, shift) => value.replace(pattern, (letter) => String.fromCharCode(letter.charCodeAt(0) + shift));
/** White space as Unicode has it. */
var trim = (value) => value.replace(/^[\s\u0085]+|[\s\u0085]+$/gu, (found) => found.replace(/[^\ufeff]/gu, ""));
var joinCost = ([size = 0]) => Math.ceil(size * 2 * TRAVERSAL);
function join$2(items, by = "") {
	const pieces = [];
	let length = 0;
	for (const item of items.values()) {
		const piece = text(item);
		length += piece.length + by.length;
		if (length > MAX_TEXT) throw new CostLimitError();
		pieces.push(piece);
	}
	return pieces.join(by);
}
var joinEstimate = {
	cost: joinCost,
	estimate: ([items, by]) => {
		const count = items?.size.max ?? 0;
		const content = times$1(count, items?.elements?.max ?? 0);
		return Math.ceil((content + times$1(Math.max(count - 1, 0), by?.size.max ?? 0)) * TRAVERSAL);
	},
	resultSize: () => ({
		min: 0,
		max: Number.POSITIVE_INFINITY
	})
};
var times$1 = (a, b) => a === 0 || b === 0 ? 0 : a * b;
/** How long a text gets when parts of it are replaced. */
function replacedSize([value, old, by]) {
	const [whole, from, to] = [
		value?.max ?? 0,
		old?.min ?? 0,
		by?.max ?? 0
	];
	if (from === 0) return {
		min: 0,
		max: times$1(whole + 1, to) + whole
	};
	if (to <= from) return {
		min: 0,
		max: whole
	};
	return {
		min: 0,
		max: times$1(Math.ceil(whole / from), to)
	};
}
var replacing = {
	cost: twice,
	resultSize: replacedSize
};
var splitting = {
	cost: twice,
	resultSize: upTo
};
var reading = {
	cost: traverse,
	resultSize: same
};
var textExtensions = [
	define("string~charAt(int): string", ([s, i]) => charAt(text(s), int(i))),
	define("string~indexOf(string): int", ([s, part]) => indexOf(text(s), text(part)), { cost: traverse }),
	define("string~indexOf(string, int): int", ([s, part, i]) => indexOf(text(s), text(part), int(i)), { cost: traverse }),
	define("string~lastIndexOf(string): int", ([s, part]) => lastIndexOf(text(s), text(part)), { cost: traverse }),
	define("string~lastIndexOf(string, int): int", ([s, part, i]) => lastIndexOf(text(s), text(part), int(i)), { cost: traverse }),
	define("string~lowerAscii(): string", ([s]) => ascii(text(s), /[A-Z]/g, 32), reading),
	define("string~upperAscii(): string", ([s]) => ascii(text(s), /[a-z]/g, -32), reading),
	define("string~replace(string, string): string", ([s, a, b]) => replace(text(s), text(a), text(b), -1n), replacing),
	define("string~replace(string, string, int): string", ([s, a, b, n]) => replace(text(s), text(a), text(b), int(n)), replacing),
	define("string~split(string): list(string)", ([s, by]) => split(text(s), text(by), -1n), splitting),
	define("string~split(string, int): list(string)", ([s, by, n]) => split(text(s), text(by), int(n)), splitting),
	define("string~substring(int): string", ([s, a]) => substring(text(s), int(a)), reading),
	define("string~substring(int, int): string", ([s, a, b]) => substring(text(s), int(a), int(b)), reading),
	define("string~trim(): string", ([s]) => trim(text(s)), reading),
	define("list(string)~join(): string", ([items]) => join$2(list(items)), joinEstimate),
	define("list(string)~join(string): string", ([items, by]) => join$2(list(items), text(by)), joinEstimate),
	define("strings.quote(string): string", ([s]) => quote(text(s)), {
		cost: traverse,
		resultSize: ([size]) => ({
			min: (size?.min ?? 0) + 2,
			max: (size?.max ?? 0) * 2 + 2
		})
	}),
	define("string~format(list(dyn)): string", ([s, args]) => formatText(text(s), list(args)), { cost: traverse })
];
// server/cel/library/texts.ts
/** The language's own functions of strings. */
/** Reads as much as the part that is looked for. */
var edge = ([, part = 0]) => Math.ceil(part * TRAVERSAL);
var texts = [
	define("string~startsWith(string): bool", ([s, part]) => text(s).startsWith(text(part)), { cost: edge }),
	define("string~endsWith(string): bool", ([s, part]) => text(s).endsWith(text(part)), { cost: edge }),
	define("string~contains(string): bool", ([s, part]) => text(s).includes(text(part)), { cost: search }),
	define("string~matches(string): bool", ([s, pattern]) => matches(text(s), text(pattern)), { cost: matching }),
	define("matches(string, string): bool", ([s, pattern]) => matches(text(s), text(pattern)), { cost: matching })
];
// server/cel/library/urls.ts
/** URLs: absolute ones, or absolute paths. */
var TYPE = productType("URL");
var PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:[^/?]*@)?([^/?]*))?([^?]*)(?:\?(.*))?$/s;
var HOST = /^(?:\[[0-9A-Fa-f:.%]+\]|(?:[^\s[\]<>"\\^`{|}%:]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/;
function parseUrl(value) {
	if (value === "" || /[\u0000-\u001f\u007f]/.test(value)) return void 0;
	const match = PARTS.exec(value);
	if (match === null) return void 0;
	const [, scheme = "", host = "", path = "", query = ""] = match;
	if (scheme === "" && !value.startsWith("/")) return void 0;
	if (/%(?![0-9A-Fa-f]{2})/.test(path) || !HOST.test(host)) return void 0;
	if (scheme !== "" && match[2] === void 0 && !path.startsWith("/")) return {
		scheme,
		host: "",
		path: "",
		query
	};
	if (scheme === "" && match[2] !== void 0) return {
		scheme: "",
		host,
		path,
		query
	};
	return {
		scheme: scheme.toLowerCase(),
		host,
		path,
		query
	};
}
function toUrl(value) {
	const url = parseUrl(value);
	if (url === void 0) throw new CelError(`URL parse error during conversion from string: parse ${JSON.stringify(value)}: invalid URI for request`);
	return new OpaqueValue(TYPE, url);
}
var hostname = (host) => /^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, "");
/** The path with everything escaped that must be. */
var escapedPath = (path) => path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]/gu, (found) => encodeURIComponent(found));
function queryOf(query) {
	const names = /* @__PURE__ */ new Map();
	for (const [name, value] of new URLSearchParams(query)) {
		const values = names.get(name);
		if (values === void 0) names.set(name, [value]);
		else values.push(value);
	}
	const map = new EntryMap();
	for (const [name, values] of names) map.add(name, new ListValue(values));
	return map;
}
var part = (name, result, read) => define(`${TYPE}~${name}(): ${result}`, ([url]) => read(opaqueData(url, TYPE)));
var urls = [
	define(`url(string): ${TYPE}`, ([s]) => toUrl(text(s)), { cost: traverse }),
	define("isURL(string): bool", ([s]) => parseUrl(text(s)) !== void 0),
	part("getScheme", "string", ({ scheme }) => scheme),
	part("getHost", "string", ({ host }) => host),
	part("getHostname", "string", ({ host }) => hostname(host)),
	part("getPort", "string", ({ host }) => /:(\d*)$/.exec(host)?.[1] ?? ""),
	part("getEscapedPath", "string", ({ path }) => escapedPath(path)),
	part("getQuery", "map(string, list(string))", ({ query }) => queryOf(query))
];
// server/cel/library/standardLibrary.ts
/** Every function that all expressions have. */
function standardLibrary() {
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
		...namedFormats
	];
}
// server/cel/environment.ts
/** What expressions can name: variables and functions. */
var TYPE_NAMES = /* @__PURE__ */ new Map([
	["bool", BOOL],
	["bytes", BYTES],
	["double", DOUBLE],
	["dyn", DYN],
	["google.protobuf.Duration", DURATION$1],
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
	["net.CIDR", opaque("net.CIDR")]
]);
var NONE = [];
/** By what was added to the standard functions: environments of one kind share their table. */
var tables = /* @__PURE__ */ new WeakMap();
/** An environment with the reference's libraries; immutable, so it may be shared. */
function createEnvironment({ variables, functions = NONE }) {
	let table = tables.get(functions);
	if (table === void 0) {
		table = tableOf([...standardLibrary(), ...functions]);
		tables.set(functions, table);
	}
	return {
		variables: new Map(Object.entries(variables)),
		functions: table,
		typeNames: TYPE_NAMES
	};
}
// server/cel/library/authorizerLibrary.ts
/** Questions of rights: `authorizer.group('').resource('pods').namespace('x').check('get').allowed()`. */
var PREFIX = productType("authorization.");
/** The type of the variable `authorizer`. */
var AUTHORIZER = `${PREFIX}Authorizer`;
var PATH_CHECK = `${PREFIX}PathCheck`;
var GROUP_CHECK = `${PREFIX}GroupCheck`;
/** The type of what asks about one resource. */
var RESOURCE_CHECK = `${PREFIX}ResourceCheck`;
var DECISION = `${PREFIX}Decision`;
/** What a call costs that may ask somebody else. */
var CHECK_COST = 35e4;
/** The value of `authorizer`. */
var authorizerValue = () => new OpaqueValue(AUTHORIZER, {});
/** The value of `authorizer.requestResource`. */
var resourceCheckValue = (draft) => new OpaqueValue(RESOURCE_CHECK, draft);
var extend = (from, to, more) => ([value, arg]) => new OpaqueValue(to, {
	...opaqueData(value, from),
	...more(text(arg))
});
var check = (type) => define(`${type}~check(string): ${DECISION}`, ([value, verb], { ask }) => new OpaqueValue(DECISION, ask({
	...opaqueData(value, type),
	verb: text(verb)
})), {
	cost: () => CHECK_COST,
	isIdle: true
});
var decision = (value) => opaqueData(value, DECISION);
var NAME$1 = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
function serviceAccount([value, namespace, name]) {
	const account = {
		namespace: text(namespace),
		name: text(name)
	};
	if (!NAME$1.test(account.namespace) || account.namespace.includes(".")) throw new CelError("Invalid service account namespace");
	if (!NAME$1.test(account.name)) throw new CelError("Invalid service account name");
	return new OpaqueValue(AUTHORIZER, {
		...opaqueData(value, AUTHORIZER),
		serviceAccount: account
	});
}
var authorizerLibrary = [
	define(`${AUTHORIZER}~path(string): ${PATH_CHECK}`, ([value, path]) => {
		if (text(path) === "") throw new CelError("path must not be empty");
		return new OpaqueValue(PATH_CHECK, {
			...opaqueData(value, AUTHORIZER),
			path: text(path)
		});
	}),
	define(`${AUTHORIZER}~group(string): ${GROUP_CHECK}`, extend(AUTHORIZER, GROUP_CHECK, (group) => ({ group }))),
	define(`${AUTHORIZER}~serviceAccount(string, string): ${AUTHORIZER}`, serviceAccount),
	define(`${GROUP_CHECK}~resource(string): ${RESOURCE_CHECK}`, extend(GROUP_CHECK, RESOURCE_CHECK, (resource) => ({ resource }))),
	define(`${RESOURCE_CHECK}~subresource(string): ${RESOURCE_CHECK}`, extend(RESOURCE_CHECK, RESOURCE_CHECK, (subresource) => ({ subresource }))),
	define(`${RESOURCE_CHECK}~namespace(string): ${RESOURCE_CHECK}`, extend(RESOURCE_CHECK, RESOURCE_CHECK, (namespace) => ({ namespace }))),
	define(`${RESOURCE_CHECK}~name(string): ${RESOURCE_CHECK}`, extend(RESOURCE_CHECK, RESOURCE_CHECK, (name) => ({ name }))),
	define(`${RESOURCE_CHECK}~fieldSelector(string): ${RESOURCE_CHECK}`, extend(RESOURCE_CHECK, RESOURCE_CHECK, (fieldSelector) => ({ fieldSelector }))),
	define(`${RESOURCE_CHECK}~labelSelector(string): ${RESOURCE_CHECK}`, extend(RESOURCE_CHECK, RESOURCE_CHECK, (labelSelector) => ({ labelSelector }))),
	check(PATH_CHECK),
	check(RESOURCE_CHECK),
	define(`${DECISION}~allowed(): bool`, ([value]) => decision(value).decision === "allow"),
	define(`${DECISION}~reason(): string`, ([value]) => decision(value).reason),
	define(`${DECISION}~errored(): bool`, ([value]) => decision(value).error !== void 0),
	define(`${DECISION}~error(): string`, ([value]) => decision(value).error ?? "")
];
// server/cel/environments/environments.ts
/** The environments that parts of the server evaluate expressions in. Each is made once. */
var once = (make) => {
	let made;
	return () => {
		made ??= make();
		return made;
	};
};
/** Further attributes of a user. */
var EXTRA = mapOf(STRING, listOf(STRING));
/** The user of a token, or of a request for admission. */
var USER_INFO = objectOf(productType("UserInfo"), {
	username: STRING,
	uid: STRING,
	groups: listOf(STRING),
	extra: EXTRA
});
var FIELD_SELECTOR = objectOf(productType("FieldSelectorAttributes"), {
	rawSelector: STRING,
	requirements: listOf(objectOf(productType("SelectorRequirement"), {
		key: STRING,
		operator: STRING,
		values: listOf(STRING)
	}))
});
/**
* `request`: the spec of a SubjectAccessReview v1: {resourceAttributes, nonResourceAttributes, user, groups, extra, uid}.
* For match conditions of authorization webhooks. Pass only what is set.
*/
var accessReviewEnvironment = once(() => createEnvironment({ variables: { request: objectOf(productType("SubjectAccessReviewSpec"), {
	resourceAttributes: objectOf(productType("ResourceAttributes"), {
		namespace: STRING,
		verb: STRING,
		group: STRING,
		version: STRING,
		resource: STRING,
		subresource: STRING,
		name: STRING,
		fieldSelector: FIELD_SELECTOR,
		labelSelector: FIELD_SELECTOR
	}),
	nonResourceAttributes: objectOf(productType("NonResourceAttributes"), {
		path: STRING,
		verb: STRING
	}),
	user: STRING,
	groups: listOf(STRING),
	extra: EXTRA,
	uid: STRING
}) } }));
// server/cel/environments/admissionEnvironment.ts
/** The environments of expressions that look at requests for admission. */
var kindOf = (name, last) => objectOf(name, {
	group: STRING,
	version: STRING,
	[last]: STRING
});
var KIND = kindOf(productType("GroupVersionKind"), "kind");
var RESOURCE = kindOf(productType("GroupVersionResource"), "resource");
/** The `request` of an AdmissionReview, without its objects: they are variables of their own. */
var ADMISSION_REQUEST = objectOf(productType("AdmissionRequest"), {
	kind: KIND,
	resource: RESOURCE,
	subResource: STRING,
	requestKind: KIND,
	requestResource: RESOURCE,
	requestSubResource: STRING,
	name: STRING,
	namespace: STRING,
	operation: STRING,
	userInfo: USER_INFO,
	dryRun: BOOL,
	options: DYN
});
/** A namespace, with what policies may read of it. */
var NAMESPACE = objectOf(productType("Namespace"), {
	metadata: objectOf(productType("NamespaceMetadata"), {
		name: STRING,
		generateName: STRING,
		namespace: STRING,
		labels: mapOf(STRING, STRING),
		annotations: mapOf(STRING, STRING),
		UID: STRING,
		creationTimestamp: TIMESTAMP,
		deletionGracePeriodSeconds: INT,
		deletionTimestamp: TIMESTAMP,
		generation: INT,
		resourceVersion: STRING,
		finalizers: listOf(STRING)
	}),
	spec: objectOf(productType("NamespaceSpec"), { finalizers: listOf(STRING) }),
	status: objectOf(productType("NamespaceStatus"), {
		conditions: listOf(objectOf(productType("NamespaceCondition"), {
			status: STRING,
			type: STRING,
			lastTransitionTime: TIMESTAMP,
			message: STRING,
			reason: STRING
		})),
		phase: STRING
	})
});
/** The type of the variable `variables`, by the names that expressions were given. */
var VARIABLES$1 = productType("variables");
/** `object`, `oldObject`, `request`, `namespaceObject`, and what else there is. */
function admissionEnvironment({ params, authorizer, named, types }) {
	return createEnvironment({
		variables: {
			object: types?.object ?? DYN,
			oldObject: types?.object ?? DYN,
			request: ADMISSION_REQUEST,
			namespaceObject: NAMESPACE,
			...params ? { params: types?.params ?? DYN } : {},
			...authorizer ? {
				authorizer: opaque(AUTHORIZER),
				"authorizer.requestResource": opaque(RESOURCE_CHECK)
			} : {},
			...named === void 0 ? {} : { variables: objectOf(VARIABLES$1, named) }
		},
		functions: authorizerLibrary
	});
}
var conditions;
/** {@link admissionEnvironment} of match conditions of admission webhooks. */
function matchConditionEnvironment() {
	conditions ??= admissionEnvironment({
		params: false,
		authorizer: true
	});
	return conditions;
}
// server/cel/composition/compileExpression.ts
/** @param result the types that the value may have; without it, any */
function compileExpression(source, environment, result) {
	try {
		return {
			source,
			program: compile(source, environment, result === void 0 ? {} : { result })
		};
	} catch (error) {
		if (!(error instanceof CompileError)) throw error;
		return {
			source,
			problem: error
		};
	}
}
// server/cel/composition/composition.ts
/** Values that expressions give names to, for the expressions after them: `variables.name`. */
/** Compiles named expressions, one at a time. Each sees those before it, besides what is declared. */
function* composing(declarations, declared) {
	const byName = /* @__PURE__ */ new Map();
	const types = {};
	return {
		inOrder: yield* each(declarations, ({ name = "", expression = "" }) => {
			if (expression.trim() === "") return void 0;
			const compiled = compileExpression(expression, admissionEnvironment({
				...declared,
				authorizer: true,
				named: types
			}));
			byName.set(name, compiled);
			types[name] = "program" in compiled ? memberType$1(compiled.program.type) : DYN;
			return compiled;
		}),
		byName,
		types
	};
}
/** Plain values and containers of them keep their type; members of other types are looked at when they are there. */
function memberType$1(type) {
	switch (type.kind) {
		case "list": return listOf(memberType$1(type.element));
		case "map": return mapOf(memberType$1(type.key), memberType$1(type.value));
		case "object":
		case "opaque":
		case "type":
		case "parameter":
		case "error": return DYN;
		default: return type;
	}
}
/**
* Every value is computed when it is first read, and kept.
* @param others what the named expressions see besides each other
*/
function namedValues({ byName, types }, others, means) {
	const known = /* @__PURE__ */ new Map();
	let cost = 0;
	const compute = (name, expression) => {
		if ("problem" in expression) {
			const why = describeCompileError(expression.problem);
			return new CelError(`composited variable ${quoted$1(name)} fails to compile: ${why}`);
		}
		const made = expression.program.attempt(variables, {
			costLimit: CALL_COST_LIMIT,
			...means
		});
		cost += made.cost;
		if (!("error" in made)) return made.value;
		return new CelError(`composited variable ${quoted$1(name)} fails to evaluate: ${made.error.message}`);
	};
	const read = (name) => {
		const expression = byName.get(name);
		if (expression === void 0) return void 0;
		let value = known.get(name);
		if (value === void 0) {
			value = compute(name, expression);
			known.set(name, value);
		}
		if (value instanceof CelError) throw value;
		return value;
	};
	const value = new ObjectValue(VARIABLES$1, {}, read, () => Object.keys(types));
	const variables = {
		...others,
		variables: value
	};
	return {
		value,
		takeCost() {
			const taken = cost;
			cost = 0;
			return taken;
		}
	};
}
// server/admission/expressions/expressionErrors.ts
/** Why an expression has no value on any request. */
var compilationError = (error) => `compilation error: ${describeCompileError(error)}`;
/** Why an expression has no value on one request. */
var evaluationError = (expression, { message }) => `expression '${expression}' resulted in error: ${message}`;
// server/admission/expressions/evaluateExpressions.ts
/** Expressions together took more work than they may. */
var OutOfBudgetError = class extends Error {
	constructor() {
		super("validation failed due to running out of cost budget, no further validation rules will be run");
		this.name = "OutOfBudgetError";
	}
};
/**
* Evaluates expressions that share a budget and their named values.
* @param budget units of work
* @throws OutOfBudgetError
*/
function evaluateExpressions(expressions, composition, values, budget, means) {
	const named = namedValues(composition, values, means);
	const variables = {
		...values,
		variables: named.value
	};
	let remaining = budget;
	return {
		outcomes: expressions.map((expression) => {
			if (expression === void 0) return void 0;
			if ("problem" in expression) return { error: compilationError(expression.problem) };
			const made = expression.program.attempt(variables, {
				costLimit: CALL_COST_LIMIT,
				...means
			});
			remaining -= made.cost + named.takeCost();
			if (remaining < 0) throw new OutOfBudgetError();
			return "error" in made ? { error: evaluationError(expression.source, made.error) } : { value: made.value };
		}),
		remaining
	};
}
// server/admission/policy/failureMessage.ts
/** In bytes. */
var MAX_EVALUATED_MESSAGE = 5120;
/** What a message expression made of a request, if that is a message: one line of text, not too long. */
function evaluatedMessage(outcome) {
	if (outcome === void 0 || !("value" in outcome) || typeof outcome.value !== "string") return "";
	const text = outcome.value.trim();
	return Buffer.byteLength(text) > MAX_EVALUATED_MESSAGE || text.includes("\n") ? "" : text;
}
/**
* Tells why a request fails a validation: in the words of its message expression, else of its message, else with the
* expression itself.
* @param outcome of the message expression
*/
function failureMessage({ message, expression }, outcome) {
	return evaluatedMessage(outcome) || message.trim() || `failed expression: ${expression.source.trim()}`;
}
// server/admission/policy/evaluatePolicy.ts
/** Units of work of all expressions of a kind, with one parameter. */
var BUDGET = 1e7;
var CONDITIONS_BUDGET = 25e5;
var NOTHING = {
	failures: [],
	ignored: [],
	annotations: [],
	annotationErrors: []
};
/** Whether all conditions hold; one that is false decides, whatever is wrong with the others. */
function conditionsHold(outcomes) {
	if (outcomes.some((outcome) => outcome !== void 0 && "value" in outcome && outcome.value === false)) return false;
	const problems = outcomes.flatMap((outcome) => outcome !== void 0 && "error" in outcome ? [outcome.error] : []);
	return problems.length === 0 ? true : { error: aggregateText(problems) };
}
/** Evaluates a policy for one parameter. */
function evaluatePolicy(policy, input, means) {
	try {
		return evaluate(policy, input, means);
	} catch (error) {
		if (!(error instanceof OutOfBudgetError)) throw error;
		return unevaluated(policy, error.message);
	}
}
/** The verdict when nothing could be found out. */
var unevaluated = ({ failurePolicy }, message) => failurePolicy === "Ignore" ? {
	...NOTHING,
	ignored: [message]
} : {
	...NOTHING,
	failures: [{
		index: 0,
		message
	}]
};
function evaluate(policy, input, means) {
	const { conditions, variables } = policy;
	const asking = {
		...input.values,
		...input.authorizer
	};
	if (conditions.length > 0) {
		const hold = conditionsHold(evaluateExpressions(conditions, variables, {
			...asking,
			namespaceObject: null
		}, CONDITIONS_BUDGET, means).outcomes);
		if (hold === false) return NOTHING;
		if (hold !== true) return policy.failurePolicy === "Ignore" ? NOTHING : unevaluated(policy, hold.error);
	}
	const judged = validate(policy, input, means);
	const values = {
		...input.values,
		namespaceObject: input.namespace
	};
	const { outcomes } = evaluateExpressions(policy.auditAnnotations.map(({ value }) => value), variables, values, BUDGET, means);
	return {
		...judged,
		...annotate(policy, outcomes)
	};
}
function validate({ validations, variables, failurePolicy }, input, means) {
	const values = {
		...input.values,
		namespaceObject: input.namespace
	};
	const checks = evaluateExpressions(validations.map(({ expression }) => expression), variables, {
		...values,
		...input.authorizer
	}, BUDGET, means);
	let messages = [];
	let exhausted;
	try {
		messages = evaluateExpressions(validations.map(({ messageExpression }) => messageExpression), variables, values, checks.remaining, means).outcomes;
	} catch (error) {
		if (!(error instanceof OutOfBudgetError)) throw error;
		exhausted = `failed messageExpression: ${error.message}`;
	}
	const failures = [];
	const ignored = [];
	for (const [index, validation] of validations.entries()) {
		const outcome = checks.outcomes[index];
		const problem = outcome !== void 0 && "error" in outcome ? outcome.error : exhausted;
		if (problem !== void 0) {
			if (failurePolicy === "Ignore") ignored.push(problem);
			else failures.push({
				index,
				message: problem
			});
		} else if (!(outcome !== void 0 && "value" in outcome && outcome.value === true)) failures.push({
			index,
			message: failureMessage(validation, messages[index]),
			reason: validation.reason
		});
	}
	return {
		failures,
		ignored
	};
}
/** Texts are written; null and blank texts are not, and anything else is an error whatever the failure policy says. */
function annotate({ auditAnnotations, failurePolicy }, outcomes) {
	const annotations = [];
	const annotationErrors = [];
	for (const [i, { key, value: expression }] of auditAnnotations.entries()) {
		const outcome = outcomes[i];
		if (outcome === void 0) continue;
		if ("error" in outcome) {
			if (failurePolicy !== "Ignore") annotationErrors.push(outcome.error);
		} else if (typeof outcome.value === "string") {
			const value = outcome.value.trim();
			if (value !== "") annotations.push({
				key,
				value
			});
		} else if (outcome.value !== null) annotationErrors.push(`valueExpression '${expression.source}' resulted in unsupported return type: ${typeName(outcome.value)}. Return type must be either string or null.`);
	}
	return {
		annotations,
		annotationErrors
	};
}
// shared/selectors/labelSelector.ts
/** The structured form; unknown operators are left out (they were refused by validation). */
function fromStructured(selector) {
	const requirements = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
		key,
		operator: "In",
		values: [value]
	}));
	for (const { key, operator, values } of selector.matchExpressions ?? []) if (operator === "In" || operator === "NotIn" || operator === "Exists" || operator === "DoesNotExist") requirements.push({
		key,
		operator,
		values: values ?? []
	});
	return requirements;
}
// server/admission/policy/policy.ts
function criteriaOf(match) {
	const { resourceRules = [], excludeResourceRules = [] } = match;
	return {
		rules: resourceRules.length === 0 ? "everything" : resourceRules,
		excluded: excludeResourceRules,
		matchPolicy: match.matchPolicy === "Exact" ? "Exact" : "Equivalent",
		namespaceSelector: fromStructured(match.namespaceSelector ?? {}),
		objectSelector: fromStructured(match.objectSelector ?? {})
	};
}
/** Reads what a policy declares besides expressions. */
var readPolicy = (name, spec) => ({
	name,
	spec,
	criteria: criteriaOf(spec.matchConstraints ?? {}),
	paramKind: spec.paramKind,
	failurePolicy: spec.failurePolicy === "Ignore" ? "Ignore" : "Fail"
});
/** {@link compiling}, at once. */
var compilePolicy = (name, spec) => atOnce(compiling(readPolicy(name, spec)));
/** Compiles what a policy declares, an expression at a time; expressions that are none fail when they are evaluated. */
function* compiling(head) {
	const { validations = [], auditAnnotations = [], matchConditions = [], ...spec } = head.spec;
	const params = spec.paramKind !== void 0;
	const variables = yield* composing(spec.variables ?? [], { params });
	const named = variables.types;
	const full = admissionEnvironment({
		params,
		authorizer: true,
		named
	});
	const withoutAuthorizer = admissionEnvironment({
		params,
		authorizer: false,
		named
	});
	const conditions = yield* each(matchConditions, ({ expression = "" }) => compileExpression(expression, full, BOOL));
	return {
		...head,
		conditions,
		variables,
		validations: yield* each(validations, ({ expression = "", message = "", messageExpression = "", reason }) => ({
			expression: compileExpression(expression, full, BOOL),
			message,
			messageExpression: messageExpression === "" ? void 0 : compileExpression(messageExpression, withoutAuthorizer, STRING),
			reason
		})),
		auditAnnotations: yield* each(auditAnnotations, ({ key = "", valueExpression = "" }) => ({
			key,
			value: compileExpression(valueExpression, full, [STRING, NULL])
		}))
	};
}
// server/admission/expressions/authorizerVariables.ts
/**
* `authorizer`, and `authorizer.requestResource`: what was asked for, in the version and the group it was asked for in.
* @param request the variable of that name, see `reviewRequest`
*/
function authorizerVariables(request) {
	const { group, resource } = request["requestResource"] ?? {};
	const text = (member) => typeof request[member] === "string" ? request[member] : "";
	return {
		authorizer: authorizerValue(),
		"authorizer.requestResource": resourceCheckValue({
			group: group ?? "",
			resource: resource ?? "",
			subresource: text("requestSubResource"),
			namespace: text("namespace"),
			name: text("name")
		})
	};
}
// server/admission/policy/policyInput.ts
/** What expressions see of a request with a parameter. */
var policyInput = (subject, params) => ({
	values: {
		object: subject.object,
		oldObject: subject.oldObject,
		request: subject.request,
		params
	},
	authorizer: authorizerVariables(subject.request),
	namespace: subject.namespace
});
// server/cel/condition.ts
var ENVIRONMENTS = {
	/** Of webhooks that judge what is written. */
	admission: matchConditionEnvironment,
	/** Of webhooks that decide about access. */
	access: accessReviewEnvironment
};
/** @throws CompileError */
function conditionProgram({ expression, environment }) {
	const compiled = compileExpression(expression, ENVIRONMENTS[environment](), BOOL);
	if ("program" in compiled) return compiled.program;
	throw compiled.problem;
}
/** @throws SliceSpent */
function evaluateCondition(program, variables, means) {
	const made = program.attempt(variables, means);
	return "error" in made ? { error: made.error.message } : made.value === true;
}
// server/offload/fairQueue.ts
/** Waiting entries of many owners: each owner in turn has one taken, oldest first. */
var FairQueue = class {
	#owners = /* @__PURE__ */ new Map();
	get size() {
		let size = 0;
		for (const entries of this.#owners.values()) size += entries.length;
		return size;
	}
	add(owner, entry) {
		const entries = this.#owners.get(owner);
		if (entries === void 0) this.#owners.set(owner, [entry]);
		else entries.push(entry);
	}
	/** Undefined when nothing waits. */
	take() {
		for (const [owner, entries] of this.#owners) {
			const entry = entries.shift();
			this.#owners.delete(owner);
			if (entries.length > 0) this.#owners.set(owner, entries);
			if (entry !== void 0) return entry;
		}
	}
	/** Takes an entry out of its place. @returns whether it was waiting */
	remove(owner, entry) {
		const entries = this.#owners.get(owner);
		const at = entries?.indexOf(entry) ?? -1;
		if (entries === void 0 || at < 0) return false;
		entries.splice(at, 1);
		if (entries.length === 0) this.#owners.delete(owner);
		return true;
	}
};
// server/offload/shelf.ts
/**
* The latest few values, by key. Two shelves that see the same calls hold the same keys, so that one thread knows what another
* one has.
*/
var Shelf = class {
	#capacity;
	#values = /* @__PURE__ */ new Map();
	constructor(capacity) {
		this.#capacity = capacity;
	}
	has(key) {
		return this.#values.has(key);
	}
	get(key) {
		return this.#values.get(key);
	}
	/** The value is now the latest; the oldest one makes room. */
	put(key, value) {
		this.#values.delete(key);
		this.#values.set(key, value);
		if (this.#values.size <= this.#capacity) return;
		const { value: oldest } = this.#values.keys().next();
		if (oldest !== void 0) this.#values.delete(oldest);
	}
};
// server/offload/workerFile.ts
/** Finds the program of the workers, from the source tree and from a bundle alike. */
var NAME = "evaluator.cjs";
var source;
/**
* The text of the program. It is run as text because a packaged application has its files inside of an archive, which only
* the main thread can read.
* @throws Error with a hint when it was not built
*/
function workerSource() {
	if (source === void 0) {
		const file = [
			`./generated/${NAME}`,
			`./${NAME}`,
			`../${NAME}`
		].map((path) => (0, node_url.fileURLToPath)(new URL(path, require("url").pathToFileURL(__filename).href))).find((path) => (0, node_fs.existsSync)(path));
		if (file === void 0) throw new Error(`${NAME} is missing: run node scripts/build-evaluator.mjs`);
		source = (0, node_fs.readFileSync)(file, "utf8");
	}
	return source;
}
// server/offload/lane.ts
/** Mebibytes of heap that one worker may have. */
var HEAP = 384;
/** A worker ended before the job did. */
var WorkerLostError = class extends Error {
	/** The worker's memory was used up, possibly by what it kept of other jobs. */
	outOfMemory;
	constructor(message, outOfMemory) {
		super(message);
		this.name = "WorkerLostError";
		this.outOfMemory = outOfMemory;
	}
};
var keys = /* @__PURE__ */ new WeakMap();
var lastKey = 0;
function keyOf(value) {
	let key = keys.get(value);
	if (key === void 0) {
		lastKey += 1;
		key = lastKey;
		keys.set(value, key);
	}
	return key;
}
/** One worker with what it is known to keep. It does one job at a time and is of no use after an error. */
var Lane = class {
	#worker;
	#definitions = new Shelf(32);
	#subjects = new Shelf(1);
	#settle;
	#jobs = 0;
	#isLost = false;
	constructor() {
		this.#worker = new node_worker_threads.Worker(workerSource(), {
			eval: true,
			name: "evaluator",
			stdin: false,
			execArgv: [],
			env: {},
			resourceLimits: { maxOldGenerationSizeMb: HEAP }
		});
		this.#worker.unref();
		this.#worker.on("message", (result) => this.#settle?.(result));
		this.#worker.on("error", (error) => this.#lose(new WorkerLostError(error.message, error.code === "ERR_WORKER_OUT_OF_MEMORY")));
		this.#worker.on("exit", () => this.#lose(new WorkerLostError("the worker ended", false)));
	}
	/** How many jobs it was given. */
	get jobs() {
		return this.#jobs;
	}
	get isLost() {
		return this.#isLost;
	}
	/** @throws WorkerLostError, or Error with what went wrong inside the worker */
	async run({ task, definition, subject, input, answers }) {
		this.#jobs += 1;
		this.#worker.ref();
		try {
			const result = await new Promise((resolve) => {
				this.#settle = resolve;
				const message = {
					task,
					definition: shared(this.#definitions, definition),
					subject: shared(this.#subjects, subject),
					input,
					answers
				};
				this.#worker.postMessage(message);
			});
			if (result instanceof WorkerLostError) throw result;
			if ("failure" in result) throw new Error(result.failure);
			return result.value;
		} finally {
			this.#settle = void 0;
			this.#worker.unref();
		}
	}
	/** Ends the worker, whatever it does. @param why what its job is told */
	end(why) {
		this.#lose(new WorkerLostError(why, false));
		this.#worker.terminate();
	}
	#lose(error) {
		this.#isLost = true;
		this.#settle?.(error);
	}
};
function shared(shelf, value) {
	const key = keyOf(value);
	const isKnown = shelf.has(key);
	shelf.put(key, true);
	return isKnown ? { key } : {
		key,
		value
	};
}
// server/offload/pool.ts
/** Jobs that would hold the event loop, done in workers: a bounded number at a time, each user in turn. */
/** Milliseconds that one job may take. */
var JOB_TIMEOUT = 3e4;
/** Milliseconds after which a worker without work is ended. */
var IDLE_TIMEOUT = 3e4;
var MOST_LANES = 4;
/**
* Workers that are started when there is work and ended when there has been none for a while.
*
* Memory: a waiting job holds what its request holds anyway; only those under way (as many as there are lanes) are cloned, into
* heaps of a fixed size.
*/
var Pool = class {
	#lanes;
	#jobTimeout;
	#idleTimeout;
	#queue = new FairQueue();
	#idle = [];
	#busy = 0;
	constructor(options = {}) {
		this.#lanes = options.lanes ?? Math.max(1, Math.min(MOST_LANES, (0, node_os.availableParallelism)() - 1));
		this.#jobTimeout = options.jobTimeout ?? JOB_TIMEOUT;
		this.#idleTimeout = options.idleTimeout ?? IDLE_TIMEOUT;
	}
	/**
	* What the job's task returns.
	* @throws WorkerLostError when it took too long or too much memory, the signal's reason, or Error when the task failed
	*/
	async run(job, options) {
		try {
			return await this.#attempt(job, options);
		} catch (error) {
			if (!(error instanceof UsedUpError)) throw error;
			return await this.#attempt(job, options);
		}
	}
	/** Ends workers that have nothing to do; others end with their job. */
	close() {
		for (const { lane, timer } of this.#idle.splice(0)) {
			clearTimeout(timer);
			lane.end("the pool was closed");
		}
	}
	#attempt(job, { owner, inFlight }) {
		const signal = inFlight?.signal;
		return new Promise((resolve, reject) => {
			if (signal?.aborted === true) return reject(signal.reason);
			const waiting = {
				job,
				owner,
				start: (lane) => {
					signal?.removeEventListener("abort", leave);
					this.#perform(lane, job, signal).then(resolve, reject);
				}
			};
			const leave = () => {
				if (this.#queue.remove(owner, waiting)) reject(signal?.reason);
			};
			signal?.addEventListener("abort", leave, { once: true });
			this.#queue.add(owner, waiting);
			this.#fill();
		});
	}
	#fill() {
		while (this.#busy < this.#lanes) {
			const next = this.#queue.take();
			if (next === void 0) return;
			this.#busy += 1;
			next.start(this.#freeLane());
		}
	}
	#freeLane() {
		for (;;) {
			const free = this.#idle.pop();
			if (free === void 0) return new Lane();
			clearTimeout(free.timer);
			if (!free.lane.isLost) return free.lane;
		}
	}
	async #perform(lane, job, signal) {
		const isFresh = lane.jobs === 0;
		const stop = () => lane.end("the request ended");
		const timer = setTimeout(() => lane.end(`it took longer than ${this.#jobTimeout / 1e3} s`), this.#jobTimeout);
		signal?.addEventListener("abort", stop, { once: true });
		try {
			return await lane.run(job);
		} catch (error) {
			if (signal?.aborted === true) throw signal.reason;
			if (error instanceof WorkerLostError && error.outOfMemory && !isFresh) throw new UsedUpError();
			throw error;
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener("abort", stop);
			this.#busy -= 1;
			if (!lane.isLost) this.#rest(lane);
			this.#fill();
		}
	}
	#rest(lane) {
		const timer = setTimeout(() => {
			const at = this.#idle.findIndex((each) => each.lane === lane);
			this.#idle.splice(at, 1);
			lane.end("it had nothing to do");
		}, this.#idleTimeout);
		timer.unref();
		this.#idle.push({
			lane,
			timer
		});
	}
};
/** A worker that had done other jobs ran out of memory: a fresh one may have enough. */
var UsedUpError = class extends Error {};
new Pool();
// shared/fifo.ts
/**
* A queue, first in, first out. A step costs the same however long the queue is, which holds neither for an array
* (`shift` moves the rest) nor for a `Set` (its iterator passes over what was deleted).
*/
var Fifo = class {
	#in = [];
	/** In reverse, so that the oldest item is the last. */
	#out = [];
	get size() {
		return this.#in.length + this.#out.length;
	}
	push(item) {
		this.#in.push(item);
	}
	/** Takes the oldest item; undefined when there is none. */
	shift() {
		if (this.#out.length === 0) {
			this.#out = this.#in.reverse();
			this.#in = [];
		}
		return this.#out.pop();
	}
	clear() {
		this.#in = [];
		this.#out = [];
	}
};
new Fifo();
// server/admission/webhook/celConditions.ts
/** What conditions see of a request. The namespace is known to policies only. */
var conditionVariables = ({ object, oldObject, request }) => ({
	object,
	oldObject,
	request,
	namespaceObject: null,
	...authorizerVariables(request)
});
// server/authorization/webhook/matchConditions.ts
/** What conditions see of a request. */
var accessVariables = ({ request }) => ({ request });
// server/extensions/jsonSchema.ts
var known = /* @__PURE__ */ new WeakMap();
/** Reads the extensions; cached by schema object, which belongs to one vocabulary. */
function extensionsOf(schema, vocabulary) {
	let extensions = known.get(schema);
	if (extensions === void 0) {
		const read = (name) => schema[`${vocabulary.extensionPrefix}${name}`] ?? void 0;
		extensions = {
			preserveUnknown: read("preserve-unknown-fields") === true,
			embeddedResource: read("embedded-resource") === true,
			intOrString: read("int-or-string") === true,
			listType: read("list-type"),
			mapKeys: read("list-map-keys"),
			mapType: read("map-type")
		};
		known.set(schema, extensions);
	}
	return extensions;
}
/** The schema of additional properties; undefined when they are not described (or simply allowed). */
var additionalSchema = (schema) => typeof schema.additionalProperties === "object" ? schema.additionalProperties : void 0;
/** Whether properties beyond the declared ones are declared to be allowed. */
var allowsAdditional = (schema) => schema.additionalProperties !== void 0 && schema.additionalProperties !== false;
var isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
// server/extensions/keyedItems.ts
/**
* Finds what an item of a keyed list was before; items of other lists cannot be told apart: there is nothing to find.
* @param schema of the list
* @param old the list before
*/
function* matchItems(schema, old, vocabulary) {
	const { listType, mapKeys } = extensionsOf(schema, vocabulary);
	if (listType !== "map" || mapKeys === void 0 || !Array.isArray(old)) return () => void 0;
	const keyOf = (item) => stringifyJson(mapKeys.map((key) => isRecord(item) ? item[key] ?? null : null));
	const byKey = /* @__PURE__ */ new Map();
	for (const item of old) {
		if (isTurnDue()) yield;
		byKey.set(keyOf(item), item);
	}
	return (item) => byKey.get(keyOf(item));
}
// server/extensions/rules/fieldPath.ts
/** The field path of a rule: where below the rule's value its findings belong. */
var STEP = /\.([^.[\]']+)|\['((?:[^'\\]|\\.)*)'\]/y;
var ESCAPES$1 = {
	a: "\x07",
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "	",
	v: "\v",
	"'": "'",
	"\\": "\\"
};
/**
* The path as field errors spell it, below the rule's own field; undefined when it does not lead anywhere in the schema.
* @example normalFieldPath(".spec['a.b']", schema) // "spec.a.b"
*/
function normalFieldPath(path, schema) {
	let at = schema;
	let text = "";
	STEP.lastIndex = 0;
	while (STEP.lastIndex < path.length) {
		const step = STEP.exec(path);
		if (step === null || at === void 0) return void 0;
		const name = step[1] ?? unescaped(step[2] ?? "");
		if (name === void 0) return void 0;
		if (at.properties !== void 0 && Object.keys(at.properties).length > 0) {
			text += text === "" ? name : `.${name}`;
			if (!Object.hasOwn(at.properties, name)) return void 0;
			at = at.properties[name];
		} else if (allowsAdditional(at)) {
			text += `[${name}]`;
			at = additionalSchema(at);
		} else return void 0;
	}
	return text;
}
function unescaped(text) {
	let wrong = false;
	const result = text.replace(/\\(.)/gs, (_all, letter) => {
		const meant = ESCAPES$1[letter];
		wrong ||= meant === void 0;
		return meant ?? "";
	});
	return wrong ? void 0 : result;
}
// server/cel/cost/estimate.ts
/**
* @param variables types with `maxSize` wherever a size is limited; without it a value counts as empty
* @param others sizes of names that are no variables, such as those of types; unlimited without it
*/
function estimateCost(checked, variables, others) {
	return new Estimator(checked, variables, others).cost(checked.expression);
}
var UNKNOWN = {
	min: 0,
	max: Number.POSITIVE_INFINITY
};
var exactly = (size) => ({
	min: size,
	max: size
});
var union = (a, b) => ({
	min: Math.min(a.min, b.min),
	max: Math.max(a.max, b.max)
});
/** Nothing times anything is nothing, even without limit. */
var times = (a, b) => a === 0 || b === 0 ? 0 : a * b;
var SCALARS = /* @__PURE__ */ new Set([
	"bool",
	"double",
	"duration",
	"int",
	"timestamp",
	"uint"
]);
var Estimator = class {
	#checked;
	#variables;
	#others;
	#locals = [];
	/** Types of parts that are reached from a variable by members and elements only. */
	#declared = /* @__PURE__ */ new Map();
	#sizes = /* @__PURE__ */ new Map();
	#entries = /* @__PURE__ */ new Map();
	constructor(checked, variables, others) {
		this.#checked = checked;
		this.#variables = variables;
		this.#others = others;
	}
	cost(node) {
		switch (node.kind) {
			case "constant":
			case "struct": return 0;
			case "identifier":
				this.#declare(node, this.#declaredName(node.name));
				return 1;
			case "select": return this.#select(node);
			case "call": return this.#call(node);
			case "list": return this.#list(node);
			case "map": return this.#map(node);
			case "fold": return isBinding(node) ? this.#binding(node) : this.#fold(node);
		}
	}
	#local = (name) => this.#locals.findLast((each) => each.name === name);
	#declaredName(name) {
		const local = this.#local(name);
		return local === void 0 ? this.#variables.get(name) ?? this.#others : local.declared;
	}
	#declare(node, type) {
		if (type !== void 0) this.#declared.set(node, type);
	}
	#select(node) {
		const operand = this.cost(node.operand);
		if (node.test) return operand;
		const kind = this.#checked.types.get(node.operand)?.kind;
		const declared = this.#declared.get(node.operand);
		if (declared?.kind === "object") this.#declare(node, declared.fields.get(node.field)?.type);
		return operand + (kind === "map" || kind === "object" || kind === "parameter" ? 1 : 0);
	}
	#list(node) {
		return 10 + this.#gather(node, [], node.elements);
	}
	#map(node) {
		const keys = node.entries.map(({ key }) => key);
		const values = node.entries.map(({ value }) => value);
		return 30 + this.#gather(node, keys, values);
	}
	/** Costs of the parts of a literal; notes their sizes. */
	#gather(node, keys, values) {
		let sum = 0;
		for (const part of [...keys, ...values]) sum += this.cost(part);
		const ranged = (parts) => parts.length === 0 ? exactly(0) : parts.map((part) => this.#size(part)).reduce(union);
		const key = node.kind === "list" ? exactly(1) : ranged(keys);
		this.#entries.set(node, {
			key,
			value: ranged(values)
		});
		return sum;
	}
	#size(node) {
		return this.#knownSize(node) ?? UNKNOWN;
	}
	#knownSize(node) {
		const known = this.#sizes.get(node) ?? literalSize(node);
		if (known !== void 0) return known;
		const declared = this.#declared.get(node);
		if (declared !== void 0) return {
			min: 0,
			max: declared.maxSize ?? 0
		};
		if (isScalar(this.#checked.types.get(node) ?? DYN)) return exactly(1);
		return node.kind === "identifier" ? this.#local(node.name)?.size : void 0;
	}
	#entriesOf(node) {
		return this.#entries.get(node) ?? (node.kind === "identifier" ? this.#local(node.name)?.entries : void 0);
	}
	#call(node) {
		const { name, args } = node;
		const [first, second, third] = args;
		if (name === "dyn" && first !== void 0) {
			const inner = this.cost(first);
			this.#copySizes(node, first);
			return inner + 1;
		}
		const costs = args.map((arg) => this.cost(arg));
		const overloads = this.#checked.calls.get(node) ?? [];
		const byMember = node.target !== void 0 && (overloads[0]?.member ?? false);
		const target = byMember && node.target !== void 0 ? this.cost(node.target) : 0;
		const all = byMember && node.target !== void 0 ? [node.target, ...args] : args;
		const sum = costs.reduce((a, b) => a + b, target);
		if (name === OPERATORS.conditional && second !== void 0 && third !== void 0) {
			this.#sizes.set(node, union(this.#size(second), this.#size(third)));
			const [yes, no] = [this.#entriesOf(second), this.#entriesOf(third)];
			if (yes !== void 0 && no !== void 0) this.#entries.set(node, join$1(yes, no));
			return (costs[0] ?? 0) + Math.max(costs[1] ?? 0, costs[2] ?? 0);
		}
		if (name === OPERATORS.and || name === OPERATORS.or) return sum;
		if (overloads.length === 0) return name === OPERATORS.optionalSelect ? sum + 1 : 0;
		const estimates = all.map((arg) => this.#argument(arg));
		const own = Math.max(...overloads.map((overload) => callCost(overload, estimates)));
		this.#noteResult(node, all, overloads, estimates);
		return sum + own;
	}
	#argument(node) {
		const type = this.#checked.types.get(node) ?? DYN;
		const isList = type.kind === "list";
		let elements;
		if (isList && (type.element.kind === "string" || type.element.kind === "bytes")) {
			const declared = this.#declared.get(node);
			elements = declared?.kind === "list" ? {
				min: 0,
				max: declared.element.maxSize ?? 0
			} : UNKNOWN;
		}
		return {
			size: this.#size(node),
			elements,
			isList
		};
	}
	/** What is known of a call's result: where an index leads, how long a sum is. */
	#noteResult(node, all, overloads, estimates) {
		const [first, second] = all;
		if (node.name === OPERATORS.index && first !== void 0) {
			const declared = this.#declared.get(first);
			if (declared?.kind === "list") this.#declare(node, declared.element);
			if (declared?.kind === "map") this.#declare(node, declared.value);
			const entries = this.#entriesOf(first);
			if (entries !== void 0) this.#sizes.set(node, entries.value);
			return;
		}
		if (node.name === OPERATORS.add && first !== void 0 && second !== void 0) {
			const [left, right] = [this.#entriesOf(first), this.#entriesOf(second)];
			if (left !== void 0 && right !== void 0) this.#entries.set(node, join$1(left, right));
		}
		const sizes = estimates.map(({ size }) => size);
		const results = overloads.flatMap((overload) => overload.resultSize?.(sizes) ?? []);
		if (results.length > 0) this.#sizes.set(node, results.reduce(union));
	}
	#copySizes(to, from) {
		const size = this.#knownSize(from);
		if (size !== void 0) this.#sizes.set(to, size);
		const entries = this.#entriesOf(from);
		if (entries !== void 0) this.#entries.set(to, entries);
	}
	#bind(name, value) {
		const declared = name === "@result" ? void 0 : this.#declared.get(value);
		this.#locals.push({
			name,
			declared,
			size: this.#knownSize(value),
			entries: this.#entriesOf(value)
		});
	}
	#binding(node) {
		const before = this.cost(node.range) + this.cost(node.init);
		this.#bind(node.accumulator, node.init);
		const result = this.cost(node.result);
		this.#locals.pop();
		this.#copySizes(node, node.result);
		return before + result;
	}
	#fold(node) {
		let sum = this.cost(node.range) + this.cost(node.init);
		this.#bind(node.accumulator, node.init);
		const range = this.#declared.get(node.range);
		const isList = (this.#checked.types.get(node.range) ?? range)?.kind === "list";
		const declared = range?.kind === "list" ? range.element : range?.kind === "map" ? range.key : void 0;
		const entries = this.#entriesOf(node.range);
		const size = isList ? entries?.value : entries?.key;
		this.#locals.push({
			name: node.variable,
			declared,
			size,
			entries: void 0
		});
		const body = this.cost(node.condition) + this.cost(node.step);
		this.#locals.pop();
		sum += this.cost(node.result);
		this.#locals.pop();
		const count = this.#size(node.range);
		if (node.init.kind === "constant") this.#copySizes(node, node.init);
		else if (node.init.kind === "list" || node.init.kind === "map") {
			this.#sizes.set(node, count);
			const made = this.#entriesOf(node.step);
			if (made !== void 0) this.#entries.set(node, made);
		}
		return sum + times(count.max, body);
	}
};
var join$1 = (a, b) => ({
	key: union(a.key, b.key),
	value: union(a.value, b.value)
});
var isBinding = ({ range, condition, accumulator }) => range.kind === "list" && range.elements.length === 0 && condition.kind === "constant" && condition.value === false && accumulator !== "@result";
function callCost(overload, args) {
	if (overload.estimate !== void 0) return overload.estimate(args);
	const cost = overload.cost?.(args.map(({ size }) => size.max)) ?? 1;
	return Number.isNaN(cost) ? 0 : cost;
}
function literalSize(node) {
	if (node.kind === "list") return exactly(node.elements.length);
	if (node.kind === "map") return exactly(node.entries.length);
	if (node.kind !== "constant") return void 0;
	if (typeof node.value === "string") return exactly(textLength(node.value));
	return exactly(node.value instanceof Uint8Array ? node.value.length : 1);
}
function isScalar(type) {
	if (type.kind === "opaque" && type.name === "optional_type") return isScalar(type.parameters[0] ?? DYN);
	return SCALARS.has(type.kind);
}
// server/extensions/rules/rule.ts
var rulesOf$1 = (schema, vocabulary) => schema[`${vocabulary.extensionPrefix}validations`] ?? [];
/** Compiles a rule for values of a type, an expression a step. Problems are part of the result. */
function* compilingRule(rule, type) {
	const environment = createEnvironment({ variables: {
		self: type,
		oldSelf: rule.optionalOldSelf === true ? optionalOf(type) : type
	} });
	const sizes = /* @__PURE__ */ new Map([["self", type], ["oldSelf", type]]);
	const { rule: text = "", messageExpression = "" } = rule;
	const main = attempt(text, environment, "compilation failed: ", isBool, "cel expression must evaluate to a bool");
	yield;
	const message = attempt(messageExpression, environment, "messageExpression compilation failed: ", isText, "messageExpression must evaluate to a string");
	yield;
	const cost = main.program === void 0 ? 0 : estimateCost(main.program.checked, sizes, type);
	yield;
	const messageCost = message.program === void 0 ? 0 : estimateCost(message.program.checked, sizes, type);
	yield;
	return {
		rule,
		program: main.program,
		problem: main.problem,
		messageProgram: main.program === void 0 ? void 0 : message.program,
		messageProblem: main.program === void 0 ? void 0 : message.problem,
		usesOld: main.program !== void 0 && uses(main.program, "oldSelf"),
		cost,
		messageCost
	};
}
var isBool = ({ kind }) => kind === "bool";
var isText = ({ kind }) => kind === "string";
function attempt(text, environment, prefix, accepts, otherwise) {
	if (text.trim() === "") return {
		program: void 0,
		problem: void 0
	};
	try {
		const program = compile(text, environment);
		return accepts(program.type) ? {
			program,
			problem: void 0
		} : {
			program: void 0,
			problem: otherwise
		};
	} catch (error) {
		if (!(error instanceof CompileError)) throw error;
		return {
			program: void 0,
			problem: `${prefix}${error.message}`
		};
	}
}
/** Whether an expression names a variable anywhere. */
function uses({ checked }, name) {
	for (const node of checked.types.keys()) if (node.kind === "identifier" && node.name === name) return true;
	return false;
}
// shared/extremes.ts
/**
* The largest of any number of numbers. `Math.max(...numbers)` passes each as an argument, of which an engine takes some ten
* thousand only.
*
* @returns -Infinity when there are none
*/
function maxOf(numbers) {
	let largest = Number.NEGATIVE_INFINITY;
	for (const number of numbers) largest = Math.max(largest, number);
	return largest;
}
// server/extensions/rules/escapeName.ts
var WORDS = new Set("true false null in as break const continue else for function if import let loop package namespace return var void while".split(" "));
var PATTERN = /^[A-Za-z_./-][A-Za-z0-9_./-]*$/;
var ESCAPES = {
	__: "__underscores__",
	".": "__dot__",
	"-": "__dash__",
	"/": "__slash__"
};
/**
* The name that expressions use for a property; undefined when there is none.
* @example escapeName("a-b") // "a__dash__b"
* @example escapeName("namespace") // "__namespace__"
*/
function escapeName(property) {
	if (!PATTERN.test(property)) return void 0;
	if (WORDS.has(property)) return `__${property}__`;
	return property.replace(/__|[./-]/g, (found) => ESCAPES[found] ?? found);
}
// server/extensions/rules/ruleTypes.ts
/** The types that rules see: a schema as the expression language's types, with the sizes that it admits. */
/** The longest text of a duration or a time, with its quotes. */
var TIME_BYTES = 32;
var DATE_BYTES = 12;
/** Code points take up to four bytes. */
var POINT_BYTES = 4;
/**
* Undefined when rules cannot see values of the schema: they have no type, or no type is known of what they contain.
* @param isRoot the schema of a whole object: its identity is visible whatever the schema says
*/
function ruleType(schema, isRoot, vocabulary) {
	if (extensionsOf(schema, vocabulary).intOrString) return {
		type: {
			kind: "dyn",
			maxSize: schema.maxLength === void 0 ? 3145726 : schema.maxLength * POINT_BYTES
		},
		minBytes: 1
	};
	switch (schema.type) {
		case "array": return listType(schema, vocabulary);
		case "object": return objectType(isRoot ? withIdentity(schema) : schema, vocabulary);
		case "string": return textType(schema);
		case "boolean": return {
			type: BOOL,
			minBytes: 4
		};
		case "number": return {
			type: DOUBLE,
			minBytes: 1
		};
		case "integer": return {
			type: INT,
			minBytes: 1
		};
		default: return;
	}
}
var NAMES = {
	type: "object",
	properties: {
		name: { type: "string" },
		generateName: { type: "string" }
	}
};
var withIdentity = (schema) => ({
	...schema,
	type: "object",
	properties: {
		...schema.properties,
		apiVersion: { type: "string" },
		kind: { type: "string" },
		metadata: NAMES
	}
});
function listType(schema, vocabulary) {
	if (schema.items === void 0) return void 0;
	const element = memberType(schema.items, vocabulary);
	if (element === void 0) return void 0;
	const { listType: kind, mapKeys } = extensionsOf(schema, vocabulary);
	const semantics = kind === "set" ? { kind } : kind === "map" ? {
		kind,
		keys: mapKeys ?? []
	} : void 0;
	const maxSize = schema.maxItems ?? Math.floor(3145726 / (element.minBytes + 1));
	const type = {
		kind: "list",
		element: element.type,
		maxSize: Math.max(0, maxSize)
	};
	return {
		type: semantics === void 0 ? type : {
			...type,
			semantics
		},
		minBytes: 2,
		element
	};
}
var memberType = (schema, vocabulary) => ruleType(schema, extensionsOf(schema, vocabulary).embeddedResource, vocabulary);
var objectTypes = 0;
function objectType(schema, vocabulary) {
	const values = additionalSchema(schema);
	if (values !== void 0) {
		const element = memberType(values, vocabulary);
		if (element === void 0) return void 0;
		const maxSize = schema.maxProperties ?? Math.floor(3145726 / (element.minBytes + 6));
		return {
			type: {
				kind: "map",
				key: STRING,
				value: element.type,
				maxSize: Math.max(0, maxSize)
			},
			minBytes: 2,
			element
		};
	}
	const fields = /* @__PURE__ */ new Map();
	const properties = /* @__PURE__ */ new Map();
	let minBytes = 2;
	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		const found = memberType(property, vocabulary);
		if (found === void 0) continue;
		properties.set(name, found);
		const escaped = escapeName(name);
		if (escaped !== void 0) fields.set(escaped, {
			json: name,
			type: found.type
		});
		if (schema.required?.includes(name) === true && property.default === void 0) minBytes += name.length + found.minBytes + 4;
	}
	objectTypes += 1;
	return {
		type: {
			kind: "object",
			name: `selfType${objectTypes}`,
			fields
		},
		minBytes,
		properties
	};
}
function textType({ format, maxLength, enum: allowed }) {
	const whole = 3145726;
	switch (format) {
		case "byte": return {
			type: {
				kind: "bytes",
				maxSize: maxLength ?? whole
			},
			minBytes: 2
		};
		case "duration": return {
			type: {
				kind: "duration",
				maxSize: TIME_BYTES
			},
			minBytes: 3
		};
		case "date": return {
			type: {
				kind: "timestamp",
				maxSize: DATE_BYTES
			},
			minBytes: DATE_BYTES
		};
		case "date-time": return {
			type: {
				kind: "timestamp",
				maxSize: TIME_BYTES
			},
			minBytes: 21
		};
	}
	if (maxLength !== void 0) return {
		type: {
			kind: "string",
			maxSize: maxLength * POINT_BYTES
		},
		minBytes: 2
	};
	if (allowed === void 0 || allowed.length === 0) return {
		type: {
			kind: "string",
			maxSize: whole
		},
		minBytes: 2
	};
	return {
		type: {
			kind: "string",
			maxSize: maxOf(allowed.map((each) => typeof each === "string" ? Buffer.byteLength(each) : 0))
		},
		minBytes: 2
	};
}
// server/extensions/rules/ruleEvaluation.ts
/** The validation rules of a schema, evaluated on values. */
/** What all rules together may cost on one object. */
var OBJECT_BUDGET = 1e7;
/** What looking at a value takes the event loop, besides its rules. */
var VISIT_UNITS = 10;
var MAX_MESSAGE_BYTES = 5120;
/** {@link compilingRules}, at once. */
var ruleEvaluator = (schema, vocabulary, isRoot = true) => atOnce(compilingRules(schema, vocabulary, isRoot));
/**
* Compiles all rules of a schema, one at a time; undefined when it has none.
* @param isRoot the schema is that of whole objects
*/
function* compilingRules(schema, vocabulary, isRoot = true) {
	const node = yield* buildNode(schema, ruleType(schema, isRoot, vocabulary), vocabulary);
	if (node === void 0) return void 0;
	return (value, { old, warn = () => void 0, path = "", strict = false, slice } = {}) => {
		const evaluation = new RuleEvaluation(vocabulary, strict ? void 0 : warn, slice);
		evaluation.visit(node, value, {
			path,
			old,
			unchanged: comparison(value, old, () => false)
		});
		return evaluation.errors;
	};
}
function* buildNode(schema, type, vocabulary) {
	if (type === void 0) return void 0;
	const properties = /* @__PURE__ */ new Map();
	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		const node = yield* buildNode(property, type.properties?.get(name), vocabulary);
		if (node !== void 0) properties.set(name, node);
	}
	const nested = additionalSchema(schema);
	const items = schema.items === void 0 ? void 0 : yield* buildNode(schema.items, type.element, vocabulary);
	const values = nested === void 0 ? void 0 : yield* buildNode(nested, type.element, vocabulary);
	const rules = [];
	for (const rule of rulesOf$1(schema, vocabulary)) rules.push(yield* compilingRule(rule, type.type));
	return rules.length + properties.size === 0 && items === void 0 && values === void 0 ? void 0 : {
		schema,
		type,
		rules,
		properties,
		items,
		values
	};
}
/** Compares at most once, and only when asked. @param around what says so when there is nothing to compare with */
function comparison(value, old, around) {
	let result;
	return () => {
		result ??= old === void 0 ? around() : deepEqual(value, old);
		return result;
	};
}
/** Thrown to end an evaluation whose budget is spent. */
var BudgetSpent = class extends Error {};
var RuleEvaluation = class {
	errors = [];
	#vocabulary;
	#warn;
	#slice;
	#budget = OBJECT_BUDGET;
	#stopped = false;
	/** @param warn takes errors of unchanged values; undefined when they count */
	constructor(vocabulary, warn, slice) {
		this.#vocabulary = vocabulary;
		this.#warn = warn;
		this.#slice = slice;
	}
	visit(node, value, place) {
		if (value === null || value === void 0 || this.#stopped) return;
		this.#slice?.take(VISIT_UNITS);
		try {
			this.#evaluateAll(node, value, place);
		} catch (error) {
			if (!(error instanceof BudgetSpent)) throw error;
			this.#stopped = true;
			return;
		}
		if (Array.isArray(value)) this.#visitItems(node, value, place);
		else if (isRecord(value)) this.#visitMembers(node, value, place);
	}
	#visitItems({ items, schema }, value, place) {
		if (items === void 0) return;
		const before = atOnce(matchItems(schema, place.old, this.#vocabulary));
		for (const [i, item] of value.entries()) {
			const old = before(item);
			const unchanged = comparison(item, old, place.unchanged);
			this.visit(items, item, {
				path: index(place.path, i),
				old,
				unchanged
			});
		}
	}
	#visitMembers(node, value, place) {
		const before = isRecord(place.old) ? place.old : {};
		for (const [name, member] of Object.entries(value)) {
			const property = node.properties.get(name);
			const nested = property ?? node.values;
			if (nested === void 0) continue;
			const old = Object.hasOwn(before, name) ? before[name] : void 0;
			const path = property === void 0 ? key(place.path, name) : child(place.path, name);
			this.visit(nested, member, {
				path,
				old,
				unchanged: comparison(member, old, place.unchanged)
			});
		}
	}
	#evaluateAll(node, value, place) {
		if (node.rules.length === 0) return;
		const self = fromJson(value, node.type.type);
		const old = place.old === void 0 || place.old === null ? void 0 : fromJson(place.old, node.type.type);
		for (const compiled of node.rules) this.#evaluate(compiled, node, place, self, old);
	}
	#evaluate(compiled, node, place, self, old) {
		const { rule, program, usesOld } = compiled;
		const shown = node.schema.type ?? "";
		const fail = (why) => void this.errors.push(invalid(place.path || WHOLE, shown, why));
		const stop = (why) => {
			fail(why);
			throw new BudgetSpent();
		};
		if (this.#budget <= 0) stop(SPENT);
		if (program === void 0) {
			if (compiled.problem !== void 0) fail(`rule compile error: ${compiled.problem}`);
			return;
		}
		const optional = rule.optionalOldSelf === true;
		if (usesOld && old === void 0 && !optional) return;
		const oldSelf = optional ? old === void 0 ? NONE$1 : new OptionalValue(old) : old;
		const variables = oldSelf === void 0 ? { self } : {
			self,
			oldSelf
		};
		try {
			const { value, cost } = program.run(variables, {
				costLimit: CALL_COST_LIMIT,
				slice: this.#slice
			});
			if (cost > this.#budget) stop(SPENT);
			this.#budget -= cost;
			if (value === true) return;
		} catch (error) {
			if (error instanceof CostLimitError) stop(`'${error.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${textOf(compiled)}`);
			if (!(error instanceof CelError)) throw error;
			if (error.message.startsWith("no such overload")) fail(`'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${textOf(compiled)}`);
			else fail(`${error.message} evaluating rule: ${textOf(compiled)}`);
			return;
		}
		const path = join(place.path, normalFieldPath(rule.fieldPath ?? "", node.schema) ?? "") || WHOLE;
		const warn = usesOld || this.#warn === void 0 || !place.unchanged() ? void 0 : this.#warn;
		const report = (error) => {
			if (warn === void 0) this.errors.push(error);
			else warn(`${error.field}: ${error.message}`);
		};
		const detail = this.#message(compiled, variables, path, shown, report);
		report(errorFor(rule.reason, path, shown, detail));
	}
	/** What a failed rule says. */
	#message({ rule, messageProgram }, variables, path, shown, report) {
		const otherwise = rule.message ? rule.message.trim() : `failed rule: ${(rule.rule ?? "").trim()}`;
		if (messageProgram === void 0) return otherwise;
		const stop = (why) => {
			report(invalid(path, shown, why));
			throw new BudgetSpent();
		};
		try {
			const { value, cost } = messageProgram.run(variables, {
				costLimit: CALL_COST_LIMIT,
				slice: this.#slice
			});
			if (cost > this.#budget) stop("messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run");
			this.#budget -= cost;
			const text = typeof value === "string" ? value.trim() : "";
			return text !== "" && !text.includes("\n") && Buffer.byteLength(text) <= MAX_MESSAGE_BYTES ? text : otherwise;
		} catch (error) {
			if (error instanceof CostLimitError) stop(`no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(rule.messageExpression ?? "")}`);
			if (!(error instanceof CelError)) throw error;
			return otherwise;
		}
	}
};
/** How the reference spells the path of a whole object. */
var WHOLE = "<nil>";
var SPENT = "validation failed due to running out of cost budget, no further validation rules will be run";
/** What a rule is called in messages. */
var textOf = ({ rule }) => (rule.message ? rule.message : rule.rule ?? "").trim();
var join = (path, below) => below === "" ? path : below.startsWith("[") ? `${path}${below}` : child(path, below);
function errorFor(reason, path, shown, detail) {
	switch (reason) {
		case "FieldValueForbidden": return forbidden(path, detail);
		case "FieldValueRequired": return required(path, detail);
		case "FieldValueDuplicate": return duplicate(path, shown);
		default: return invalid(path, shown, detail);
	}
}
// server/extensions/rules/ruleJob.ts
/** @throws SliceSpent */
function judgeByRules(evaluate, { value, options }, slice) {
	const warnings = [];
	return {
		errors: evaluate(value, {
			...options,
			slice,
			warn: (text) => void warnings.push(text)
		}),
		warnings
	};
}
// server/offload/evaluatorWorker.ts
/** The program of the workers: evaluates expressions that would hold the event loop. Bundled on its own, into one file. */
/** Makes something of each definition once, as long as that is kept. */
function remembered(make) {
	const made = /* @__PURE__ */ new WeakMap();
	return (key, ...rest) => {
		const known = made.get(key);
		if (known !== void 0) return known;
		const value = make(key, ...rest);
		made.set(key, value);
		return value;
	};
}
var policyOf = remembered((spec, name) => compilePolicy(name, spec));
var rulesOf = remembered((schema, word, isRoot) => ruleEvaluator(schema, createVocabulary(word), isRoot));
var programOf = remembered((source) => conditionProgram(source));
var VARIABLES = {
	admission: conditionVariables,
	access: accessVariables
};
var TASKS = {
	policy: (spec, subject, { name, params }, means) => evaluatePolicy(policyOf(spec, name), policyInput(subject, params), means),
	condition: (source, subject, _input, means) => evaluateCondition(programOf(source), VARIABLES[source.environment](subject), means),
	rules: (schema, subject, { word, isRoot }) => {
		const evaluate = rulesOf(schema, word, isRoot);
		return evaluate === void 0 ? {
			errors: [],
			warnings: []
		} : judgeByRules(evaluate, subject, void 0);
	}
};
/** Thrown through an evaluation whose next answer is not known here. */
var Unanswered = class extends Error {
	question;
	constructor(question) {
		super("the answer is not known here");
		this.question = question;
	}
};
var definitions = new Shelf(32);
var subjects = new Shelf(1);
function unpacked(shelf, shared) {
	const value = "value" in shared ? shared.value : shelf.get(shared.key);
	shelf.put(shared.key, value);
	return value;
}
function perform({ task, definition, subject, input, answers }) {
	const values = [unpacked(definitions, definition), unpacked(subjects, subject)];
	const known = new Map(answers.map(([question, answer]) => [JSON.stringify(question), answer]));
	const means = { ask(question) {
		const answer = known.get(JSON.stringify(question));
		if (answer === void 0) throw new Unanswered(question);
		return answer;
	} };
	const reply = (made) => ({ value: made });
	try {
		const run = TASKS[task];
		if (run === void 0) throw new Error(`no task ${task}`);
		return reply({ value: run(...values, input, means) });
	} catch (error) {
		if (error instanceof Unanswered) return reply({ question: error.question });
		return { failure: error instanceof Error ? error.stack ?? error.message : String(error) };
	}
}
node_worker_threads.parentPort?.on("message", (message) => node_worker_threads.parentPort?.postMessage(perform(message)));

//# sourceMappingURL=evaluator.cjs.map