import type { Values } from '#schema/kernel/parse.ts'
import { may, mayEver } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { isDeletePermitted, isPermitted } from '#schema/rules.ts'
import { verbNamed } from '#schema/verbs.ts'
import type { ChangedRows } from './changed-rows.ts'

/** `deleted`: the row that a restore brings back, as it was before it was deleted. */
export function maySend(operation: Operation, viewer: Viewer, rows: ChangedRows, deleted: Values | undefined): boolean {
  const { entity, id } = operation
  const definition = entityNamed(entity)
  const row = operation.op === 'restore' ? deleted : rows.get(entity, id)
  if (!definition || !row) return false
  switch (operation.op) {
    case 'update': {
      // A new record has no owner yet; its author may edit it.
      const isAllowed =
        row['number'] === 0 ? mayEver(definition, viewer, 'update') : may(definition, viewer, 'update', row)
      return isAllowed && isPermitted(entity, viewer, row, { ...row, ...operation.fields })
    }
    case 'delete':
      return may(definition, viewer, 'delete', row) && isDeletePermitted(entity, row)
    case 'act':
      return may(definition, viewer, verbNamed(operation)?.auth ?? '', row)
    case 'create':
    case 'restore':
      return may(definition, viewer, 'delete', row)
  }
}
