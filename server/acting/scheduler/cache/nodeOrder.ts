/**
 * Orders names by taking one node of each zone in turn, so that a search of only the first few nodes covers all zones.
 * @param zoneOf the zone of a name; nodes without a zone share the zone with the empty name
 */
export function roundZones(names: Iterable<string>, zoneOf: (name: string) => string): string[] {
  const zones = new Map<string, string[]>();
  let longest = 0;
  for (const name of names) {
    const zone = zoneOf(name);
    const known = zones.get(zone);
    if (known === undefined) zones.set(zone, [name]);
    else known.push(name);
    longest = Math.max(longest, known?.length ?? 1);
  }
  const order: string[] = [];
  for (let i = 0; i < longest; i++) {
    for (const members of zones.values()) {
      const name = members[i];
      if (name !== undefined) order.push(name);
    }
  }
  return order;
}
