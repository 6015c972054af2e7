import { describe, expect, it } from 'vitest'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { Fold } from '#web/store/feed/fold.ts'
import { FeedSet } from '#web/store/feed/feed-set.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { Tables } from './tables.ts'
import { TableView } from './view.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'

function setupTables(rows: readonly (readonly [id: string, fields: Values])[]) {
  const tables = new Tables()
  const set = new FeedSet({ generation: 1, epoch: 'e', scope: 's' })
  tables.batch(() => tables.show(set))
  let number = 0
  const write = (entity: string, ...written: readonly (readonly [string, Values | null])[]) =>
    tables.batch(() =>
      set.fold.receiveAll(
        written.map(([id, fields]) => [entity, id, ++number, fields]),
        tables,
      ),
    )
  write('projects', ...rows)
  return { tables, write }
}

const byName: ViewOptions<AnyRow> = {
  sortBy: (row) => row['name'] as string | null,
  searchText: (row) => String(row['name']),
}
const ids = (view: TableView) => view.rows.slice(0, view.rows.length).map(({ id }) => id)

describe('a view', () => {
  it('is sorted, nulls last in both directions, ties by id', () => {
    const { tables } = setupTables([
      ['c', { name: 'x' }],
      ['a', { name: null }],
      ['b', { name: 'x' }],
      ['d', { name: 'y' }],
      ['e', { name: null }],
    ])
    const view = new TableView(tables, 'projects', byName)
    expect(ids(view)).toEqual(['b', 'c', 'd', 'a', 'e'])
    view.update({ descending: true })
    expect(ids(view)).toEqual(['d', 'b', 'c', 'a', 'e'])
  })

  it('follows rows that are added, changed, moved and removed', () => {
    const { tables, write } = setupTables([['a', { name: 'm' }]])
    const view = new TableView(tables, 'projects', byName)
    let notifications = 0
    view.subscribe(() => notifications++)
    write('projects', ['b', { name: 'a' }])
    write('projects', ['c', { name: 'z' }])
    expect(ids(view)).toEqual(['b', 'a', 'c'])
    write('projects', ['b', { name: 'zz' }])
    expect(ids(view)).toEqual(['a', 'c', 'b'])
    write('projects', ['a', null], ['c', null])
    expect(ids(view)).toEqual(['b'])
    expect(notifications).toBe(4)
  })

  it('equals a fresh sort after any sequence of changes', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const { tables, write } = setupTables([])
    const view = new TableView(tables, 'projects', { ...byName, search: 'a' })
    for (let round = 0; round < 200; round++) {
      const changeCount = random(10) === 0 ? 150 : 3
      write(
        'projects',
        ...Array.from({ length: changeCount }, (): [string, Values | null] => [
          `row${random(300)}`,
          random(4) === 0 ? null : { name: 'abc'.charAt(random(3)) + random(9) },
        ]),
      )
      const freshView = new TableView(tables, 'projects', { ...byName, search: 'a' })
      expect(ids(view)).toEqual(ids(freshView))
      freshView.close()
    }
    expect(view.rows.length).toBeGreaterThan(10)
  })

  it('finds all words at any position, ignoring case, diacritics and Unicode form', () => {
    const { tables } = setupTables([
      ['a', { name: 'İstanbul Çırağan' }],
      ['b', { name: 'Ankara' }],
      ['c', { name: 'ISTANBUL' }],
    ])
    const view = new TableView(tables, 'projects', byName)
    const find = (search: string) => (view.update({ search }), ids(view).sort())
    expect(find('istanbul')).toEqual(['a', 'c'])
    expect(find('istanbul ci')).toEqual(['a'])
    expect(find('çıRAĞan ist')).toEqual(['a'])
    expect(find('')).toEqual(['a', 'b', 'c'])
  })

  it('shows a row that starts to match and hides one that no longer does', () => {
    const { tables, write } = setupTables([
      ['a', { name: 'alpha' }],
      ['b', { name: 'beta' }],
    ])
    const view = new TableView(tables, 'projects', { ...byName, search: 'alp' })
    write('projects', ['b', { name: 'alpine' }], ['a', { name: 'gamma' }])
    expect(ids(view)).toEqual(['b'])
    view.update({ search: 'gam' })
    expect(ids(view)).toEqual(['a'])
  })

  it('accepts another filter or sort', () => {
    const { tables } = setupTables([
      ['a', { name: 'x', size: 2 }],
      ['b', { name: 'y', size: 1 }],
    ])
    const view = new TableView(tables, 'projects', byName)
    view.update({ sortBy: (row) => row['size'] as number })
    expect(ids(view)).toEqual(['b', 'a'])
    view.update({ filter: (row) => row['size'] === 2 })
    expect(ids(view)).toEqual(['a'])
  })

  it('follows referenced rows', () => {
    const { tables, write } = setupTables([['p', { name: 'old' }]])
    write('investments', ['i', { projectId: 'p' }], ['j', { projectId: 'q' }])
    const nameOf = (row: AnyRow) =>
      (tables.of('projects').get(row['projectId'] as string)?.['name'] ?? null) as string | null
    const view = new TableView(tables, 'investments', {
      sortBy: nameOf,
      searchText: (row) => nameOf(row) ?? '',
      joins: [{ entity: 'projects', via: 'projectId' }],
      search: 'new',
    })
    expect(ids(view)).toEqual([])
    write('projects', ['p', { name: 'new' }])
    expect(ids(view)).toEqual(['i'])
  })

  it('reloads when another set is shown', () => {
    const { tables } = setupTables([['a', { name: 'x' }]])
    const view = new TableView(tables, 'projects', byName)
    let notifications = 0
    view.subscribe(() => notifications++)
    const next = new FeedSet({ generation: 2, epoch: 'e', scope: 't' })
    next.fold.receiveAll([['projects', 'b', 9, { name: 'y' }]])
    tables.batch(() => tables.show(next))
    expect(ids(view)).toEqual(['b'])
    expect(notifications).toBe(1)
  })

  it('calls no listener after it is closed', () => {
    const { tables, write } = setupTables([])
    const view = new TableView(tables, 'projects', byName)
    let notifications = 0
    view.subscribe(() => notifications++)
    view.close()
    write('projects', ['a', { name: 'x' }])
    expect(notifications).toBe(0)
    expect(ids(view)).toEqual([])
  })
})

