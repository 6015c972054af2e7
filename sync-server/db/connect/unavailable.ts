// The database can neither accept nor refuse: it is away or starting, it is full, or others hold what is needed. The
// request is then not decided, and the same request may succeed in a moment.

/** Our own case: no connection, or none becomes free in time. */
export class Unavailable extends Error {}

const clientCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * PostgreSQL's own cases: connection exceptions (08), insufficient resources (53), operator intervention (57: shutdown,
 * startup, a statement that took too long), a lock that was not granted in time (55P03), transactions that collided too
 * often (40001, 40P01) or stood idle (25P03), and a standby that cannot write yet (25006).
 */
const serverCodes = /^(08...|53...|57...|55P03|40001|40P01|25P03|25006)$/

export function isUnavailable(error: unknown): boolean {
  if (error instanceof Unavailable) return true
  const code = (error as { readonly code?: unknown } | null)?.code
  return typeof code === 'string' && (clientCodes.has(code) || serverCodes.test(code))
}
