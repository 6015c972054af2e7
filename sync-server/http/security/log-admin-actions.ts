// Logs who did what to whom, and from where, without values other than roles and status.
import type { Context } from 'hono'
import { tryGetContext } from 'hono/context-storage'
import type { Logger } from 'pino'
import { personOf } from '#server/records/actor.ts'
import type { LogAction } from '#server/records/rows/entity-rules.ts'
import type { Env } from '#server/http/env.ts'

interface Deps {
  readonly log: Pick<Logger, 'info'>
  readonly addressOf: (context: Context<Env>) => string
}

const isStatus = ([name]: readonly [string, unknown]): boolean => name === 'role' || name === 'isActive'

export const createAdminActionLog =
  ({ log, addressOf }: Deps): LogAction =>
  (actor, { action, entityId, details }) => {
    const context = tryGetContext<Env>()
    const { outcome = 'done', after = {} } = details as { readonly outcome?: string; readonly after?: object }
    const status = Object.fromEntries(Object.entries(after).filter(isStatus))
    // Jobs and commands have no address.
    const from = { userId: personOf(actor), ...(context && { address: addressOf(context) }) }
    log.info({ event: action, outcome, about: entityId, ...from, ...status }, `${action}: ${outcome}`)
  }
