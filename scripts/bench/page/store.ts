import type { Row } from '#schema/registry.ts'
import type { Identity, Store, View } from '#web/store/base/contract.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { openDevice, until } from './open-device.ts'
import { newAmount, searchWord } from './same-work.ts'

let openedStore: Store | undefined

export async function storeSync(identity: Identity, prefix: string): Promise<number> {
  const start = performance.now()
  openedStore = await openDevice(identity, prefix)
  await until(openedStore, ({ hasAllRows }) => hasAllRows)
  return performance.now() - start
}

/** Keeps the rows in the heap for measuring. */
export async function holdRows(identity: Identity, prefix: string): Promise<number> {
  await storeSync(identity, prefix)
  return (
    openedStore!.table('investments').size + openedStore!.table('investors').size + openedStore!.table('projects').size
  )
}

const keyOf = ({ amount }: Row<'investments'>) => moneyKey(amount)

/** As on the investments screen, whose search includes project names. */
function sortedView(store: Store, search = '') {
  const projects = store.table('projects')
  return store.view('investments', {
    sortBy: keyOf,
    searchText: ({ projectId, status }) => `${projects.get(projectId)?.name ?? ''} ${status}`,
    search,
    joins: [{ entity: 'projects', via: 'projectId' }],
  })
}

function untilReady(view: View<Row<'investments'>>): Promise<void> {
  return new Promise((resolve) => {
    if (view.ready) resolve()
    else view.subscribe(() => view.ready && resolve())
  })
}

/** Opens a page without the server until a sorted list can be rendered; returns ms and rows. */
export async function storeOpen(identity: Identity, prefix: string): Promise<{ ms: number; rows: number }> {
  const start = performance.now()
  const store = await openDevice(identity, prefix, { on: false })
  const view = sortedView(store)
  await untilReady(view)
  view.rows.slice(0, 40)
  return { ms: performance.now() - start, rows: view.rows.length }
}

const rowAt = (view: View<Row<'investments'>>, at: number): Row<'investments'> => view.rows.slice(at, at + 1)[0]!

function indexIn(view: View<Row<'investments'>>, row: Row<'investments'>): number {
  const [key, comesBefore] = [
    keyOf(row)!,
    (other: Row<'investments'>) => keyOf(other)! - key || (other.id < row.id ? -1 : 0),
  ]
  let low = 0
  let high = view.rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (comesBefore(rowAt(view, middle)) < 0) low = middle + 1
    else high = middle
  }
  return low
}

export async function storeCommits(identity: Identity, prefix: string, times: number): Promise<number[]> {
  const store = await openDevice(identity, prefix, { on: false })
  const view = sortedView(store, searchWord)
  await untilReady(view)
  const samples: number[] = []
  for (let time = 0; time < times; time++) {
    const seen = rowAt(view, (time * 7_919) % view.rows.length)
    const amount = newAmount(time)
    const start = performance.now()
    const shown = new Promise<void>((resolve) => {
      const stop = view.subscribe(() => {
        const row = store.table('investments').get(seen.id)
        if (row?.amount !== amount || rowAt(view, indexIn(view, row)) !== row) return
        stop()
        resolve()
      })
    })
    await store.update('investments', seen, { amount })
    await shown
    samples.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return samples
}
