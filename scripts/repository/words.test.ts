import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const product = ['schema', 'sync-server', 'web', 'sw']
const bannedWords: Readonly<Record<string, string>> = {
  'desk|ledger|books': 'records, outbox, tenant',
  'door|doors|seat|seats': 'route, hook',
  'wall|walls|floors|rooms|tour': 'boundary, layer, package',
  'errand|errands|runner': 'script, task',
  'holder|govern|governs': 'leader, owner, administer',
  strangers: 'unknown fields',
  addressee: 'recipient',
  'thrived|lessen': 'onSuccess, shrinkBatch',
  'ear|ears|hearing': 'listener',
  'hunt|jar|road|roads|gathering': 'search, cookieJar, routes, concurrentRequests',
  'misfortune|misfortunes|crowd|crowds': 'fault, concurrency',
  'told|heard|said|unsaid': 'notified, received, text',
  'purse|patience|deed|deeds|hesitate': 'tokenBucket, timeout, auditedOperation, backOff',
  noun: 'entity, collection',
}
/** Stored names, which cannot change, and terms of libraries. */
const allowed: readonly string[] = ['cookieJar', 'CookieJar', 'cookie-jar.ts', 'said', 'told', 'Deed']

const paths = [...product, 'scripts', 'e2e']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      posix.join(folder, path.split(sep).join('/')),
    ),
  )
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/node_modules|repository\/words\.test/.test(path))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || /\/test\//.test(path)
const packageOf = (path: string): string => path.split('/')[0]!

function namesIn(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, ' ')
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, ' ')
  return code.match(/[A-Za-z_$][\w$]*/g) ?? []
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())

const replacements = new Map(
  Object.entries(bannedWords).flatMap(([words, use]) => words.split('|').map((word) => [word, use] as const)),
)
const mistakesIn = (names: readonly string[]): string[] =>
  [...new Set(names)]
    .filter((name) => !allowed.includes(name))
    .flatMap((name) => {
      const word = wordsOf(name).find((each) => replacements.has(each))
      return word === undefined ? [] : [`${name} (instead of ${word}: ${replacements.get(word)})`]
    })

describe('names', () => {
  it('use no retired words', () => {
    expect(mistakesIn(['openLedger', 'HOLDER_ID', 'cookieJar', 'folder', 'road-map.ts'])).toHaveLength(3)
    const found = paths.flatMap((path) =>
      mistakesIn([posix.basename(path), ...namesIn(read(path))]).map((mistake) => `${path}: ${mistake}`),
    )
    expect(found).toEqual([])
  })

  it('of exported types are unique in a package', () => {
    const shared = paths
      .filter((path) => product.includes(packageOf(path)) && !isTest(path))
      .flatMap((path) =>
        [...read(path).matchAll(/^export (?:interface|type|(?:abstract )?class) (\w+)/gm)].map(([, name]) => ({
          type: `${packageOf(path)}: ${name}`,
          path,
        })),
      )
    expect(shared.length).toBeGreaterThan(600)
    const twins = [...Map.groupBy(shared, ({ type }) => type)].filter(([, group]) => group.length > 1)
    expect(twins.map(([type, group]) => `${type} in ${group.map(({ path }) => path).join(' and ')}`)).toEqual([])
  })
})
