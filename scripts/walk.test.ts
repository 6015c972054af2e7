// Checks that the tests that e2e/WALK.md names for the claims of the specification exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const walk = readFileSync(join(root, 'e2e/WALK.md'), 'utf8')

interface Row {
  readonly section: string
  readonly claim: string
  /** In the first table the path of the test, in the second what is missing. */
  readonly last: string
}

/** The rows of all tables below the headings of a part, under the heading of their section. */
function rowsOf(part: string): Row[] {
  const [, text = ''] = new RegExp(`^# ${part}$([\\s\\S]*?)(?=^# |$(?![\\s\\S]))`, 'm').exec(walk) ?? []
  return text.split(/^## /m).flatMap((each) => {
    const section = each.split('\n')[0]!
    const lines = each.split('\n').filter((line) => line.startsWith('|') && !/^\|[-|]+$/.test(line))
    return lines.slice(1).map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
      if (cells.length !== 5) throw new Error(`This row does not have three cells: ${line}`)
      return { section, claim: `${cells[1]}: ${cells[2]}`, last: cells[3]! }
    })
  })
}

const held = rowsOf('Held')
const notHeld = rowsOf('Not held yet')

/** What people read in English, with the names of its holes in single braces. */
const folder = join(root, 'schema/locales/en')
const wordsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(wordsIn)
const words = new Set(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => wordsIn(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .map((text) => text.replaceAll(/\{\{(\w+)\}\}/g, '{$1}')),
)
const quoted = (claim: string): string[] => [...claim.matchAll(/“([^”]+)”/g)].map(([, each]) => each!)

describe('the walk through the specification', () => {
  it('goes through each of its sections', () => {
    const sections = new Set([...held, ...notHeld].map(({ section }) => section.split(' ')[0]))
    expect(['1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((each) => !sections.has(each))).toEqual([])
  })

  it('names a test file for every claim that is held', () => {
    const isTestFile = (path: string) => /\.(test|spec)\.tsx?$/.test(path) && existsSync(join(root, path))
    expect(held.filter(({ last }) => !isTestFile(last.replaceAll('`', '')))).toEqual([])
  })

  it('makes no claim twice, so that nothing is both held and not held', () => {
    const all = [...held, ...notHeld].map(({ section, claim }) => `${section}: ${claim.toLowerCase()}`)
    expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([])
  })

  it('gives a reason for every claim that is not held', () => {
    expect(notHeld.filter(({ last }) => last === '')).toEqual([])
  })

  it('quotes the words of the product as its texts have them', () => {
    const missing = held.flatMap(({ claim }) => quoted(claim).filter((each) => !words.has(each)))
    expect(missing).toEqual([])
    expect(held.flatMap(({ claim }) => quoted(claim)).length).toBeGreaterThan(100)
  })
})
