// What the documents say about the repository is true: the paths they cite exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
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

/** `name` in `path`: what a document says that a file of code has, and that it does not have. */
export function missingNames(text: string, codeAt: (path: string) => string): string[] {
  const named = [...text.matchAll(/`(\w+)` in `([\w./-]+\.(?:tsx?|mjs))`/g)]
  return named
    .filter(([, name, path]) => !new RegExp(`\\b${name}\\b`).test(codeAt(path!)))
    .map(([, name, path]) => `${name} in ${path}`)
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

/** How a file of a walk gets the value or the row: in the words of its own code, and of the code that hands it over. */
interface Handover {
  readonly path: string
  readonly from?: string
  /** Stands in both texts: what `from` calls or declares, and `path` declares or calls. */
  readonly name?: string
  readonly gives?: string
  readonly takes?: string
  /** The files between the two, each of which imports its neighbour or is imported by it; without them the two are neighbours. */
  readonly through?: readonly string[]
}

const handovers: Readonly<Record<string, readonly Handover[]>> = {
  'From a form to the statement': [
    { path: 'web/ui/form/record-form.tsx' },
    {
      path: 'web/records/create-record.tsx',
      from: 'web/ui/form/record-form.tsx',
      name: 'save',
      gives: 'await save(values)',
      takes: 'save={async (values) =>',
    },
    {
      path: 'web/store/commands.ts',
      from: 'web/records/create-record.tsx',
      name: 'create',
      gives: 'store.create(entity, fields)',
      takes: 'create(entity, fields) {',
      through: ['web/ui/store-context.ts', 'web/store/contract.ts'],
    },
    {
      path: 'web/store/outbox.ts',
      from: 'web/store/commands.ts',
      name: 'commit',
      gives: 'outbox.commit(made',
      takes: 'async commit(made:',
    },
    {
      path: 'web/store/entries.ts',
      from: 'web/store/outbox.ts',
      name: 'take',
      gives: 'this.#entries.take(order, record',
      takes: 'take(order: string, record: OutboxRecord',
    },
    {
      path: 'web/store/push.ts',
      from: 'web/store/outbox.ts',
      name: 'toSend',
      gives: 'toSend(): Entry[] {',
      takes: 'core.outbox.toSend()',
      through: ['web/store/core.ts'],
    },
    {
      path: 'sync-server/sync/changes.ts',
      from: 'web/store/push.ts',
      name: 'changesPath',
      gives: 'ask(changesPath, bodyOf(',
      takes: 'path: changesPath,',
      through: ['schema/protocol.ts'],
    },
    {
      path: 'sync-server/records/write.ts',
      from: 'sync-server/sync/changes.ts',
      name: 'writeKnowing',
      gives: 'await writeKnowing(deps',
      takes: 'export const writeKnowing = (',
    },
    {
      path: 'sync-server/records/judge-change.ts',
      from: 'sync-server/records/write.ts',
      name: 'judgeChange',
      gives: 'return judgeChange(batch',
      takes: 'export async function judgeChange(',
    },
    {
      path: 'sync-server/records/judge.ts',
      from: 'sync-server/records/judge-change.ts',
      name: 'judgeOperation',
      gives: 'judgeOperation(context, op)',
      takes: 'export async function judgeOperation(',
    },
    {
      path: 'sync-server/records/working-set.ts',
      from: 'sync-server/records/judge.ts',
      name: 'stage',
      gives: 'set.stage(of, row)',
      takes: 'stage(of, row) {',
      through: ['sync-server/records/follow.ts'],
    },
    {
      path: 'sync-server/records/write-batch.ts',
      from: 'sync-server/records/working-set.ts',
      name: 'kept',
      gives: 'kept: () => new Map(',
      takes: '...set.kept()].map(',
    },
  ],
  'From a page of the feed to a painted row': [
    { path: 'sync-server/sync/feed.ts' },
    {
      path: 'web/store/pull.ts',
      from: 'sync-server/sync/feed.ts',
      name: 'feedPath',
      gives: 'path: feedPath,',
      takes: 'send(`${feedPath}?',
      through: ['schema/protocol.ts'],
    },
    {
      path: 'web/store/feed.ts',
      from: 'web/store/pull.ts',
      name: 'take',
      gives: 'core.feed.take(target, page.rows)',
      takes: 'take(set: FeedSet, rows:',
      through: ['web/store/core.ts'],
    },
    {
      path: 'web/store/fold.ts',
      from: 'web/store/feed.ts',
      name: 'takeAll',
      gives: 'set.fold.takeAll(rows, into)',
      takes: 'takeAll(rows: readonly FeedRow[]',
      through: ['web/store/feed-set.ts'],
    },
    {
      path: 'web/store/folded-rows.ts',
      from: 'web/store/fold.ts',
      name: 'takeValues',
      gives: '.takeValues(values, into)',
      takes: 'takeValues(values: RowValues',
    },
    {
      path: 'web/store/row-group.ts',
      from: 'web/store/folded-rows.ts',
      name: 'RowGroup',
      gives: 'new RowGroup(filledValues(values)',
      takes: 'export class RowGroup {',
    },
    {
      path: 'web/store/entity-table.ts',
      from: 'web/store/folded-rows.ts',
      name: 'rowTaken',
      gives: '.rowTaken(id, row())',
      takes: 'rowTaken(id: string, after:',
    },
    {
      path: 'web/store/view.ts',
      from: 'web/store/entity-table.ts',
      name: 'get',
      gives: 'get(id: string): AnyRow',
      takes: 'tables.of(entity).get(id)',
    },
    {
      path: 'web/records/use-view.ts',
      from: 'web/store/view.ts',
      name: 'slice',
      gives: 'slice(first, end) {',
      takes: 'rows.slice(first, end)',
      through: ['web/store/contract.ts'],
    },
    {
      path: 'web/records/record-list.tsx',
      from: 'web/records/use-view.ts',
      name: 'useView',
      gives: 'export function useView<',
      takes: '= useView(entity, options)',
    },
    {
      path: 'web/ui/table/data-table.tsx',
      from: 'web/records/record-list.tsx',
      name: 'DataTable',
      gives: '<DataTable',
      takes: 'export function DataTable<',
    },
    {
      path: 'web/records/record-value.tsx',
      from: 'web/ui/table/data-table.tsx',
      name: 'row',
      gives: 'row={row}',
      takes: 'row={row.original}',
      through: ['web/ui/table/table-columns.ts', 'web/records/record-columns.tsx'],
    },
  ],
}

/** The files of the repository that a file imports. */
function importsOf(path: string): readonly string[] {
  const rooms: Readonly<Record<string, string>> = { '#schema': 'schema', '#server': 'sync-server', '#web': 'web' }
  return [...codeOf(path).matchAll(/\bfrom '([.#][^']+)'/g)].map(([, name]) => {
    const [first, ...rest] = name!.split('/')
    return rooms[first!] ? posix.join(rooms[first!]!, ...rest) : posix.join(posix.dirname(path), name!)
  })
}

