// RFC 4180, in UTF-8. Null is an empty cell, and an empty text is "".
import { canonicalJson } from '#schema/kernel/canonical-json.ts'

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : canonicalJson(value)
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\r\n`

export async function* csvOf(
  names: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(names))
  for await (const row of rows) yield Buffer.from(csvLine(names.map((name) => row[name])))
}
