// What the documents say about the repository is true: the paths they cite exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { entities } from '#schema/registry.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = ['README.md', 'ARCHITECTURE.md', 'sync-server/README.md', 'schema/SYNC.md'].filter((name) =>
  existsSync(join(root, name)),
)
const top = readdirSync(root).filter((name) => name !== 'node_modules')

/** Whether a run creates the path, or it is a pattern for something that will be added. */
const isMade = (path: string): boolean => /^(dist|\.data|node_modules)(\/|$)/.test(path) || /[<>*{}…]/.test(path)

/** The `code` and [links](path) that look like a path of the repository. */
export function citedPaths(text: string): string[] {
  const withoutBlocks = text.replaceAll(/```[\s\S]*?```/g, '')
  const code = [...withoutBlocks.matchAll(/`([^`\n]+)`/g)].map(([, each]) => each!)
  const links = [...withoutBlocks.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, each]) => each!)
  const paths = [...code, ...links].map((each) => each.replace(/^\.\//, '').replace(/:\d+$/, ''))
  return [...new Set(paths.filter((each) => isPath(each) && !isMade(each)))]
}

const isPath = (text: string): boolean =>
  /^[\w.@-]+(\/[\w.@-]+)*\/?$/.test(text) &&
  (text.includes('/') ? top.includes(text.split('/')[0]!) : /\.(md|ts|tsx|json|mjs)$/.test(text))

/** By heading: the files that a walk of ARCHITECTURE.md names, in order, with what their lines say. */
export function walksIn(text: string): ReadonlyMap<string, readonly string[]> {
  const [, walks = ''] = /^## Two walks$([\s\S]*?)^## /m.exec(text) ?? []
  const parts = walks.split(/^### /m).slice(1)
  return new Map(
    parts.map((part) => [part.split('\n')[0]!, [...part.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path!)]),
  )
}

/**
 * What hands the person's value, or the row, to a file: a name in it and in a file before it on the walk. Devices and
 * the server share the path of a call.
 */
const handovers: Readonly<Record<string, readonly (readonly [path: string, name: string])[]>> = {
  'From a form to the statement': [
    ['web/ui/form/record-form.tsx', 'save'],
    ['web/records/create-record.tsx', 'save'],
    ['web/store/commands.ts', 'create'],
    ['web/store/outbox.ts', 'commit'],
    ['web/store/entries.ts', 'take'],
    ['web/store/push.ts', 'toSend'],
    ['sync-server/sync/changes.ts', 'changesPath'],
    ['sync-server/records/write.ts', 'writeKnowing'],
    ['sync-server/records/judge-change.ts', 'judgeChange'],
    ['sync-server/records/judge.ts', 'judgeOperation'],
    ['sync-server/records/working-set.ts', 'stage'],
    ['sync-server/records/write-batch.ts', 'kept'],
  ],
  'From a page of the feed to a painted row': [
    ['sync-server/sync/feed.ts', 'feedPath'],
    ['web/store/pull.ts', 'feedPath'],
    ['web/store/feed.ts', 'take'],
    ['web/store/fold.ts', 'takeAll'],
    ['web/store/folded-rows.ts', 'takeValues'],
    ['web/store/row-group.ts', 'RowGroup'],
    ['web/store/entity-table.ts', 'rowTaken'],
    ['web/store/view.ts', 'get'],
    ['web/records/use-view.ts', 'slice'],
    ['web/records/record-list.tsx', 'useView'],
    ['web/ui/table/data-table.tsx', 'DataTable'],
    ['web/records/record-value.tsx', 'original'],
  ],
}

/** Records that are shown without a screen or a tab of their own. */
const shownBy: Readonly<Record<string, string>> = {
  activities: 'web/records/record-history.tsx',
  investorUsers: 'web/users/link-records.tsx',
  tradingAccounts: 'web/financial-accounts/account-kinds.ts',
  userPreferences: 'web/settings/use-choose.ts',
}

/** The entities with a row of the route table, and those with a tab. */
function entitiesWithScreen(): readonly string[] {
  const tabs = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx$/.test(path))
    .map((path) => codeOf(join('web', path)))
    .flatMap((code) => [...code.matchAll(/\brecordTab\(\{\s*entity: '(\w+)'/g)])
  const routes = codeOf('web/app/route-table.ts').matchAll(/\b(?:entity|of): '(\w+)'/g)
  return [...tabs, ...routes].map(([, name]) => name!)
}

/** The code of a file, without its comments. */
const codeOf = (path: string): string =>
  readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

const isThere = (document: string, path: string): boolean =>
  [root, join(root, dirname(document))].some((folder) => existsSync(join(folder, path)))

describe('documents', () => {
  it('were found', () => {
    expect(documents).toContain('schema/SYNC.md')
  })

  it.each(documents)('the paths that %s cites exist', (name) => {
    const missing = citedPaths(readFileSync(join(root, name), 'utf8')).filter((path) => !isThere(name, path))
    expect(missing).toEqual([])
  })

  it('a path is distinguished from other code', () => {
    const text =
      'See `schema/money.ts`, `sync-server/`, [the protocol](schema/SYNC.md#words), `npm test`, `a/b`, `PULL1`, `web/gone.ts:12`, `dist/web`, `schema/<nouns>.ts`.'
    expect(citedPaths(text)).toEqual(['schema/money.ts', 'sync-server/', 'web/gone.ts', 'schema/SYNC.md'])
  })

  const walks = walksIn(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))

  it.each(Object.entries(handovers))(
    '%s: at most twelve files, each handed the value or the row by one before it',
    (walk, steps) => {
      const files = walks.get(walk) ?? []
      expect(files).toEqual(steps.map(([path]) => path))
      expect(files.length).toBeLessThanOrEqual(12)
      const torn = steps.filter(([path, name], at) => {
        const has = (each: string): boolean => new RegExp(`\\b${name}\\b`).test(codeOf(each))
        const before = at === 0 ? [path] : files.slice(0, at)
        return !has(path) || !before.some(has)
      })
      expect(torn).toEqual([])
    },
  )

  it('both walks are told, and no other', () => {
    expect([...walks.keys()]).toEqual(Object.keys(handovers))
  })

  it('the records without a screen are those that ARCHITECTURE.md lists', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const [, list = ''] = /^These records have no screen yet: (.*?) \(/m.exec(text) ?? []
    const shown = [...entitiesWithScreen(), ...Object.keys(shownBy)]
    expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
      entities.map(({ name }) => name).filter((name) => !shown.includes(name)),
    )
    for (const [name, path] of Object.entries(shownBy)) {
      expect(entitiesWithScreen()).not.toContain(name)
      expect(codeOf(path)).toContain(`'${name}'`)
    }
  })

  it('every rule of the protocol has an id of its own', () => {
    const rules = [...readFileSync(join(root, 'schema/SYNC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
      ([, id]) => id!,
    )
    expect(rules.length).toBeGreaterThan(50)
    expect(new Set(rules).size).toBe(rules.length)
  })

  it('every rule of the protocol has a test that carries its id', () => {
    const rules = [...readFileSync(join(root, 'schema/SYNC.md'), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
      ([, id]) => id!,
    )
    const tests = ['sync-server', 'web', 'sw', 'e2e', 'schema', 'scripts']
      .flatMap((room) =>
        readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => join(root, room, path)),
      )
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    expect(rules.filter((id) => !new RegExp(`\\b${id}\\b`).test(tests))).toEqual([])
  })
})
