import type { TransactionSql } from 'postgres'
import { snakeCase } from '#schema/kernel/entity.ts'

/** Changes of revoked devices that nobody has decided yet. `change` is as the device sent it. */
export const heldChangeNames = ['id', 'userId', 'sessionId', 'device', 'change', 'createdAt'] as const

export async function* heldChangesOf(
  sql: TransactionSql,
  tenantId: string,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const columns = heldChangeNames.map((name) => `${snakeCase(name)} as "${name}"`).join(', ')
  yield* await sql.unsafe<Record<string, unknown>[]>(
    `select ${columns} from held_changes where tenant_id = $1 and state = 'HELD' order by id`,
    [tenantId],
  )
}
