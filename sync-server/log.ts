// The log never contains row or request data.
import { tryGetContext } from 'hono/context-storage'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

interface InRequest {
  readonly Variables: { readonly requestId?: string }
}

export const createLog = (level: string, stream?: DestinationStream): Logger =>
  pino(
    {
      level,
      mixin: () => requestInProgress(),
      redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.secret'],
      serializers: { err: loggableError },
    },
    ...(stream ? [stream] : []),
  )

function requestInProgress(): { readonly requestId?: string } {
  const requestId = tryGetContext<InRequest>()?.get('requestId')
  return requestId === undefined ? {} : { requestId }
}

/** PostgreSQL errors quote the rejected values. */
function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, message, stack, ...rest } = stdSerializers.err(error)
  const isDataError = typeof rest['code'] === 'string' && rest['code'].startsWith('22')
  const safeMessage = isDataError ? message.replace(/".*"/s, '"…"') : message
  return { ...rest, message: safeMessage, stack: stack.replace(message, () => safeMessage) }
}
