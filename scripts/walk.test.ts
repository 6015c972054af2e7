// Every claim of the specification has a test: `e2e/WALK.md` says which, and this test holds that what it says is so.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const walk = readFileSync(join(root, 'e2e/WALK.md'), 'utf8')

interface Row {
  readonly section: string
  readonly claim: string
  /** In the first table `path` › name of the test, in the second what is missing. */
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

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Of `test`, `it.each(…)`, `describe.each(…)` and the like: the words before the title, such as it, each. */
function wordsBefore(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  return [callee['object'] ?? callee['callee'] ?? callee['tag'], callee['property']].flatMap(wordsBefore)
}

/** A title as the source writes it, with its `${…}` and `%s`. */
function titleOf(argument: unknown, text: string): string | undefined {
  if (!isNode(argument)) return undefined
  if (argument.type === 'Literal') return String(argument['value'])
  return argument.type === 'TemplateLiteral' ? text.slice(argument.start + 1, argument.end - 1) : undefined
}

/** Playwright's groups are `test.describe`. */
const running = new Set(['it', 'test', 'describe', 'each', 'serial', 'parallel'])

/** The tests of a source by their titles, those of their groups before them; those that do not run are left out. */
export function testsOf(path: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: Node, groups: readonly string[]): void => {
    const said = node.type === 'CallExpression' ? wordsBefore(node['callee']) : []
    const [argument] = (node['arguments'] as readonly unknown[] | undefined) ?? []
    const isGroup = said.includes('describe')
    const isTest = !isGroup && (said[0] === 'it' || said[0] === 'test')
    const title = isGroup || isTest ? titleOf(argument, text) : undefined
    const runs = said.every((each) => running.has(each))
    // Nothing in a group that does not run does.
    if (isGroup && title !== undefined && !runs) return
    if (isTest && title !== undefined && runs) found.push([...groups, title].join(' › '))
    const inside = isGroup && title !== undefined ? [...groups, title] : groups
    for (const each of Object.values(node).flat()) if (isNode(each)) visit(each, inside)
  }
  visit(parseSync(path, text).program as unknown as Node, [])
  return found
}

const testsByPath = new Map<string, readonly string[]>()
function testsIn(path: string): readonly string[] {
  const known = testsByPath.get(path)
  if (known !== undefined) return known
  const file = join(root, path)
  const found = existsSync(file) ? testsOf(path, readFileSync(file, 'utf8')) : []
  testsByPath.set(path, found)
  return found
}

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

  it('names a test for every claim that is held, by its file and its whole title', () => {
    const wrong = held.filter(({ last }) => {
      const [, path = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(last) ?? []
      return testsIn(path).filter((each) => each === title).length !== 1
    })
    expect(wrong).toEqual([])
  })

  it('makes no claim twice, so that nothing is both held and not held', () => {
    const all = [...held, ...notHeld].map(({ section, claim }) => `${section}: ${claim.toLowerCase()}`)
    expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([])
  })

  it('says of every claim that is not held what is missing, and names no test for it', () => {
    expect(notHeld.filter(({ last }) => last === '' || last.includes('›'))).toEqual([])
  })

  it('quotes the words of the product as its texts have them', () => {
    const missing = held.flatMap(({ claim }) => quoted(claim).filter((each) => !words.has(each)))
    expect(missing).toEqual([])
    expect(held.flatMap(({ claim }) => quoted(claim)).length).toBeGreaterThan(100)
  })
})

describe('the reader of tests', () => {
  it('gives titles with those of their groups, as they are written', () => {
    const text = [
      "describe.each(all)('in $name', () => {",
      "  it.each(['a'])('%s is read', () => {})",
      '  for (const id of ids) test(`${id} is seen`, async () => {})',
      '})',
      "test.skip('is skipped', () => {})",
      "test.todo('is missing')",
      "it('stands alone', { timeout: 1 }, () => {})",
      "test.describe('in a browser', () => {",
      "  test.describe.serial('on a phone', () => test('is drawn', async () => {}))",
      '})',
      "describe.skip('later', () => it('is never asked', () => {}))",
      "test.describe.fixme('sometimes', () => test('is not asked either', async () => {}))",
    ].join('\n')
    expect(testsOf('a.test.ts', text)).toEqual([
      'in $name › %s is read',
      'in $name › ${id} is seen',
      'stands alone',
      'in a browser › on a phone › is drawn',
    ])
  })
})
