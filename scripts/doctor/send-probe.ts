import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { type ReceivedProbe, probeTokenKey, probePath, clientHeaders } from '#server/http/probe.ts'
import type { DoctorContext } from './check.ts'
import { reasonOf } from './run-checks.ts'

/** Reserved for documentation, so it belongs to no one (RFC 5737). */
export const forgedAddress = '192.0.2.1'
/** Larger than most proxies accept by default. */
export const largeBytes = 3 * 1024 * 1024
const timeoutMs = 8_000

export const addressOf = ({ PUBLIC_URL, HOST, PORT }: Config): URL => {
  const host = ['0.0.0.0', '::', '*'].includes(HOST) ? 'localhost' : HOST
  return new URL(PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`)
}

interface ProbeResult {
  readonly received: ReceivedProbe
  readonly hasProtocol: boolean
}

/** Sends a request like the app's, and returns what a node of this database received. */
export async function sendProbe({ sql, config }: DoctorContext, method: 'GET' | 'PATCH'): Promise<ProbeResult> {
  const base = addressOf(config)
  const token = randomBytes(32).toString('base64url')
  const part = probeTokenKey(token)
  await sql`
    insert into directory.installation (part, value) values (${part}, (clock_timestamp() + interval '1 minute')::text)`
  try {
    const response = await fetch(new URL(`${probePath}?token=${token}`, base), {
      method,
      headers: { ...sentHeaders(base.origin), 'x-forwarded-for': forgedAddress },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(method === 'PATCH' && { body: Buffer.alloc(largeBytes) }),
    }).catch((error: unknown) => {
      throw new Error(`${base.origin} cannot be reached (${reasonOf(error)}). ${adviceFor(config)}`, { cause: error })
    })
    if (!response.ok) throw new Error(problemWith(base, method, response.status))
    return {
      received: (await response.json()) as ReceivedProbe,
      hasProtocol: response.headers.has('holdfast-protocol'),
    }
  } finally {
    await sql`delete from directory.installation where part = ${part}`
  }
}

const sentHeaders = (origin: string): Record<string, string> => ({
  ...Object.fromEntries(clientHeaders.map((name) => [name, 'probe'])),
  origin,
})

const adviceFor = ({ PUBLIC_URL }: Config): string =>
  PUBLIC_URL
    ? 'Start the server; check PUBLIC_URL, its name in DNS, its certificate, and the proxy.'
    : 'Start the server, or check HOST and PORT.'

function problemWith({ origin }: URL, method: string, status: number): string {
  if (status === 413) return `${origin} rejects a request of 3 MB (413), so uploads fail. Raise the proxy’s limit.`
  if (status >= 300 && status < 400)
    return `${origin} redirects (${status}). Set PUBLIC_URL to the address that it redirects to.`
  if (status === 404)
    return `${origin} responds, but is not a node of this database. Correct PUBLIC_URL, the proxy’s target or DATABASE_URL.`
  if (status === 502 || status === 503 || status === 504)
    return `The proxy at ${origin} cannot reach the server (${status}). Start the server, or correct the proxy’s target.`
  return `${origin} responds to ${method} requests with ${status}. Configure the proxy to forward them.`
}
