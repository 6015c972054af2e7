import type { SessionEnd } from '#schema/sync/protocol.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { type Session, type SessionLimits } from '#server/auth/sessions.ts'
import { part as partOfStatement, type Statements } from '#server/db/connect/directory.ts'
import { findInList, listPart } from '#server/records/read/directory-lists.ts'
import type { ListPart } from '#server/records/read/read.ts'

export interface SignIn {
  readonly id: string
  readonly userId: string
  readonly device: string | null
  readonly version: number | null
  readonly unsent: number | null
  readonly createdAt: string
  /** Updated at most every five minutes. */
  readonly lastUsed: string
  readonly endedAs: SessionEnd | null
  readonly endedAt: string | null
  readonly isThis: boolean
}

const ownerCondition = ({ role, userId }: Viewer): string | null => (role === 'ADMIN' ? null : userId)

const signInsOf = (
  { sid, viewer }: Session,
  limits: SessionLimits,
  isWanted = partOfStatement`true`,
) => partOfStatement`
  select s.id, s.user_id as "userId", s.device, s.version, s.unsent, s.created_at as "createdAt",
    s.last_used as "lastUsed", s.ended_at as "endedAt", s.sid = ${sid} as "isThis",
    coalesce(s.ended_as, case
      when not u.is_active then 'deactivated'
      when s.expire <= ${limits.expire}::timestamptz or s.last_used <= ${limits.lastUsed}::timestamptz then 'expired'
    end) as "endedAs"
  from directory.sessions s join directory.users u on u.id = s.user_id
  where s.tenant_id = ${viewer.tenantId} and (${ownerCondition(viewer)}::uuid is null or s.user_id = ${ownerCondition(viewer)}) and ${isWanted}`

export const listSessions = (
  sql: Statements,
  session: Session,
  limits: SessionLimits,
  part?: ListPart,
): Promise<readonly SignIn[]> => listPart(sql, signInsOf(session, limits), part)

/** Devices of ended sessions keep data until they are revoked. */
export const listDevices = (
  sql: Statements,
  session: Session,
  limits: SessionLimits,
  part?: ListPart,
): Promise<readonly SignIn[]> =>
  listPart(
    sql,
    session.viewer.role === 'ADMIN'
      ? signInsOf(session, limits, partOfStatement`not s.is_withdrawn`)
      : partOfStatement`select * from (${signInsOf(session, limits)}) as s where s."endedAs" is null`,
    part,
  )

export const findSignIn = (
  sql: Statements,
  session: Session,
  limits: SessionLimits,
  id: string,
): Promise<SignIn | undefined> => findInList(sql, signInsOf(session, limits), id)
