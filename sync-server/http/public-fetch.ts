// User-supplied URLs reach only the public internet. They are checked when the connection is made, so a changed DNS
// record gains nothing.
import { lookup as lookUp } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const refusal = (name: string) => new Error(`${name} is not a public address`)

const lookUpPublic: LookupFunction = (name, options, done) =>
  lookUp(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    if (!addresses.length || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(refusal(name), '', 0)
    if (options.all) return done(null, addresses)
    return done(null, addresses[0]!.address, addresses[0]!.family)
  })

const maxBytes = 1_000_000

interface FetchRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export type Fetch = (url: string, request: FetchRequest) => Promise<Response>

/** Follows no redirects. `publicOnly`: https and public addresses. */
export const createFetch =
  (publicOnly: boolean): Fetch =>
  (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const url = new URL(address)
      const name = url.hostname.replace(/^\[|\]$/g, '')
      const isSecure = url.protocol === 'https:'
      if (publicOnly && (!isSecure || (isIP(name) !== 0 && !isPublicAddress(name)))) return reject(refusal(name))
      const request = (isSecure ? requestSecure : requestPlain)(
        url,
        { method, headers, ...(signal && { signal }), ...(publicOnly && { lookup: lookUpPublic }) },
        (response) => {
          const chunks: Buffer[] = []
          let size = 0
          response.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > maxBytes) response.destroy(new Error(`${name} responds with too much`))
            chunks.push(chunk)
          })
          response.on('error', reject)
          response.on('end', () => {
            const status = response.statusCode ?? 0
            const headers = Object.entries(response.headersDistinct).flatMap(([key, values = []]) =>
              values.map((value) => [key, value] as [string, string]),
            )
            const isEmpty = status === 204 || status === 304 || method === 'HEAD'
            resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers }))
          })
        },
      )
      request.on('error', reject)
      request.end(body === undefined || body === null ? undefined : String(body as string))
    })
