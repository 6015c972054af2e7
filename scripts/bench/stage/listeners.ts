import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { streamPath } from '#schema/sync/protocol.ts'
import type { Cookie } from './firm.ts'

const maxPerSession = 10
const batchSize = 50

export const sessionsFor = (streams: number): number => Math.ceil(streams / maxPerSession)

/** Resolves after every stream's first hint. */
export async function listen(origin: string, cookies: readonly Cookie[], count: number): Promise<ClientRequest[]> {
  const perSession = Math.ceil(count / cookies.length)
  const streams: ClientRequest[] = []
  while (streams.length < count) {
    const batch = Array.from({ length: Math.min(batchSize, count - streams.length) }, (_, at) =>
      openStream(origin, cookies[Math.floor((streams.length + at) / perSession)]!),
    )
    streams.push(...(await Promise.all(batch)))
  }
  return streams
}

async function openStream(origin: string, { name, value }: Cookie): Promise<ClientRequest> {
  const stream = request(`${origin}${streamPath}`, { headers: { cookie: `${name}=${value}` }, agent: false })
  stream.end()
  const [response] = await once(stream, 'response')
  if (response.statusCode !== 200) throw new Error(`A stream returned ${response.statusCode}`)
  response.on('error', () => {})
  stream.on('error', () => {})
  await once(response, 'data')
  response.resume()
  return stream
}
