import { Agent, request } from 'node:https'

/** A site behind TLS whose host name is not in DNS. */
export interface Site {
  readonly origin: string
  readonly request: (path: string, init: RequestInit) => Promise<Response>
}

export function openSite(host: string, address: string, ca: string): Site {
  const agent = new Agent({ ca, lookup: (_, __, done) => done(null, [{ address, family: 4 }]) })
  return {
    origin: `https://${host}`,
    async request(path, { method = 'GET', headers, body }) {
      const sent = new Request(`https://${host}${path}`, { method, headers: headers ?? {}, ...(body && { body }) })
      const bytes = Buffer.from(await sent.arrayBuffer())
      return new Promise((resolve, reject) => {
        const options = { host, path, agent, method, headers: Object.fromEntries(sent.headers) }
        const sentRequest = request(options, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const responseHeaders = new Headers()
            for (const [name, values] of Object.entries(response.headersDistinct))
              for (const value of values ?? []) responseHeaders.append(name, value)
            const status = response.statusCode!
            resolve(new Response(status === 204 ? null : Buffer.concat(parts), { status, headers: responseHeaders }))
          })
        })
        sentRequest.on('error', reject).setTimeout(20_000, () => sentRequest.destroy(new Error('No response')))
        sentRequest.end(bytes)
      })
    },
  }
}
