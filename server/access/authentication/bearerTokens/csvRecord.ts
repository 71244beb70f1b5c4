/** Splits one CSV record: comma separated, optionally quoted fields, doubled quotes inside quoted ones. */
export function parseCsvRecord(line: string): string[] {
  const fields: string[] = [];
  let position = 0;
  for (;;) {
    if (line[position] === '"') {
      const quoted = /"((?:[^"]|"")*)"(?=,|$)/y;
      quoted.lastIndex = position;
      const match = quoted.exec(line);
      if (match === null) throw new Error(`unbalanced quote in column ${position + 1}`);
      fields.push((match[1] ?? "").replaceAll('""', '"'));
      position += match[0].length;
    } else {
      const end = line.indexOf(",", position);
      fields.push(line.slice(position, end < 0 ? line.length : end));
      position = end < 0 ? line.length : end;
    }
    if (position >= line.length) return fields;
    position++;
  }
}
