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
  const { detail: _detail, where: _where, message, stack, ...told } = stdSerializers.err(error)
  const isOfData = typeof told['code'] === 'string' && told['code'].startsWith('22')
  const said = isOfData ? message.replace(/".*"/s, '"…"') : message
  return { ...told, message: said, stack: stack.replace(message, () => said) }
}
