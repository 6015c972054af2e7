import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { FeedRow } from '#schema/sync/protocol.ts'
import type { SortKey, ViewOptions } from '#web/store/base/contract.ts'
import { FeedSet } from '#web/store/feed/feed-set.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import type { Scheduler } from '#web/store/base/time-slicing.ts'
import { packedIn, packRows } from '#web/store/feed/packed-rows.ts'
import { Tables } from './tables.ts'
import { TableView } from './view.ts'

type Options = ViewOptions<AnyRow>
const projectIds = ['p1', 'p2', 'p3']
const nameOf = (tables: Tables, row: AnyRow): string | undefined =>
  tables.of('projects').get(String(row['projectId']))?.['name'] as string | undefined

const investment = fc.record({
  projectId: fc.constantFrom(...projectIds, 'unknown'),
  amount: fc.option(fc.integer({ min: 0, max: 3 })),
  note: fc.constantFrom('ab', 'b', 'ÄB', 'c'),
})
const id = fc.nat(600).map((n) => `i${String(n).padStart(3, '0')}`)
const writes = fc.array(fc.tuple(id, fc.option(investment, { freq: 6 })), { minLength: 1, maxLength: 90 })

const sorts = (): readonly Options['sortBy'][] => [
  (row) => row['amount'] as SortKey,
  (row) => foldText(String(row['note'])),
  { via: 'projectId', entity: 'projects', key: ({ name }) => name, fallback: (row) => `~${String(row['note'])}` },
]
const filters = () => [() => true, (row: AnyRow) => row['note'] !== 'c', (row: AnyRow) => row['amount'] === 2]

