// The cookie holds 32 random bytes, the table only their SHA-256.
import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { SessionEnd, SignedIn } from '#schema/sync/protocol.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { validMs } from '#server/db/connect/time-limits.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { isWriteRefusal } from '#server/db/connect/unavailable.ts'
import { deviceName } from './device-name.ts'
import { linkedInvestors } from './investor-users.ts'
import { tokenHash } from './token-hash.ts'

export interface Session {
  readonly sid: string
  readonly viewer: Viewer
  readonly person: Person
  readonly report: DeviceReport
  /** The firm; see http/security/require-not-suspended.ts. */
  readonly isSuspended: boolean
}

export interface DeviceReport {
  readonly version: number | null
  readonly unsent: number | null
}

export interface RevokedDevice {
  readonly sessionId: string
  readonly tenantId: string
  readonly userId: string
  readonly role: Role
  readonly device: string | null
}

export interface EndedSession {
  readonly ended: SessionEnd
  /** Null for a device that continues at the next sign-in. */
  readonly revokedDevice: RevokedDevice | null
  readonly isSuspended: boolean
}

export type Person = Omit<SignedIn, 'investorIds'>

export interface ProvenUser {
  readonly id: string
  readonly tenantId: string
  /** The checked hash; absent with another proof. */
  readonly passwordHash?: string | null
}

export interface Sessions {
  /** Returns the cookie's secret; undefined when the password or the person changed meanwhile. */
  begin(user: ProvenUser, userAgent?: string): Promise<string | undefined>
  find(secret: string): Promise<Session | EndedSession | null>
  viewerOf(sid: string): Promise<Viewer | null>
  endOldest(userId: string): Promise<readonly string[]>
  end(sid: string): Promise<string | undefined>
  recordReport(session: Session, report: DeviceReport): Promise<void>
}

const day = 86_400_000
const idleMs = 30 * day
const maxSessions = 20
const touchMs = 5 * 60_000

export const sidOf = tokenHash

/** Sessions that ended, or were last used, at or before these times are over. */
export interface SessionLimits {
  readonly expire: string
  readonly lastUsed: string
}

/** `ago`: how long they have been over. */
export function sessionLimits({ clock }: Pick<Database, 'clock'>, now: Date, ago = 0): SessionLimits {
  const begun = clock.runningAgo(now, validMs.session + ago).getTime()
  return {
    expire: new Date(begun + validMs.session).toISOString(),
    lastUsed: clock.runningAgo(now, idleMs + ago).toISOString(),
  }
}

export async function renewSession(sql: Statements, sid: string): Promise<string | undefined> {
  const secret = randomBytes(32).toString('base64url')
  const renewed =
    await sql`update directory.sessions set sid = ${sidOf(secret)} where sid = ${sid} and ended_as is null`
  return renewed.count === 0 ? undefined : secret
}

interface FoundSession extends Person, DeviceReport {
  readonly endedAs: SessionEnd | null
  readonly sessionId: string
  readonly device: string | null
  readonly isWithdrawn: boolean
  readonly lastUsed: string
  readonly isCurrent: boolean
  readonly isActive: boolean
  readonly isSuspended: boolean
}

const endOf = ({ endedAs, isActive, isCurrent }: FoundSession): SessionEnd | null =>
  endedAs ?? (isActive ? (isCurrent ? null : 'expired') : 'deactivated')

function revokedDeviceOf({
  isWithdrawn,
  sessionId,
  tenantId,
  id: userId,
  role,
  device,
}: FoundSession): RevokedDevice | null {
  return isWithdrawn ? { sessionId, tenantId, userId, role, device } : null
}

const nameOf = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

const personIn = (found: FoundSession): Person => ({
  id: found.id,
  tenantId: found.tenantId,
  tenantName: found.tenantName,
  email: found.email,
  firstName: found.firstName,
  lastName: found.lastName,
  profileImageUrl: found.profileImageUrl,
  role: found.role,
  preferredLanguage: found.preferredLanguage ?? null,
  baseCurrency: found.baseCurrency,
  illustrativeGrowth: found.illustrativeGrowth,
  leaseDays: found.leaseDays,
})

async function whileWritable(note: Promise<unknown>): Promise<void> {
  await note.catch((error: unknown) => {
    if (!isWriteRefusal(error)) throw error
  })
}

