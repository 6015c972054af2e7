import { Agent, request } from 'node:http'
import type { Firm } from './firm.ts'

const agent = new Agent({ keepAlive: true })

export interface FetchOptions {
  readonly firm?: Firm
  readonly body?: string
}

export class UnexpectedResponse extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function fetchText(url: string, { firm, body }: FetchOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': 'identity',
      ...(firm ? { cookie: `${firm.cookie.name}=${firm.cookie.value}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode! < 300) resolve(text)
        else
          reject(
            new UnexpectedResponse(response.statusCode!, `${url} got ${response.statusCode}: ${text.slice(0, 300)}`),
          )
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export async function runConcurrently(limit: number, tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < tasks.length) await tasks[next++]!()
  }
  await Promise.all(Array.from({ length: limit }, worker))
}
