// Reads the format that firm-export/csv.ts writes, in pieces.
import { createReadStream } from 'node:fs'

type Cells = (string | null)[]

export async function* readExportCsv(
  path: string,
  names: readonly string[],
): AsyncGenerator<Readonly<Record<string, string | null>>> {
  let isHead = true
  for await (const cells of recordsIn(path)) {
    if (cells.length !== names.length || (isHead && cells.some((cell, at) => cell !== names[at])))
      throw new Error(`${path}: the columns are not those that this version exports. Export with the same version.`)
    if (!isHead) yield Object.fromEntries(names.map((name, at) => [name, cells[at]!]))
    isHead = false
  }
  if (isHead) throw new Error(`${path} is empty`)
}

const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n)/y

async function* recordsIn(path: string): AsyncGenerator<Cells> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let [rest, cells]: [string, Cells] = ['', []]
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    rest += decoder.decode(piece, { stream: true })
    // A quote at the end may be the first half of an escaped one; only a whole line decides.
    if (!rest.includes('\r\n')) continue
    cell.lastIndex = 0
    let end = 0
    for (let found = cell.exec(rest); found; found = cell.exec(rest)) {
      cells.push(found[1] === undefined ? found[2] || null : found[1].replaceAll('""', '"'))
      end = cell.lastIndex
      if (found[3] === '\r\n') {
        yield cells
        cells = []
      }
    }
    rest = rest.slice(end)
  }
  if (rest + decoder.decode() !== '' || cells.length) throw new Error(`${path} does not end with a whole line`)
}
