import { describe, expect, it } from 'vitest'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import type { Scheduler } from '#web/store/base/time-slicing.ts'
import { FeedSet } from '#web/store/feed/feed-set.ts'
import { Tables } from './tables.ts'
import { TableView } from './view.ts'

const names = ['Ananya Krishnan', 'Kerem Yılmaz', 'Layla Al Mansoori', 'Muhammad Ali', 'محمد حداد', 'Rohan Mehta']

function setup(searchText: ViewOptions<AnyRow>['searchText'] = (row) => String(row['name'])) {
  const waiting: (() => void)[] = []
  const queue = (run: () => void) => {
    waiting.push(run)
    return () => void waiting.splice(waiting.indexOf(run), waiting.includes(run) ? 1 : 0)
  }
  let now = 0
  const scheduler: Scheduler = { now: () => (now += 5), soon: queue, later: queue }
  const runAll = () => {
    while (waiting.length > 0) waiting.shift()!()
  }
  const tables = new Tables(scheduler)
  const set = new FeedSet({ generation: 1, epoch: 'e', scope: 's' })
  tables.batch(() => tables.show(set))
  let number = 0
  const write = (id: string, fields: Values | null) =>
    tables.batch(() => set.fold.receiveAll([['investors', id, ++number, fields]], tables))
  for (const name of names) write(name, { name })
  const view = new TableView(tables, 'investors', { sortBy: (row) => row.id, searchText, findsSimilar: true })
  const namesIn = (rows: TableView['rows']) => rows.slice(0, rows.length).map((row) => row['name'])
  const search = (text: string) => {
    view.update({ search: text })
    runAll()
    return { found: namesIn(view.rows), similar: namesIn(view.similar) }
  }
  runAll()
  return { view, write, search, runAll, waiting, similar: () => namesIn(view.similar) }
}

describe('similar rows', () => {
  it('are found by a misspelt, differently spelt or transliterated word', () => {
    const { search } = setup()
    expect(search('krisnan')).toEqual({ found: [], similar: ['Ananya Krishnan'] })
    expect(search('yilmas kerem')).toEqual({ found: [], similar: ['Kerem Yılmaz'] })
    expect(search('mohammed')).toEqual({ found: [], similar: ['Muhammad Ali', 'محمد حداد'] })
    expect(search('haddad mohamed')).toEqual({ found: [], similar: ['محمد حداد'] })
  })

  it('follow the rows that match, without repeating them', () => {
    const { search, write } = setup()
    write('Muhamad Omar', { name: 'Muhamad Omar' })
    expect(search('muhamad')).toEqual({ found: ['Muhamad Omar'], similar: ['Muhammad Ali', 'محمد حداد'] })
  })

  it('are not looked for while many rows match, by a number, or without letters enough', () => {
    const { search, write } = setup()
    for (let index = 0; index < 5; index++) write(`Rohann ${index}`, { name: `Rohann ${index}` })
    expect(search('rohann').similar).toEqual([])
    expect(search('2024').similar).toEqual([])
    expect(search('ro')).toMatchObject({ similar: [] })
  })

  it('appear after the found rows and stay while the search becomes longer', () => {
    const { view, search, similar, waiting, runAll } = setup()
    search('krisna')
    expect(similar()).toEqual(['Ananya Krishnan'])
    view.update({ search: 'krisnan' })
    expect(similar()).toEqual(['Ananya Krishnan'])
    const { version } = view
    view.update({ search: 'yilmas' })
    while (view.version === version) waiting.shift()!()
    expect(similar()).toEqual([])
    runAll()
    expect(similar()).toEqual(['Kerem Yılmaz'])
  })

  it('follow changes of rows', () => {
    const { view, search, write, runAll, similar } = setup()
    search('krisnan')
    let notifications = 0
    view.subscribe(() => notifications++)
    write('Ananya Krishnan', { name: 'Ananya Iyer' })
    runAll()
    expect(similar()).toEqual([])
    write('Rohan Mehta', { name: 'Rohan Krishnan' })
    runAll()
    expect(similar()).toEqual(['Rohan Krishnan'])
    write('Rohan Mehta', null)
    expect(similar()).toEqual([])
    expect(notifications).toBeGreaterThan(2)
  })

  it('are not searched by a view that does not want them', () => {
    const { view, search, similar } = setup()
    view.update({ findsSimilar: false })
    search('krisnan')
    expect(similar()).toEqual([])
  })
})
