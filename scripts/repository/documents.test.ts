import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'sync-server/OPERATIONS.md',
  'schema/SYNC.md',
  'schema/DECISIONS.md',
  'schema/import/IMPORT.md',
  'scripts/bench/README.md',
  'e2e/WALK.md',
  'sync-server/CHANGELOG.md',
  ...readdirSync(join(root, 'sync-server/operations')).map((name) => `sync-server/operations/${name}`),
]
const topLevelNames = readdirSync(root).filter((name) => name !== 'node_modules')

const isGeneratedOrPlaceholder = (path: string): boolean =>
  /^(dist|\.data|node_modules)(\/|$)/.test(path) || /[<>*{}…]/.test(path)

/** Paths in `code` and [links](…) that look like repository paths. */
export function citedPaths(text: string): string[] {
  const withoutBlocks = text.replaceAll(/```[\s\S]*?```/g, '')
  const code = [...withoutBlocks.matchAll(/`([^`\n]+)`/g)].map(([, each]) => each!)
  const links = [...withoutBlocks.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, each]) => each!)
  const paths = [...code, ...links].map((each) => each.replace(/^\.\//, '').replace(/:\d+$/, ''))
  return [...new Set(paths.filter((each) => isPath(each) && !isGeneratedOrPlaceholder(each)))]
}

const isPath = (text: string): boolean =>
  /^[\w.@-]+(\/[\w.@-]+)*\/?$/.test(text) &&
  (text.includes('/') ? topLevelNames.includes(text.split('/')[0]!) : /\.(md|ts|tsx|json|mjs)$/.test(text))

const doesExist = (document: string, path: string): boolean =>
  [root, join(root, dirname(document))].some((folder) => existsSync(join(folder, path)))

describe('documents', () => {
  it.each(documents)('the paths that %s cites exist', (name) => {
    const missing = citedPaths(readFileSync(join(root, name), 'utf8')).filter((path) => !doesExist(name, path))
    expect(missing).toEqual([])
  })

  it('only paths are extracted from code spans and links', () => {
    const text =
      'See `schema/money/money.ts`, `sync-server/`, [the protocol](schema/SYNC.md#words), `npm test`, `a/b`, `PULL1`, `web/gone.ts:12`, `dist/web`, `schema/<nouns>.ts`.'
    expect(citedPaths(text)).toEqual(['schema/money/money.ts', 'sync-server/', 'web/gone.ts', 'schema/SYNC.md'])
  })

  const rules = [...readFileSync(join(root, 'schema/SYNC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
    ([, id]) => id!,
  )

  it('every rule of the protocol has a unique id', () => {
    expect(rules.length).toBeGreaterThan(50)
    expect(new Set(rules).size).toBe(rules.length)
  })

  it('every rule of the protocol has a test that carries its id', () => {
    const tests = ['sync-server', 'web', 'sw', 'e2e', 'schema', 'scripts']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
      )
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    expect(rules.filter((id) => !new RegExp(`\\b${id}\\b`).test(tests))).toEqual([])
  })
})
