// Activities of the last 90 days, and this device's waiting changes.
import type { ChangedValue } from '#schema/kernel/field-types.ts'
import { referenceFields } from '#schema/kernel/entity.ts'
import { fieldsOf, type Operation, verbIn } from '#schema/sync/protocol.ts'
import { type EntityName, type Row, tenantEntities } from '#schema/registry.ts'
import { verbNamesOf } from '#schema/verbs.ts'
import type { OutboxEntry, Store, Table } from '#web/store/base/contract.ts'
import { hasDetails, verbText } from '#web/records/names/entity-texts.ts'

type Activity = Row<'activities'>

export interface HistoryEntry extends Pick<
  Activity,
  'id' | 'at' | 'userId' | 'by' | 'device' | 'source' | 'action' | 'entityType' | 'entityId' | 'title' | 'belongedTo'
> {
  /** Limited to the shown record; null if unknown. */
  readonly changes: readonly ChangedValue[] | null
  readonly isWaiting: boolean
}

/** Newest first. */
export function historyEntries(store: Store, entity: EntityName, id: string): readonly HistoryEntry[] {
  const activities = [...ownActivities(store, entity, id), ...partActivities(store, entity, id)]
  const done = [...new Map(activities.map((each) => [each.id, each])).values()].map((activity) => ({
    ...activity,
    changes: changesOf(activity, id),
    isWaiting: false,
  }))
  const sorted = done.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  return [...waitingEntries(store, entity, id), ...sorted]
}

function changesOf({ entityId, changes }: Activity, id: string): readonly ChangedValue[] | null {
  if (!Array.isArray(changes)) return null
  return (changes as readonly ChangedValue[]).filter(([, , , , other = entityId]) => other === id)
}

/** Plain updates write no other records. */
const actionsOnOthers = [...new Set(['delete', 'restore', ...tenantEntities.flatMap(verbNamesOf)])]

function ownActivities(store: Store, entity: EntityName, id: string): readonly Activity[] {
  const table = store.table('activities')
  const own = table.where('entityId', id).filter(({ entityType }) => entityType === entity)
  const others = actionsOnOthers
    .flatMap((action) => table.where('action', action))
    .filter(({ changes }) => Array.isArray(changes) && changes.some(([, , , , other]) => other === id))
  return [...own, ...others]
}

/** Parts with details of their own show their full history there. */
const partsOf = (entity: EntityName) =>
  tenantEntities.flatMap((of) => {
    const name = of.name as EntityName
    const isPart = of.hasActivity && verbText(name, 'create') !== null
    const references = isPart ? referenceFields(of).filter(({ to }) => to === entity) : []
    return references.map(({ field }) => ({ entity: name, via: field, isWhole: !hasDetails(name) }))
  })

const tableOf = (store: Store, entity: EntityName): Table => store.table(entity)

function partActivities(store: Store, entity: EntityName, id: string): readonly Activity[] {
  const table = store.table('activities')
  const parts = partsOf(entity)
  const existing = parts.flatMap((part) =>
    tableOf(store, part.entity)
      .where(part.via, id)
      .map((row) => [part.entity, row.id] as const),
  )
  const deleted = table
    .where('action', 'delete')
    .filter(({ belongedTo }) => belongedTo?.includes(id))
    .map((activity) => [activity.entityType, activity.entityId] as const)
  return [...new Map([...existing, ...deleted].map((each) => [each[1], each])).values()].flatMap(([name, at]) => {
    const part = parts.find((each) => each.entity === name)
    const isShown = ({ entityType, action }: Activity) =>
      entityType === name &&
      (part?.isWhole || action === 'delete' || action === 'restore' || (part && action === 'create'))
    return table.where('entityId', at).filter(isShown)
  })
}

const isWaiting = ({ state }: OutboxEntry): boolean => state === 'waiting' || state === 'sent'

function waitingEntries(store: Store, entity: EntityName, id: string): readonly HistoryEntry[] {
  const parts = partsOf(entity)
  const isShown = (op: Operation) =>
    (op.entity === entity && op.id === id) ||
    (op.op === 'create' && parts.some((part) => part.entity === op.entity && op.fields[part.via] === id))
  return store
    .outbox()
    .filter(isWaiting)
    .flatMap((entry) =>
      entry.ops.filter(isShown).map((op) => ({
        id: `${entry.id} ${op.id}`,
        at: entry.at,
        userId: store.identity.id,
        by: null,
        device: null,
        source: null,
        action: verbIn(op),
        entityType: op.entity,
        entityId: op.id,
        title: entry.names[op.id] ?? null,
        belongedTo: null,
        changes: waitingChanges(op),
        isWaiting: true,
      })),
    )
}

/** What an act changes is known once it has been sent. */
function waitingChanges(op: Operation): readonly ChangedValue[] | null {
  if (op.op === 'act') return null
  return op.op === 'update'
    ? Object.entries(fieldsOf(op)).map(([field, value]): ChangedValue => [field, op.base[field] ?? null, value])
    : []
}