/** What is not so about the way by which a file gets the value or the row. */
function tornAt({ path, from, name = '', gives = '', takes = '', through = [] }: Handover, before: readonly string[]) {
  if (!from) return before.length ? [`${path} is handed nothing`] : []
  const way = [from, ...through, path]
  const unlinked = way
    .slice(1)
    .filter((each, at) => !importsOf(each).includes(way[at]!) && !importsOf(way[at]!).includes(each))
  return [
    ...(before.includes(from) ? [] : [`${from} does not come before ${path}`]),
    ...[gives, takes].filter((text) => !name || !text.includes(name)).map((text) => `${text} has nothing of ${name}`),
    ...(codeOf(from).includes(gives) ? [] : [`${from} does not say ${gives}`]),
    ...(codeOf(path).includes(takes) ? [] : [`${path} does not say ${takes}`]),
    ...unlinked.map((each) => `${each} knows nothing of the file before it`),
  ]
}

/** Records that are shown without a screen or a tab of their own. */
const shownBy: Readonly<Record<string, string>> = {
  activities: 'web/records/record-history.tsx',
  analyticsData: 'web/dashboard/use-metrics.ts',
  investorUsers: 'web/users/link-records.tsx',
  notDuplicates: 'web/investors/not-duplicate.tsx',
  notifications: 'web/notifications/notice-list.tsx',
  savedViews: 'web/records/saved-views/views-button.tsx',
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

  it.each(documents)('what %s says is in a file is there', (name) => {
    const text = readFileSync(join(root, name), 'utf8')
    const codeAt = (path: string) =>
      [root, join(root, dirname(name))]
        .map((folder) => join(folder, path))
        .filter((each) => existsSync(each))
        .map((each) => readFileSync(each, 'utf8'))
        .join('\n')
    expect(missingNames(text, codeAt)).toEqual([])
  })

  it('a name that a file does not have is found', () => {
    const text = 'See `amend` in `sync-server/rules.ts` and `stays` in `sync-server/rules.ts`.'
    expect(missingNames(text, () => 'async stays(set) {')).toEqual(['amend in sync-server/rules.ts'])
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
      expect(files).toEqual(steps.map(({ path }) => path))
      expect(files.length).toBeLessThanOrEqual(12)
      const torn = steps.flatMap((step, at) => tornAt(step, files.slice(0, at)))
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
