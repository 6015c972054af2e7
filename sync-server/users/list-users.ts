import type { RowOf } from '#schema/entity.ts'
import type { users } from '#schema/users.ts'
import type { Statements } from '../db/directory.ts'
import type { ListPart } from '../records/read.ts'

/** What administrators read of a person; never the password's hash. */
export type User = Omit<RowOf<typeof users>, 'passwordHash' | 'resetHash' | 'resetExpiresAt' | 'number' | 'createdBy'>

/** Oldest first; of a part one more than its limit, which tells that others follow. */
export const listUsers = (
  sql: Statements,
  tenantId: string,
  { part, id = null }: { readonly part?: ListPart | undefined; readonly id?: string | null } = {},
): Promise<readonly User[]> =>
  sql<User[]>`
    select id, email, first_name as "firstName", last_name as "lastName", profile_image_url as "profileImageUrl", role,
      preferred_language as "preferredLanguage", is_active as "isActive", last_login as "lastLogin",
      invited_by as "invitedBy", created_at as "createdAt", updated_at as "updatedAt"
    from directory.users
    where tenant_id = ${tenantId} and (${id}::uuid is null or id = ${id})
      and (created_at, id) > (${part?.after?.createdAt ?? '-infinity'}::timestamptz, ${part?.after?.id ?? firstId}::uuid)
    order by created_at, id limit ${part ? part.limit + 1 : null}::int`

const firstId = '00000000-0000-0000-0000-000000000000'

/** A person of this firm; one of another firm counts as nobody. */
export const findUser = async (sql: Statements, tenantId: string, id: string): Promise<User | undefined> =>
  (await listUsers(sql, tenantId, { id }))[0]
