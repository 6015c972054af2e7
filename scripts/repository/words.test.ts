// One word means one thing: the field's own word stands in the sources, and none of the pictures it replaced.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const product = ['schema', 'sync-server', 'web', 'sw']
const own = 'scripts/repository/words.test.ts'

/** What we say instead, by the word that no name and no comment has; in finance a ledger is money. */
const replaced: Record<string, string> = {
  desk: 'records',
  ledger: 'outbox',
  door: 'route',
  books: 'tenant, or what was written',
  holder: 'leader (of the tabs), owner',
  bring: 'load, fetch, deliver',
  runner: 'task',
  strangers: 'unknown fields',
}
/** Allowed: what a test runner is called, what people say, and what an input's example text is called in HTML. */
const otherwise: readonly string[] = ['scripts/checks/test-counts.ts', 'scripts/checks/test-counts.test.ts']

/** Types whose names did not say what they are. */
const meaningless = ['Reports', 'Storing', 'Runner', 'Kept', 'Find', 'Door', 'Books', 'Holder', 'Desk']

const paths = [...product, 'scripts', 'e2e']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) =>
      posix.join(room, path.split(sep).join('/')),
    ),
  )
  .filter((path) => !path.includes('node_modules') && path !== own)
const files = paths.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
const texts = paths.filter((path) => /^schema\/locales\/.*\.json$/.test(path))
const documents = [...paths.filter((path) => path.endsWith('.md')), 'README.md', 'ARCHITECTURE.md']
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || /\/test\//.test(path)
const roomOf = (path: string): string => path.split('/')[0]!
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const commentsIn = (path: string): readonly string[] => read(path).match(/(?:\/\/|^\s*\*|\/\*\*).*$/gm) ?? []

/** Identifiers, without what stands in strings and comments. */
function namesIn(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, ' ')
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, ' ')
  return code.match(/[A-Za-z_$][\w$]*/g) ?? []
}

/** `openBooks` -> open, books. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())

const forbidden = new Set(Object.keys(replaced))
/** In names of the product only: a bench measures elsewhere, and a test may have a stranger. */
const forbiddenInProduct = new Set(['bench', 'benches', 'sibling', 'siblings', 'stranger'])
/** Pictures of our own, in whatever a developer or a person reads. People do sit at desks. */
const picture = /\b(?:(?<!\bat |\ba )desks?|ledgers?|doors?|books|holders?|siblings?)\b/i
/** “Whoever sends neither is no browser” has to be read twice. */
const inverted = /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|other\b|such\b|one\b)[a-z]+/i
/** A sentence may say "bring back", which is what people call a restore. */
const saidInNames = ['bring back', 'bring guests back', 'bring new version']

const isForbidden = (name: string): boolean =>
  !saidInNames.includes(wordsOf(name).join(' ')) && wordsOf(name).some((word) => forbidden.has(word))

describe('the words', () => {
  it('that were replaced appear in no name', () => {
    const found = files
      .filter((path) => !otherwise.includes(path))
      .flatMap((path) => [
        ...wordsOf(path).flatMap((word) => (forbidden.has(word) ? [`${path}: its own name`] : [])),
        ...[...new Set(namesIn(read(path)))].filter(isForbidden).map((name) => `${path}: ${name}`),
      ])
    expect(found).toEqual([])
  })

  it('of types say what they are', () => {
    const declared = new RegExp(`\\b(?:interface|type|class)\\s+(?:${meaningless.join('|')})\\b`)
    expect(files.filter((path) => declared.test(read(path)))).toEqual([])
  })

  it('of types that a room shares mean one thing in it', () => {
    const shared = files
      .filter((path) => product.includes(roomOf(path)) && !isTest(path))
      .flatMap((path) =>
        [...read(path).matchAll(/^export (?:interface|type|(?:abstract )?class) (\w+)/gm)].map(([, name]) => ({
          type: `${roomOf(path)}: ${name}`,
          path,
        })),
      )
    expect(shared.length).toBeGreaterThan(600)
    const twins = [...Map.groupBy(shared, ({ type }) => type)].filter(([, of]) => of.length > 1)
    expect(twins.map(([type, of]) => `${type} in ${of.map(({ path }) => path).join(' and ')}`)).toEqual([])
  })

  it('that say something else elsewhere appear in no name of the product', () => {
    const found = files
      .filter((path) => product.includes(roomOf(path)) && !isTest(path))
      .flatMap((path) =>
        [...new Set([path, ...namesIn(read(path))])]
          .filter((name) => wordsOf(name).some((word) => forbiddenInProduct.has(word)))
          .map((name) => `${path}: ${name}`),
      )
    expect(found).toEqual([])
  })

  it('appear in no key of a text', () => {
    const keys = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, of]) => [key, ...keys(of)])
        : []
    expect(texts.length).toBeGreaterThan(20)
    const found = texts.flatMap((path) =>
      keys(JSON.parse(read(path)))
        .filter(isForbidden)
        .map((key) => `${path}: ${key}`),
    )
    expect(found).toEqual([])
  })

  it('that are pictures of our own appear in no comment of the product, no document and no text', () => {
    const inComments = files.filter(
      (path) => product.includes(roomOf(path)) && commentsIn(path).some((each) => picture.test(each)),
    )
    const elsewhere = [...documents, ...texts].filter((path) => picture.test(read(path)))
    expect([...inComments, ...elsewhere]).toEqual([])
    expect(['the desk of records', 'a Ledger', 'its siblings'].filter((text) => !picture.test(text))).toEqual([])
  })

  it('that negate stand with the verb in comments and documents: something is not a thing, and never “is no thing”', () => {
    const sources = files.filter((path) => product.includes(roomOf(path)))
    const said = [...sources.flatMap(commentsIn), ...documents.filter((path) => !path.startsWith('e2e/')).map(read)]
    expect(said.filter((text) => inverted.test(text))).toEqual([])
    expect('Whoever sends neither is no browser').toMatch(inverted)
    for (const plain of ['there is no browser', 'it is no longer one', 'it is not one'])
      expect(plain).not.toMatch(inverted)
  })
})
