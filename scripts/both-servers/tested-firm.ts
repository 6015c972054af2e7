import { v7 as uuidv7 } from 'uuid'
import {
  changesPath,
  type Change,
  feedPath,
  type FeedRow,
  type Checkpoint,
  type Verdict,
} from '#schema/sync/protocol.ts'

export interface RequestOptions {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface FirmResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

export interface TestedFirm {
  readonly personId: string
  request(path: string, options?: RequestOptions): Promise<Response>
  hint(): Promise<string>
  /** After the last number, as after a restore. */
  beginEpoch(): Promise<void>
  /** Its marks are of a version that did not seal them yet. */
  predateSeals(): Promise<void>
  narrow(): Promise<void>
  expire(): Promise<void>
  deactivate(): Promise<void>
  revoke(): Promise<void>
  /** Returns the seconds until it is refilled. */
  exhaustRateLimit(): Promise<number>
}

export type OpenFirm = () => Promise<TestedFirm>

export interface Page {
  readonly head: Readonly<Record<string, unknown>>
  /** Without activities, which only the real server writes. */
  readonly rows: readonly FeedRow[]
}

const client = '0197a3b0-0000-7000-8000-00000000000c'
export const unknownCheckpointHash = 'x'.repeat(36)
export const someId = (): string => uuidv7()

export function deviceOf(firm: TestedFirm) {
  async function request(path: string, options: RequestOptions = {}): Promise<FirmResponse> {
    const response = await firm.request(path, options)
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as FirmResponse['body'],
    }
  }
  const feed = (query: Readonly<Record<string, string>>, headers: RequestOptions['headers'] = {}) =>
    request(`${feedPath}?${new URLSearchParams(query).toString()}`, { headers })
  const send = (
    changes: readonly unknown[],
    more: { readonly known?: Checkpoint; readonly headers?: RequestOptions['headers'] } = {},
  ) =>
    request(changesPath, {
      method: 'POST',
      body: { client, changes, ...(more.known ? { known: more.known } : {}) },
      ...(more.headers ? { headers: more.headers } : {}),
    })

  async function page(from: Readonly<Record<string, unknown>> = {}, more: Record<string, string> = {}): Promise<Page> {
    const { to = 0, epoch = '', scope = '' } = from
    const { status, body } = await feed({ after: String(to), epoch: String(epoch), scope: String(scope), ...more })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    const { rows, ...head } = body
    return { head, rows: (rows as FeedRow[]).filter(([entity]) => entity !== 'activities') }
  }

  async function push(...changes: readonly unknown[]): Promise<Verdict[]> {
    const { status, body } = await send(changes)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body['results'] as Verdict[]
  }

  return {
    request,
    feed,
    send,
    page,
    push,
    judge: async (change: Change): Promise<Verdict> => (await push(change))[0]!,
  }
}