const action = fc.oneof(
  fc.record({ do: fc.constant('feed' as const), rows: writes }),
  fc.record({ do: fc.constant('commit' as const), id, fields: fc.option(investment) }),
  fc.record({
    do: fc.constant('rename' as const),
    id: fc.constantFrom(...projectIds),
    name: fc.constantFrom('x', 'y', 'z'),
  }),
  fc.record({
    do: fc.constant('want' as const),
    patch: fc.record(
      {
        search: fc.constantFrom('', 'a', 'ab', 'b', 'x', 'z b'),
        sortBy: fc.constantFrom(...sorts()),
        descending: fc.boolean(),
        filter: fc.constantFrom(...filters()),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    do: fc.constant('expect' as const),
    order: fc.record({ sortBy: fc.constantFrom(...sorts()), descending: fc.boolean() }),
  }),
  fc.record({ do: fc.constant('open' as const) }),
  fc.record({ do: fc.constant('slice' as const) }),
  fc.record({ do: fc.constant('slice' as const) }),
)

function setupScheduler() {
  let now = 0
  const waiting: (() => void)[] = []
  const queue = (run: () => void) => {
    waiting.push(run)
    return () => void waiting.splice(waiting.indexOf(run), waiting.includes(run) ? 1 : 0)
  }
  const scheduler: Scheduler = { now: () => (now += 5), soon: queue, later: queue }
  return { scheduler, waiting, runNext: () => waiting.shift()?.() }
}

function setupStore(first: readonly (readonly [string, Values])[]) {
  const { scheduler, runNext, waiting } = setupScheduler()
  const tables = new Tables(scheduler)
  const set = new FeedSet({ generation: 1, epoch: 'e', scope: 's' })
  let number = 0
  const feedRows = (entity: string, rows: readonly (readonly [string, Values | null])[]) =>
    rows.map(([rowId, fields]): FeedRow => [entity, rowId, ++number, fields && { ...fields }])
  const projects = feedRows(
    'projects',
    projectIds.map((projectId) => [projectId, { name: projectId }]),
  )
  for (const page of [
    projects,
    feedRows('investments', first.slice(0, 40)),
    feedRows('investments', first.slice(40)),
  ]) {
    for (const packed of packedIn(packRows(page))) set.fold.addPacked(packed)
  }
  tables.batch(() => tables.show(set))
  const feed = (entity: string, rows: readonly (readonly [string, Values | null])[]) =>
    tables.batch(() => set.fold.receiveAll(feedRows(entity, rows), tables))
  const commit = (rowId: string, fields: Values | null) =>
    tables.batch(() =>
      tables.of('investments').setOverlay(rowId, fields && ({ ...fields, id: rowId, number: 0 } as AnyRow)),
    )
  return { tables, feed, commit, runNext, waiting }
}

const manyRows = (seed: number) =>
  Array.from({ length: 300 }, (_, n): [string, Values] => {
    const pick = <T>(from: readonly T[], by: number): T => from[(n * (seed + by)) % from.length]!
    const fields = { projectId: pick([...projectIds, 'unknown'], 1), amount: pick([0, 1, null, 2, 3], 2) }
    return [`i${String((n * 2) % 600).padStart(3, '0')}`, { ...fields, note: pick(['ab', 'b', 'ÄB', 'c'], 3) }]
  })

function expectedIds(
  tables: Tables,
  { sortBy, descending = false, search = '', filter, searchText }: Options,
): string[] {
  const keyOf = (row: AnyRow): SortKey =>
    typeof sortBy === 'function' ? sortBy(row) : (nameOf(tables, row) ?? sortBy.fallback?.(row) ?? null)
  const words = foldText(search).split(' ').filter(Boolean)
  return [...tables.of('investments').all()]
    .filter((row) => !filter || filter(row))
    .filter((row) => words.every((word) => foldText(searchText!(row)).includes(word)))
    .map((row) => ({ id: row.id, key: keyOf(row) }))
    .sort((a, b) => {
      if (a.key === b.key) return a.id < b.id ? -1 : 1
      if (a.key === null) return 1
      if (b.key === null) return -1
      return a.key < b.key === descending ? 1 : -1
    })
    .map((each) => each.id)
}

describe('a view in slices', () => {
  it('equals a plain sort and search for the requested or the still shown options', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.array(action, { maxLength: 40, size: 'max' }),
        fc.boolean(),
        (seed, actions, findsNames) => {
          const { tables, feed, commit, runNext, waiting } = setupStore(manyRows(seed))
          let options: Options = { sortBy: (row) => row.id, searchText: (row) => String(row['note']) }
          if (findsNames)
            options = {
              ...options,
              searchText: (row) => `${String(row['note'])} ${nameOf(tables, row) ?? ''}`,
              joins: [{ entity: 'projects', via: 'projectId' }],
            }
          const view = new TableView(tables, 'investments', options)
          let notifications = 0
          view.subscribe(() => notifications++)
          let candidates: Options[] = [options]
          const ids = () => view.rows.slice(0, view.rows.length).map((row) => row.id)
          const check = () => {
            const shown = ids()
            const rows = view.rows.slice(0, view.rows.length)
            expect(rows.every((row) => row === tables.of('investments').get(row.id))).toBe(true)
            const at = view.ready ? candidates.findIndex((each) => isEqual(expectedIds(tables, each), shown)) : 0
            candidates = candidates.slice(Math.max(0, at))
            const expected = expectedIds(tables, candidates[0]!)
            expect(shown).toEqual(view.ready ? expected : [])
          }
          const updateOptions = (patch: Partial<Options>) => {
            options = { ...options, ...patch }
            candidates.push(options)
            view.update(patch)
          }
          let other: { readonly view: TableView; readonly options: Options } | undefined
          const open = () => {
            other?.view.close()
            const otherOptions = { ...options, search: '' }
            other = { view: new TableView(tables, 'investments', otherOptions), options: otherOptions }
          }
          const checkOther = () => {
            if (!other?.view.ready) return
            const { rows } = other.view
            expect(rows.slice(0, rows.length).map((row) => row.id)).toEqual(expectedIds(tables, other.options))
          }
          check()
          for (const each of actions) {
            const before = { version: view.version, notifications }
            if (each.do === 'feed') feed('investments', each.rows)
            else if (each.do === 'commit') commit(each.id, each.fields)
            else if (each.do === 'rename') feed('projects', [[each.id, { name: each.name }]])
            else if (each.do === 'want') updateOptions(each.patch as Partial<Options>)
            else if (each.do === 'expect') view.prefetch(each.order as Pick<Options, 'sortBy'>)
            else if (each.do === 'open') open()
            else runNext()
            expect(notifications > before.notifications).toBe(view.version > before.version)
            check()
            checkOther()
          }
          for (let runs = 0; waiting.length > 0; runs++) {
            expect(runs).toBeLessThan(10_000)
            runNext()
          }
          expect(view.ready).toBe(true)
          expect(ids()).toEqual(expectedIds(tables, options))
          checkOther()
        },
      ),
      { numRuns: 100 },
    )
  })

  it('keeps its rows while another order is computed, and never shows a partial order', () => {
    const first = Array.from({ length: 700 }, (_, n): [string, Values] => [`i${n}`, { note: 'b', amount: n % 7 }])
    const { tables, runNext } = setupStore(first)
    const view = new TableView(tables, 'investments', { sortBy: (row) => row['amount'] as number })
    expect(view.ready).toBe(false)
    expect(view.rows).toHaveLength(0)
    while (!view.ready) runNext()
    const before = view.rows.slice(0, 700)
    view.update({ sortBy: (row) => row.id })
    expect(view.rows.slice(0, 700)).toEqual(before)
    view.close()
  })

  it('follows changes in its old order while another order is computed', () => {
    const { tables, feed, runNext, waiting } = setupStore(manyRows(1))
    const byProject: Options = { sortBy: sorts()[2]! }
    const view = new TableView(tables, 'investments', byProject)
    while (waiting.length > 0) runNext()
    view.update({ sortBy: (row) => row['amount'] as SortKey })
    feed('projects', [['p1', { name: 'z' }]])
    expect(view.rows.slice(0, 300).map((row) => row.id)).toEqual(expectedIds(tables, byProject))
  })

  it('keeps rows that are in both sets, with new values, while another set replaces the shown one', () => {
    const { tables, feed, runNext, waiting } = setupStore(manyRows(1))
    const byAmount: Options = { sortBy: (row) => row['amount'] as SortKey, filter: (row) => row['note'] !== 'c' }
    const view = new TableView(tables, 'investments', byAmount)
    while (waiting.length > 0) runNext()
    const ids = () => view.rows.slice(0, view.rows.length).map((row) => row.id)
    const before = ids()
    const next = new FeedSet({ generation: 2, epoch: 'f', scope: 's' })
    const kept = manyRows(7).filter((_, n) => n % 2 === 0)
    next.fold.receiveAll(kept.map(([rowId, fields], n): FeedRow => ['investments', rowId, n + 1, { ...fields }]))
    tables.batch(() => tables.show(next))
    const remainingIds = new Set(kept.map(([rowId]) => rowId))
    expect(view.ready).toBe(true)
    expect(ids()).toEqual(before.filter((rowId) => remainingIds.has(rowId)))
    expect(view.rows.slice(0, 300).every((row) => row === tables.of('investments').get(row.id))).toBe(true)
    feed('projects', [['p1', { name: 'z' }]])
    view.update({ descending: true })
    while (waiting.length > 0) runNext()
    expect(ids()).toEqual(expectedIds(tables, { ...byAmount, descending: true }))
  })

  it.each(Array.from({ length: 8 }, (_, slices) => slices))(
    'follows a change and its dependents that arrive after %d slices of preparation',
    (slices) => {
      const { tables, feed, commit, runNext, waiting } = setupStore(manyRows(1))
      const byProject: Options = { sortBy: sorts()[2]! }
      const view = new TableView(tables, 'investments', byProject)
      while (!view.ready) runNext()
      for (let slice = 0; slice < slices; slice++) runNext()
      commit('i000', { projectId: 'p2', amount: 1, note: 'c' })
      commit('new', { projectId: 'p2', amount: 1, note: 'c' })
      while (waiting.length > 0) runNext()
      feed('projects', [['p2', { name: '0' }]])
      commit('new', null)
      expect(view.rows.slice(0, 400).map((row) => row.id)).toEqual(expectedIds(tables, byProject))
      view.close()
    },
  )

  it('finds everything in the new order if direction and search change together', () => {
    const { tables, runNext, waiting } = setupStore(manyRows(1))
    const options: Options = { sortBy: (row) => row.id, searchText: (row) => String(row['note']), search: 'a' }
    const view = new TableView(tables, 'investments', options)
    while (waiting.length > 0) runNext()
    const after = { search: 'ab', descending: true }
    view.update(after)
    while (waiting.length > 0) runNext()
    expect(view.rows.slice(0, 300).map((row) => row.id)).toEqual(expectedIds(tables, { ...options, ...after }))
  })

  it('shows a prefetched order immediately, with changes made in between', () => {
    const { tables, feed, runNext, waiting } = setupStore(manyRows(1))
    const options: Options = { sortBy: (row) => row.id }
    const view = new TableView(tables, 'investments', options)
    while (waiting.length > 0) runNext()
    const byProject = { sortBy: sorts()[2]! }
    view.prefetch(byProject)
    while (waiting.length > 0) runNext()
    expect(view.rows.slice(0, 300).map((row) => row.id)).toEqual(expectedIds(tables, options))
    view.update(byProject)
    expect(view.rows.slice(0, 300).map((row) => row.id)).toEqual(expectedIds(tables, byProject))
    view.prefetch({ ...byProject, descending: true })
    feed('projects', [['p1', { name: 'z' }]])
    view.update({ descending: true })
    while (waiting.length > 0) runNext()
    expect(view.rows.slice(0, 300).map((row) => row.id)).toEqual(
      expectedIds(tables, { ...byProject, descending: true }),
    )
  })

  it('is ready immediately if another view has the same order, and then follows independently', () => {
    const { tables, commit, runNext, waiting } = setupStore(manyRows(1))
    const options: Options = { sortBy: sorts()[0]!, searchText: (row) => String(row['note']) }
    const kept = new TableView(tables, 'investments', options)
    while (waiting.length > 0) runNext()
    const views = [false, true].map((descending) => new TableView(tables, 'investments', { ...options, descending }))
    expect(views.map((each) => each.ready)).toEqual([true, true])
    commit('new', { projectId: 'p2', amount: 1, note: 'c' })
    commit('i100', null)
    const ids = (view: TableView) => view.rows.slice(0, 400).map((row) => row.id)
    expect(ids(kept)).toEqual(expectedIds(tables, options))
    expect(views.map(ids)).toEqual([ids(kept), expectedIds(tables, { ...options, descending: true })])
  })

  it('does not copy a view that has not followed a change yet', () => {
    const { tables, commit, runNext, waiting } = setupStore(manyRows(1))
    const options: Options = { sortBy: sorts()[0]!, searchText: (row) => String(row['note']) }
    const view = new TableView(tables, 'investments', { ...options, search: 'b' })
    const other = new TableView(tables, 'investments', { sortBy: options.sortBy })
    while (!other.ready) runNext()
    expect(view.ready).toBe(false)
    commit('new', { projectId: 'p2', amount: 1, note: 'b' })
    while (waiting.length > 0) runNext()
    expect(view.rows.slice(0, 400).map((row) => row.id)).toEqual(expectedIds(tables, { ...options, search: 'b' }))
  })

  it('does not show a prefetched order of the previous set', () => {
    const { tables, runNext, waiting } = setupStore(manyRows(1))
    const view = new TableView(tables, 'investments', { sortBy: (row) => row.id })
    while (waiting.length > 0) runNext()
    const byAmount = { sortBy: sorts()[0]! }
    view.prefetch(byAmount)
    while (waiting.length > 0) runNext()
    const next = new FeedSet({ generation: 2, epoch: 'f', scope: 's' })
    next.fold.receiveAll(
      manyRows(7).map(([rowId, fields], n): FeedRow => ['investments', `n${rowId}`, n + 1, { ...fields }]),
    )
    tables.batch(() => tables.show(next))
    view.update(byAmount)
    while (waiting.length > 0) runNext()
    expect(view.rows.slice(0, 400).map((row) => row.id)).toEqual(expectedIds(tables, byAmount))
  })

  it('keeps search texts for a later view, until their row changes', () => {
    const { tables, feed, runNext } = setupStore([['i1', { note: 'ab', amount: 1, projectId: 'p1' }]])
    let computedTexts = 0
    const options: Options = {
      sortBy: (row) => row.id,
      searchText: (row) => (computedTexts++, String(row['note'])),
      search: 'a',
    }
    const visit = () => {
      const view = new TableView(tables, 'investments', options)
      while (!view.ready) runNext()
      view.close()
      return view
    }
    visit()
    visit()
    expect(computedTexts).toBe(1)
    feed('investments', [['i1', { note: 'c', amount: 1, projectId: 'p1' }]])
    expect(visit().rows).toHaveLength(0)
    expect(computedTexts).toBe(2)
  })
})

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at])
