import { createRxDatabase, type RxCollection } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { eachPage, objectsIn } from './raw.ts'
import { newAmount, searchWord } from './same-work.ts'

type Rows = Record<'projects' | 'investors' | 'investments', RxCollection<AnyRow>>

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 36 }, number: { type: 'number' }, amountKey: { type: 'number' } },
  required: ['id', 'number'],
} as const

async function openRows(name: string): Promise<Rows> {
  const database = await createRxDatabase({ name, storage: getRxStorageDexie(), multiInstance: false })
  const made = { schema }
  return database.addCollections<Rows>({ projects: made, investors: made, investments: made })
}

export async function rxdbSync(name: string): Promise<number> {
  const start = performance.now()
  const rows = await openRows(name)
  await eachPage(async (page) => {
    const objects = objectsIn(page)
    for (const entity of ['projects', 'investors', 'investments'] as const) {
      const own = objects.filter((each) => each.entity === entity).map(({ object }) => withKey(object))
      const { error } = await rows[entity].bulkInsert(own)
      if (error.length > 0) throw new Error(`RxDB did not take ${error.length} rows: ${JSON.stringify(error[0])}`)
    }
  })
  return performance.now() - start
}

const withKey = (row: AnyRow): AnyRow =>
  typeof row['amount'] === 'string' ? { ...row, amountKey: moneyKey(row['amount']) } : row

export async function rxdbCommits(name: string, times: number): Promise<number[]> {
  const { investments } = await openRows(name)
  const query = investments.find({
    selector: { status: { $regex: searchWord, $options: 'i' } },
    sort: [{ amountKey: 'asc' }],
  })
  const samples: number[] = []
  let rows = await query.exec()
  let onRow = () => {}
  const subscription = query.$.subscribe((found) => {
    rows = found
    onRow()
  })
  for (let time = 0; time < times; time++) {
    const seen = rows[(time * 7_919) % rows.length]!
    const amount = newAmount(time)
    const start = performance.now()
    const shown = new Promise<void>((resolve) => {
      onRow = () => {
        if (rows.some((row) => row.id === seen.id && row.get('amount') === amount)) resolve()
      }
    })
    await seen.incrementalPatch({ amount, amountKey: moneyKey(amount) })
    await shown
    samples.push(performance.now() - start)
    onRow = () => {}
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  subscription.unsubscribe()
  return samples
}
