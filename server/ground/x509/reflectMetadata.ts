/**
 * The part of the Reflect metadata proposal that the certificate library's dependency injection requires: it does not
 * load without. Metadata is kept beside the objects, never on them. Does nothing when a complete polyfill is present.
 */
export function provideReflectMetadata(): void {
  const reflect = Reflect as typeof Reflect & Partial<MetadataFunctions>;
  if (reflect.getMetadata !== undefined) return;
  Object.assign(reflect, metadataFunctions());
}

interface MetadataFunctions {
  defineMetadata(key: unknown, value: unknown, target: object, property?: PropertyKey): void;
  getOwnMetadata(key: unknown, target: object, property?: PropertyKey): unknown;
  getMetadata(key: unknown, target: object, property?: PropertyKey): unknown;
  metadata(key: unknown, value: unknown): (target: object, property?: PropertyKey) => void;
}

function metadataFunctions(): MetadataFunctions {
  const store = new WeakMap<object, Map<PropertyKey | undefined, Map<unknown, unknown>>>();
  const functions: MetadataFunctions = {
    defineMetadata(key, value, target, property) {
      const properties = store.get(target) ?? new Map<PropertyKey | undefined, Map<unknown, unknown>>();
      store.set(target, properties);
      properties.set(property, (properties.get(property) ?? new Map<unknown, unknown>()).set(key, value));
    },
    getOwnMetadata: (key, target, property) => store.get(target)?.get(property)?.get(key),
    getMetadata(key, target, property) {
      for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at) as object | null) {
        const values = store.get(at)?.get(property);
        if (values?.has(key)) return values.get(key);
      }
      return undefined;
    },
    metadata: (key, value) => (target, property) => functions.defineMetadata(key, value, target, property),
  };
  return functions;
}
