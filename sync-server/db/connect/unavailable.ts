// The request is undecided and may be retried.

/** No connection, or none in time. */
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
 * Connection errors (08), resources (53), shutdown and timeouts (57), lock timeout (55P03), serialization (40001,
 * 40P01), idle transaction (25P03), read-only standby (25006).
 */
const serverCodes = /^(08...|53...|57...|55P03|40001|40P01|25P03|25006)$/

export function isUnavailable(error: unknown): boolean {
  if (error instanceof Unavailable) return true
  const code = (error as { readonly code?: unknown } | null)?.code
  return typeof code === 'string' && (clientCodes.has(code) || serverCodes.test(code))
}

const writeRefusals = new Set(['53100', '25006'])

export const isWriteRefusal = (error: unknown): boolean =>
  writeRefusals.has((error as { readonly code?: string } | null)?.code ?? '')
