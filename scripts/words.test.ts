// One word means one thing: the field's own word stands in the sources, and none of the pictures it replaced.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const product = ['schema', 'sync-server', 'web', 'sw']
const own = 'scripts/words.test.ts'

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
const otherwise: readonly string[] = ['scripts/test-counts.ts', 'scripts/test-counts.test.ts']

/** Types whose names did not say what they are. */
const meaningless = ['Reports', 'Storing', 'Runner', 'Kept', 'Find', 'Door', 'Books', 'Holder', 'Desk']

const files = [...product, 'scripts', 'e2e'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(room, path.split(sep).join('/')))
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('node_modules') && path !== own),
)

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
        ...new Set(
          namesIn(readFileSync(join(root, path), 'utf8'))
            .filter(isForbidden)
            .map((name) => `${path}: ${name}`),
        ),
      ])
    expect(found).toEqual([])
  })

  it('of types say what they are', () => {
    const declared = new RegExp(`\\b(?:interface|type|class)\\s+(?:${meaningless.join('|')})\\b`)
    expect(files.filter((path) => declared.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })

  it('that are pictures of our own appear in no comment of the product', () => {
    const picture = /(?:\/\/|^\s*\*|\/\*\*).*\b(?:desks?|ledgers?|doors?|books|holders?)\b/im
    const found = files.filter(
      (path) => product.includes(path.split('/')[0]!) && picture.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(found).toEqual([])
  })
})