export function createSessions(database: Database, now: () => Date): Sessions {
  const { directory } = database

  async function findBySid(sid: string): ReturnType<Sessions['find']> {
    const at = now()
    const limits = sessionLimits(database, at)
    const [found] = await directory<FoundSession[]>`
      select u.id, u.tenant_id as "tenantId", t.name as "tenantName", t.base_currency as "baseCurrency",
        t.illustrative_growth::text as "illustrativeGrowth",
        t.lease_days as "leaseDays", u.email, u.first_name as "firstName", u.last_name as "lastName",
        u.profile_image_url as "profileImageUrl", u.preferred_language as "preferredLanguage",
        case when s.acting_for is null then u.role else s.acting_role end as role, s.last_used as "lastUsed",
        s.expire > ${limits.expire} and s.last_used > ${limits.lastUsed} as "isCurrent", u.is_active as "isActive",
        s.ended_as as "endedAs", s.version, s.unsent, s.id as "sessionId", s.device,
        s.is_withdrawn or not u.is_active as "isWithdrawn", t.suspended_at is not null as "isSuspended"
      from directory.sessions s join directory.users u on u.id = s.user_id join directory.tenants t on t.id = u.tenant_id
      where s.sid = ${sid}`
    if (!found) return null
    const ended = endOf(found)
    const { isSuspended } = found
    if (ended) return { ended, revokedDevice: revokedDeviceOf(found), isSuspended }
    if (at.getTime() - new Date(found.lastUsed).getTime() > touchMs) {
      await whileWritable(directory`update directory.sessions set last_used = ${at.toISOString()} where sid = ${sid}`)
    }
    const { version, unsent, device } = found
    const person = personIn(found)
    const investorIds = await linkedInvestors(database, person)
    return {
      sid,
      person,
      report: { version, unsent },
      isSuspended,
      viewer: {
        tenantId: person.tenantId,
        userId: person.id,
        name: nameOf(person),
        device,
        role: person.role,
        investorIds,
      },
    }
  }

  return {
    async begin({ id, tenantId, passwordHash = null }, userAgent = '') {
      const secret = randomBytes(32).toString('base64url')
      const at = now().toISOString()
      const expire = new Date(now().getTime() + validMs.session).toISOString()
      // Waits for changes of the person, which end the sessions that they see.
      const begun = await directory`
        insert into directory.sessions (id, tenant_id, sid, user_id, sess, device, expire, last_used, created_at, updated_at)
        select ${uuidv7()}, tenant_id, ${sidOf(secret)}, id, '{}', ${deviceName(userAgent)}, ${expire}::timestamptz,
          ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
        from directory.users
        where id = ${id} and tenant_id = ${tenantId} and is_active and (${passwordHash}::text is null or password_hash = ${passwordHash})
          and not exists (select 1 from directory.tenants t where t.id = ${tenantId} and t.suspended_at is not null)
        for share`
      if (begun.count === 0) return undefined
      await directory`update directory.users set last_login = ${at} where id = ${id}`
      return secret
    },
    find: (secret) => findBySid(sidOf(secret)),
    async viewerOf(sid) {
      const found = await findBySid(sid)
      return found && 'viewer' in found ? found.viewer : null
    },
    async endOldest(userId) {
      const ended = await directory<{ sid: string }[]>`
        update directory.sessions set ended_as = 'expired', ended_at = ${now().toISOString()}
        where id in (
          select id from directory.sessions where user_id = ${userId} and ended_as is null
          order by last_used desc, id desc offset ${maxSessions} for update skip locked)
        returning sid`
      return ended.map(({ sid }) => sid)
    },
    async end(sid) {
      const [ended] = await directory<{ tenantId: string }[]>`
        delete from directory.sessions where sid = ${sid} returning tenant_id as "tenantId"`
      return ended?.tenantId
    },
    async recordReport({ sid, report: last }, report) {
      const [version, unsent] = [report.version ?? last.version, report.unsent ?? last.unsent]
      if (version === last.version && unsent === last.unsent) return
      await whileWritable(
        directory`update directory.sessions set version = ${version}, unsent = ${unsent} where sid = ${sid}`,
      )
    },
  }
}
