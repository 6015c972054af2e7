import type { RowOf } from '#schema/kernel/entity.ts'
import type { users } from '#schema/entities/users/entity.ts'
import { part as partOfStatement, type Statements } from '#server/db/connect/directory.ts'
import { findInList, listPart } from '#server/records/read/directory-lists.ts'
import type { ListPart } from '#server/records/read/read.ts'

type Unread =
  | 'isProven'
  | 'passwordHash'
  | 'providerHash'
  | 'resetHash'
  | 'provingReset'
  | 'resetExpiresAt'
  | 'totpEncrypted'
  | 'totpStep'
  | 'recoveryHashes'
  | 'number'
  | 'createdBy'

/** Never includes secrets. */
export interface User extends Omit<RowOf<typeof users>, Unread> {
  readonly hasSecondFactor: boolean
}

const usersOf = (tenantId: string) => partOfStatement`
  select id, email, first_name as "firstName", last_name as "lastName", profile_image_url as "profileImageUrl", role,
    preferred_language as "preferredLanguage", is_active as "isActive", last_login as "lastLogin",
    invited_by as "invitedBy", totp_encrypted is not null as "hasSecondFactor", created_at as "createdAt", updated_at as "updatedAt"
  from directory.users where tenant_id = ${tenantId}`

export const listUsers = (sql: Statements, tenantId: string, part?: ListPart): Promise<readonly User[]> =>
  listPart(sql, usersOf(tenantId), part)

export const findUser = (sql: Statements, tenantId: string, id: string): Promise<User | undefined> =>
  findInList(sql, usersOf(tenantId), id)
