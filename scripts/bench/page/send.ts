import { v7 as uuidv7 } from 'uuid'
import { type Change, changesPath, limits, type Verdict } from '#schema/sync/protocol.ts'
import type { Row } from '#schema/registry.ts'
import type { Identity, Store } from '#web/store/base/contract.ts'
import { openDevice, until } from './open-device.ts'
import { newAmount } from './same-work.ts'

let opened: { readonly store: Store; readonly network: { on: boolean } } | undefined

async function device(identity: Identity, prefix: string) {
  if (opened) return opened
  const network = { on: true }
  const store = await openDevice(identity, prefix, network)
  await until(store, ({ hasAllRows, syncing }) => hasAllRows && !syncing)
  opened = { store, network }
  return opened
}

const nextRows = (store: Store, from: number, count: number): Row<'investments'>[] =>
  [...store.table('investments').all()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(from, from + count)

export async function storeSend(identity: Identity, prefix: string, from: number, count: number): Promise<number> {
  const { store, network } = await device(identity, prefix)
  network.on = false
  for (const [index, row] of nextRows(store, from, count).entries()) {
    await store.update('investments', row, { amount: newAmount(from + index) })
  }
  network.on = true
  const start = performance.now()
  store.syncNow()
  await until(store, ({ waiting }) => waiting === 0)
  const ms = performance.now() - start
  if (store.status.attention > 0) throw new Error('Changes were refused')
  return ms
}

export async function rawSend(identity: Identity, prefix: string, from: number, count: number): Promise<number> {
  const { store } = await device(identity, prefix)
  const changes = nextRows(store, from, count).map((row, index): Change => ({
    id: uuidv7(),
    at: new Date().toISOString(),
    ops: [
      {
        op: 'update',
        entity: 'investments',
        id: row.id,
        fields: { amount: newAmount(from + index) },
        base: { amount: row.amount, currency: row.currency },
        seen: row.number,
      },
    ],
  }))
  const client = uuidv7()
  const bodies: string[] = []
  for (let at = 0; at < changes.length; at += limits.changesPerRequest) {
    bodies.push(JSON.stringify({ client, changes: changes.slice(at, at + limits.changesPerRequest) }))
  }
  const start = performance.now()
  for (const body of bodies) {
    const response = await fetch(changesPath, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { results } = (await response.json()) as { results: Verdict[] }
    if (results.some(({ number }) => number === null)) throw new Error('Changes were refused')
  }
  const ms = performance.now() - start
  await until(store, ({ syncing }) => !syncing)
  return ms
}
