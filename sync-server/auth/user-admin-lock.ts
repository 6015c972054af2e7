// What was read must still be valid on write.
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { changeDirectory, type RecordAction } from '#server/records/write/directory-actions.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { Session } from './sessions.ts'
import { isAuthorized, type RoleRequirement } from './auth-requirement.ts'

/** Refuses if the caller has lost the required role since the request began. */
export const withUserAdminLock = <T>(
  deps: WriteDeps,
  { sid, viewer: { tenantId } }: Session,
  requirement: RoleRequirement,
  work: (sql: Statements, recordAction: RecordAction) => Promise<T>,
): Promise<T> =>
  changeDirectory(deps, async (sql, recordAction) => {
    await sql`select id from directory.tenants where id = ${tenantId} for no key update`
    const [now] = await sql<{ role: Role }[]>`
      select case when s.acting_for is null then u.role else s.acting_role end as role
      from directory.sessions s join directory.users u on u.id = s.user_id where s.sid = ${sid} and s.ended_as is null and u.is_active`
    if (!now || !isAuthorized(requirement, now)) throw new CodedError('FORBIDDEN')
    return work(sql, recordAction)
  })
