// Sign-ins in the audit trail of the firm whose account was meant. An attempt at an account that does not exist belongs
// to no firm; it is only a line of the log.
import type { AuditOutcome } from '#schema/audit-logs.ts'
import type { Events } from '../records/events.ts'
import { addressPrefix } from './address-prefix.ts'

export type SignInOutcome = 'accepted' | 'refused' | 'throttled' | 'busy' | 'signed out'

/** Whose account it is. */
export interface Concerned {
  readonly id: string
  readonly tenantId: string
}

const outcomes: Readonly<Record<SignInOutcome, AuditOutcome>> = {
  accepted: 'done',
  refused: 'refused',
  throttled: 'throttled',
  busy: 'failed',
  'signed out': 'done',
}

/**
 * Resolves when the entry of what was done is durable. Of attempts that fail, which strangers can make at will, nobody
 * waits for the entry, and of many from one place some are only counted.
 */
export async function auditSignIn(
  events: Events,
  user: Concerned | undefined,
  step: 'signIn' | 'secondFactor' | 'signOut',
  said: SignInOutcome,
  address: string,
  /** How else than with a password. */
  way: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (!user) return
  const { id: userId, tenantId } = user
  const outcome = outcomes[said]
  const action = `sessions.${step}`
  const event = { action, outcome, entityType: 'users', entityId: userId, userId, details: { address, ...way } }
  if (outcome === 'done') await events.write(tenantId, event)
  else events.tell(tenantId, event, `${action} ${outcome} ${userId} ${addressPrefix(address)}`)
}
