// The log never contains row or request data.
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

export const createLog = (level: string, stream?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.secret'],
      serializers: { err: loggableError },
    },
    ...(stream ? [stream] : []),
  )

/** PostgreSQL errors quote the rejected values. */
function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, message, stack, ...rest } = stdSerializers.err(error)
  const isOfData = typeof rest['code'] === 'string' && rest['code'].startsWith('22')
  const safeMessage = isOfData ? message.replace(/".*"/s, '"…"') : message
  return { ...rest, message: safeMessage, stack: stack.replace(message, () => safeMessage) }
}
