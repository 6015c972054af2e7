// Events contain nothing that was typed. Attempts at unknown accounts are logged but not audited.
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { AuditOutcome } from '#schema/entities/audit-logs/entity.ts'
import { addressPrefix } from '#server/auth/address-prefix.ts'
import type { Events } from '#server/records/audit/events.ts'
import type { Env } from '#server/http/env.ts'

export type SecurityOutcome = 'accepted' | 'refused' | 'throttled' | 'busy'

/** A person proven by a provider may have no account. */
export interface EventUser {
  readonly id: string | null
  readonly tenantId: string
}

export interface SecurityEvent {
  /** `ownPassword` proves somebody who is signed in, or who owes the code of their second factor. */
  readonly step: 'signIn' | 'ownPassword' | 'secondFactor' | 'signOut'
  readonly outcome: SecurityOutcome
  readonly user: EventUser | undefined
  readonly details?: Readonly<Record<string, string>>
}

/** Resolves when durable. Failed attempts, which strangers can cause, are written in the background and limited. */
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
  async (context, { step, outcome: result, user, details = {} }) => {
    const [action, address, userId] = [`sessions.${step}`, addressOf(context), user?.id ?? null]
    log.info(
      { event: action, outcome: result, userId, firm: user?.tenantId, address, ...details },
      `${action}: ${result}`,
    )
    if (!user) return
    const outcome = audited[result]
    const about = { entityType: 'users', entityId: userId, userId, details: { address, ...details } }
    if (outcome === 'done') await events.write(user.tenantId, { action, outcome, ...about })
    else
      events.writeLimited(
        user.tenantId,
        { action, outcome, ...about },
        `${action} ${outcome} ${userId} ${addressPrefix(address)}`,
      )
  }
