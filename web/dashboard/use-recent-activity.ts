import { type Operation, verbIn } from '#schema/sync/protocol.ts'
import { entityNamed, type Row } from '#schema/registry.ts'
import type { OutboxEntry, Store } from '#web/store/base/contract.ts'
import { personName } from '#web/ui/format/person-name.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { activityTitle } from '#web/records/names/activity-title.ts'
import { titleOf } from '#web/records/names/record-title.ts'
import { useView } from '#web/records/data/use-view.ts'

export interface ShownActivity {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly entityType: string
  readonly entityId: string
  /** Null if this person may not know it. */
  readonly by: string | null
  readonly title: string | null
  readonly isWaiting: boolean
}

const shown = 8
/** Activities without a screen would announce something no one can open. */
const hasScreen = (entity: string): boolean => entityNamed(entity)?.hasScreen !== false

const newest = {
  sortBy: ({ at }: Row<'activities'>) => at,
  descending: true,
  filter: ({ entityType }: Row<'activities'>) => hasScreen(entityType),
}

/** FOLLOW5: private records are not activities, neither before nor after sending. */
const isActivity = ({ entity }: Operation): boolean => entityNamed(entity)?.hasActivity === true && hasScreen(entity)

export function useRecentActivity(): readonly ShownActivity[] {
  const store = useStore()
  const { id } = store.identity
  const { rows } = useView('activities', newest)
  // Every change also changes the status, so this rereads the few newest rows often enough.
  useSyncStatus()
  const waiting = store
    .outbox()
    .filter(({ state }) => state === 'waiting' || state === 'sent')
    .flatMap((entry) => entry.ops.filter(isActivity).map((op) => waitingActivity(store, entry, op)))
  const read = titleReaderOf(store)
  const done = rows.slice(0, shown).map((row) => ({
    ...row,
    by: row.userId === id ? personName(store.identity) : row.by,
    title: activityTitle(row, read),
    isWaiting: false,
  }))
  return [...waiting, ...done].slice(0, shown)
}

function waitingActivity(store: Store, { id, at, names }: OutboxEntry, op: Operation): ShownActivity {
  const read = titleReaderOf(store)
  // The name recorded with the change; a restore has none, but its row does.
  const title = titleOf(op.entity, read(op.entity, op.id) ?? {}, read, names) ?? names[op.id] ?? null
  const { entity: entityType, id: entityId } = op
  const by = personName(store.identity)
  return { id: `${id} ${op.id}`, at, action: verbIn(op), entityType, entityId, by, title, isWaiting: true }
}
