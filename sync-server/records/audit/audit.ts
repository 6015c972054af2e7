import { newId } from '#server/db/new-id.ts'
import { type Entity, perEntity } from '#schema/kernel/entity.ts'
import { audienceColumns, sinceColumn } from '#server/db/tables/audiences.ts'
import { type Actor, authorOf, personOf, auditActor } from '#server/records/actor.ts'
import type { Trail } from './audit-chain.ts'
import { actionOf, type AuditedOperation } from './audit-action.ts'
import type { Staged } from '#server/records/rows/working-set.ts'
import type { FormerNumber } from '#server/records/former-number.ts'

const serverColumns = ['number', 'updatedAt', 'createdAt', 'createdBy', 'deletedIn', 'emptied']

const concealed = perEntity(
  (entity) =>
    new Set([
      ...serverColumns,
      ...audienceColumns(entity).map(sinceColumn),
      ...Object.keys(entity.fields).filter((name) => entity.fields[name]!.readers === 'nobody'),
    ]),
)

/** An entry says that a secret changed, never its value. */
const secretsOf = perEntity((entity) =>
  Object.keys(entity.fields).filter((name) => entity.fields[name]!.storage.kind === 'secret'),
)

const auditValue = (entity: Entity, name: string, value: unknown): unknown =>
  entity.fields[name]?.isCapability && typeof value === 'string' ? new URL(value).host : (value ?? null)

interface Difference {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly secrets?: readonly string[]
}

function difference({ of: entity, before, after }: Staged): Difference {
  const hidden = concealed(entity)
  const isSame = (name: string) => (before?.[name] ?? null) === (after[name] ?? null)
  const [previous, next]: Record<string, unknown>[] = [{}, {}]
  for (const name of Object.keys(after)) {
    if (hidden.has(name) || isSame(name)) continue
    if (before) previous![name] = auditValue(entity, name, before[name])
    next![name] = auditValue(entity, name, after[name])
  }
  const secrets = secretsOf(entity).filter((name) => !isSame(name))
  return { before: previous!, after: next!, ...(secrets.length ? { secrets } : {}) }
}

interface AuditedChange {
  readonly actor: Actor
  readonly changeId: string
  readonly number: number
  readonly at: string
  /** Recorded, never used. */
  readonly deviceAt?: string | undefined
  readonly operations: readonly AuditedOperation[]
  readonly staged: readonly Staged[]
  readonly was?: FormerNumber | undefined
  readonly decided?: readonly (readonly string[] | undefined)[]
}

/** Rows that only followed are listed with the first entry. */
export function auditChange(trail: Trail, audited: AuditedChange): void {
  const { actor, changeId, number, at, deviceAt, operations, staged, was: formerNumber, decided } = audited
  const author = authorOf(actor)
  const named = new Set(operations.map(({ entity, id }) => `${entity} ${id}`))
  const followedRows = staged
    .filter(({ of: entity, after }) => !named.has(`${entity.name} ${after.id}`))
    .map(({ of: entity, after }) => [entity.name, after.id])
  for (const [index, { op, entity, id }] of operations.entries()) {
    const row = staged.find(({ of: definition, after }) => definition.name === entity && after.id === id)
    trail.add({
      id: newId(),
      number,
      userId: personOf(actor),
      action: actionOf(entity, op),
      entityType: entity,
      entityId: id,
      details: {
        changeId,
        actor: auditActor(actor),
        ...(author ? { author } : {}),
        ...(deviceAt ? { deviceAt } : {}),
        ...(row ? difference(row) : {}),
        ...(index === 0 && followedRows.length ? { followed: followedRows } : {}),
        ...(formerNumber ? { was: formerNumber, decided: decided?.[index] ?? [] } : {}),
      },
      timestamp: at,
    })
  }
}