describe('the fold', () => {
  it('FOLD1 receives a row only if its number is higher, tombstones included', () => {
    const fold = new Fold()
    fold.receive(['projects', 'a', 5, { name: 'five' }])
    fold.receive(['projects', 'a', 4, { name: 'four' }])
    fold.receive(['projects', 'a', 5, { name: 'five again' }])
    expect(fold.rowsOf('projects').get('a')).toMatchObject({ name: 'five', number: 5 })
    fold.receive(['projects', 'a', 6, null])
    fold.receive(['projects', 'a', 5, { name: 'back from the dead' }])
    expect(fold.rowsOf('projects').size).toBe(0)
    fold.receive(['projects', 'a', 7, { name: 'made anew' }])
    fold.receive(['projects', 'a', 6, null])
    expect(fold.rowsOf('projects').get('a')).toMatchObject({ name: 'made anew' })
  })

  it('keeps rows of unknown entities', () => {
    const fold = new Fold()
    fold.receive(['hovercrafts', '01900000-0000-7000-8000-000000000001', 1, { eels: true }])
    expect(fold.count).toBe(1)
    expect(fold.digest().count).toBe(1)
  })
})

describe('keys', () => {
  it('sort money exactly', () => {
    const amounts = ['0.10', '-2.00', '9999999999999.99', '9999999999999.98', '10.00', '9.99']
    expect([...amounts].sort((a, b) => moneyKey(a)! - moneyKey(b)!)).toEqual([
      '-2.00',
      '0.10',
      '9.99',
      '10.00',
      '9999999999999.98',
      '9999999999999.99',
    ])
    expect(moneyKey(null)).toBeNull()
  })

  it('fold equivalent texts to the same key', () => {
    expect(foldText('ÉCOLE ﬁn')).toBe('ecole fin')
    expect(foldText('Iğdır')).toBe(foldText('IĞDIR'))
  })
})
