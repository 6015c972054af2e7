// Sealed before the write path, so no hash, audit entry or log can contain them.
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { type AccountName, lastCharacters, sealedFields } from '#schema/kernel/sealed.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { newId } from '#server/db/new-id.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { Seals } from '#server/secrets/seal.ts'

export type AccountEntity = Entity & { readonly name: AccountName }

export interface AccountDeps extends WriteDeps {
  readonly seals: Seals
}

function stored({ seals }: AccountDeps, entity: Entity, tenantId: string, id: string, values: Values): Values {
  const row = { ...values }
  for (const { field, inputName: name, shownBy } of sealedFields(entity)) {
    if (!Object.hasOwn(values, name)) continue
    const value = values[name] as string | null
    delete row[name]
    row[field] = value && seals.seal(value, { tenantId, table: entity.table, id, column: snakeCase(field) })
    if (shownBy) row[shownBy] = value && lastCharacters(value)
  }
  return row
}

/** One account per `key`. The remembered request omits the values, because its hash would let them be guessed. */
export async function addAccount(
  deps: AccountDeps,
  entity: AccountEntity,
  viewer: Viewer,
  values: Values,
  key?: string,
): Promise<string> {
  const { tenantId, userId } = viewer
  const id = newId()
  const fields = { ...stored(deps, entity, tenantId, id, values), userId }
  return transact(deps, asPerson(viewer), (batch) => batch.create(entity.name, fields, id), { key, given: entity.name })
}

/** True when the account's number did not match and nothing changed. */
export async function changeAccount(
  deps: AccountDeps,
  entity: AccountEntity,
  viewer: Viewer,
  id: string,
  values: Values,
  number?: number,
): Promise<boolean> {
  const fields = stored(deps, entity, viewer.tenantId, id, values)
  try {
    await transact(deps, asPerson(viewer), (batch) => batch.update(entity.name, id, fields, { number }))
    return false
  } catch (error) {
    if (error instanceof CodedError && error.code === 'CONFLICT') return true
    throw error
  }
}
