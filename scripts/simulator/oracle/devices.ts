import { entities, type EntityName } from '#schema/registry.ts'
import type { Tab } from '../device/device.ts'
import type { History } from '../history/history.ts'
import { type Row, type Rows, seenEntities, textOf, visibleRows } from './projection.ts'
import { isRecent } from './recent.ts'
import { assert } from './violation.ts'

export async function checkDevices({ tabs, backend }: History): Promise<void> {
  for (const tab of tabs) compare(tab, await visibleRows(backend.sql, tab.person), [backend.now(), tab.device.now()])
}

function compare(tab: Tab, rows: Rows, clocks: readonly number[]): void {
  for (const entity of seenEntities) {
    const shown = new Map([...tab.store.table(entity as EntityName).all()].map((row) => [`${entity} ${row.id}`, row]))
    for (const [key, row] of rows) {
      if (!key.startsWith(`${entity} `)) continue
      const own = shown.get(key) as Row | undefined
      const wanted = isRecent(key, row, clocks)
      if (wanted === undefined) continue
      if (!wanted) {
        assert(own === undefined, () => `${tab.label} still shows ${key}, which is no longer recent`)
        continue
      }
      assert(own !== undefined, () => `${tab.label} does not show ${key}: ${textOf(row)}`)
      assert(
        tab.device.release ? showsKnown(tab, entity, own, row) : textOf(own) === textOf(row),
        () => `${tab.label} shows ${key} as ${textOf(own)} where ${textOf(row)} is stored`,
      )
    }
    for (const [key, row] of shown)
      assert(rows.has(key), () => `${tab.label} still shows ${key}: ${textOf(row as Row)}`)
  }
  for (const { name } of entities.filter(({ name }) => !seenEntities.includes(name))) {
    const size = tab.store.table(name as EntityName).size
    assert(size === 0, () => `${tab.label} shows ${size} ${name} that nobody created`)
  }
}

/** A version shows the fields it knows; unreadable ones are blank. */
function showsKnown({ program }: Tab, entity: string, own: Row, row: Row): boolean {
  const isKnown = (field: string) => program.knows?.(entity, field) ?? true
  const blanks: readonly unknown[] = [undefined, null, 'PENDING']
  return (
    Object.entries(row).every(
      ([field, value]) => !isKnown(field) || JSON.stringify(own[field]) === JSON.stringify(value),
    ) && Object.entries(own).every(([field, value]) => field in row || blanks.includes(value))
  )
}
