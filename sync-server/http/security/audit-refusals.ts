// An unknown id and another firm's id look the same.
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Code } from '#schema/kernel/codes.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { Events } from '#server/records/audit/events.ts'
import type { Call } from '#server/http/calls/call.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'

interface RefusedCall {
  readonly entity: string
  readonly verb: string
  readonly id: string | null
  readonly code: Code
  readonly call: string
}

export type AuditRefusal = (context: Context<Env>, refused: RefusedCall) => void

interface Deps {
  readonly events: Pick<Events, 'writeLimited'>
  readonly log: Pick<Logger, 'info'>
  readonly addressOf: (context: Context<Env>) => string
}

export const isAccessDenial = (code: string | undefined): code is 'FORBIDDEN' | 'NOT_FOUND' =>
  code === 'FORBIDDEN' || code === 'NOT_FOUND'

export const createRefusalAudit =
  ({ events, log, addressOf }: Deps): AuditRefusal =>
  (context, { entity, verb, id, code, call }) => {
    const session = context.get('session')
    if (!session) return
    const { tenantId, userId, role } = session.viewer
    const address = addressOf(context)
    log.info({ event: 'refusal', outcome: code, userId, address, call }, `refused: ${code}`)
    const action = `${entity}.${verb}`
    const details = { actor: { kind: 'person', role }, code, call, address }
    const event = { action, outcome: 'refused', entityType: entity, entityId: id, userId, details } as const
    events.writeLimited(tenantId, event, `${action} ${code} ${userId}`)
  }

export const withRefusalAudit =
  (each: Call, auditRefusal: AuditRefusal) =>
  async (context: Context<Env>): Promise<Response> => {
    const audit = (code: string | undefined): void => {
      if (!isAccessDenial(code)) return
      const id = (context.req.param('id') ?? '').toLowerCase()
      auditRefusal(context, { ...namedBy(each), id: isUuid(id) ? id : null, code, call: nameOf(each) })
    }
    try {
      const response = await each.handle(context)
      audit({ 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[response.status])
      return response
    } catch (error) {
      if (error instanceof RequestError || error instanceof CodedError) audit(error.code)
      throw error
    }
  }

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`

const verbs = {
  get: 'read',
  post: 'create',
  patch: 'update',
  put: 'update',
  delete: 'delete',
  options: 'read',
} as const

/** Without an entity: the first path segment, and the last one after an id. */
function namedBy({ auth, path, method }: Call): Pick<RefusedCall, 'entity' | 'verb'> {
  if (typeof auth === 'object') return { entity: auth.entity.name, verb: auth.may }
  const [collection = '', ...rest] = path.replace(/^\/(api\/)?/, '').split('/')
  const last = rest.at(-1)
  const verb = last && !last.startsWith(':') ? last : verbs[method]
  return { entity: collection.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), verb }
}
