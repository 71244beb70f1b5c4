/** Adds an item to the list of a key, in constant time however long the list is. */
export function addToList<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
