// What concerns the safety of an account is told once, and goes to two places: as one line to the log, for whoever
// watches over the server, and as an entry to the audit trail of the firm whose account was meant. Neither holds what was
// typed. An attempt at an account that does not exist belongs to no firm; it is only a line.
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { AuditOutcome } from '#schema/entities/audit-logs/entity.ts'
import { addressPrefix } from '#server/auth/address-prefix.ts'
import type { Events } from '#server/records/audit/events.ts'
import type { Env } from '#server/http/env.ts'

export type SecurityOutcome = 'accepted' | 'refused' | 'throttled' | 'busy'

/** Whose account it is; somebody whom a provider has proven may have none in the firm. */
export interface Concerned {
  readonly id: string | null
  readonly tenantId: string
}

export interface SecurityEvent {
  /** `ownPassword` proves somebody who is signed in, or who owes the code of their second factor. */
  readonly step: 'signIn' | 'ownPassword' | 'secondFactor' | 'signOut'
  readonly outcome: SecurityOutcome
  readonly user: Concerned | undefined
  readonly details?: Readonly<Record<string, string>>
}

/**
 * Resolves when the entry of what was done is durable. Of attempts that fail, which strangers can make at will, nobody
 * waits for the entry, and of many from one place some are only counted.
 */
export type LogSecurityEvent = (context: Context<Env>, event: SecurityEvent) => Promise<void>

interface Deps {
  readonly events: Events
  readonly log: Pick<Logger, 'info'>
  readonly addressOf: (context: Context<Env>) => string
}

const audited: Readonly<Record<SecurityOutcome, AuditOutcome>> = {
  accepted: 'done',
  refused: 'refused',
  throttled: 'throttled',
  busy: 'failed',
}

export const createSecurityEventLog =
  ({ events, log, addressOf }: Deps): LogSecurityEvent =>
  async (context, { step, outcome: said, user, details = {} }) => {
    const [action, address, userId] = [`sessions.${step}`, addressOf(context), user?.id ?? null]
    log.info({ event: action, outcome: said, userId, firm: user?.tenantId, address, ...details }, `${action}: ${said}`)
    if (!user) return
    const outcome = audited[said]
    const of = { entityType: 'users', entityId: userId, userId, details: { address, ...details } }
    if (outcome === 'done') await events.write(user.tenantId, { action, outcome, ...of })
    else
      events.writeLimited(
        user.tenantId,
        { action, outcome, ...of },
        `${action} ${outcome} ${userId} ${addressPrefix(address)}`,
      )
  }
