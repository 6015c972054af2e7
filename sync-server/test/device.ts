import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import {
  changesResponse,
  type FeedPage,
  type FeedRow,
  type Checkpoint,
  type Operation,
  type Verdict,
} from '#schema/sync/protocol.ts'
import { change } from './changes.ts'
import type { TestPerson } from './firm.ts'
import type { TestServer } from './server.ts'

export interface Pulled {
  readonly pages: readonly FeedPage[]
  readonly texts: readonly string[]
  readonly rows: readonly FeedRow[]
  readonly activities: readonly FeedRow[]
  readonly to: number
  readonly epoch: string
  readonly scope: string
}

interface PullPosition {
  readonly to: number
  readonly epoch: string
  readonly scope: string
}

const client = uuidv7()
const start: PullPosition = { to: 0, epoch: '', scope: '' }

export type Device = ReturnType<typeof as>

export function as({ app }: TestServer, person: Pick<TestPerson, 'cookie'> | null) {
  const cookie: Record<string, string> = person ? { cookie: person.cookie } : {}

  async function request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return app.request(path, { method, headers: { ...cookie, ...json, ...headers }, ...text })
  }

  async function page({ to, epoch, scope }: PullPosition, digest = false): Promise<{ text: string; page: FeedPage }> {
    const query = new URLSearchParams({ after: String(to), epoch, scope, ...(digest ? { digest: '1' } : {}) })
    const response = await request('GET', `/api/sync/feed?${query.toString()}`)
    const text = await response.text()
    expect({ status: response.status, text: response.ok ? '' : text }).toEqual({ status: 200, text: '' })
    return { text, page: JSON.parse(text) as FeedPage }
  }

  const send = (changes: readonly unknown[], known?: Checkpoint) =>
    request('POST', '/api/sync/changes', { client, changes, ...(known ? { known } : {}) })

  return {
    request,
    get: (path: string, headers?: Record<string, string>) => request('GET', path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) => request('POST', path, body, headers),
    patch: (path: string, body: unknown, headers?: Record<string, string>) => request('PATCH', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => request('DELETE', path, undefined, headers),
    page: async (from: PullPosition = start, digest = false): Promise<FeedPage> => (await page(from, digest)).page,

    async pull(from: PullPosition = start, digest = false): Promise<Pulled> {
      const pages: FeedPage[] = []
      const texts: string[] = []
      let at = from
      do {
        const next = await page(at, digest)
        expect(next.page.from).toBe(at.to)
        pages.push(next.page)
        texts.push(next.text)
        at = next.page
      } while (pages.at(-1)!.more)
      const all = pages.flatMap(({ rows }) => rows)
      const [rows, activities] = [all.filter((row) => !isActivity(row)), all.filter(isActivity)]
      return { pages, texts, rows, activities, to: at.to, epoch: at.epoch, scope: at.scope }
    },

    send,
    async push(...changes: readonly unknown[]): Promise<Verdict[]> {
      const response = await send(changes)
      const text = await response.text()
      expect({ status: response.status, text: response.ok ? '' : text }).toEqual({ status: 200, text: '' })
      return changesResponse.parse(JSON.parse(text)).results
    },

    async write(...ops: readonly Operation[]): Promise<number> {
      const [verdict] = await this.push(change(...ops))
      expect(verdict).toMatchObject({ verdict: 'applied' })
      return verdict!.number!
    },

    async attempt(...ops: readonly Operation[]): Promise<Verdict> {
      const [verdict] = await this.push(change(...ops))
      return verdict!
    },
  }
}

const isActivity = ([entity]: FeedRow): boolean => entity === 'activities'

export function foldRows(rows: readonly FeedRow[]): Map<string, Readonly<Record<string, unknown>>> {
  const newest = new Map<string, FeedRow>()
  for (const row of rows) {
    const key = `${row[0]} ${row[1]}`
    if (row[2] > (newest.get(key)?.[2] ?? 0)) newest.set(key, row)
  }
  return new Map(
    [...newest].flatMap(([key, [, id, number, fields]]) => (fields ? [[key, { id, number, ...fields }]] : [])),
  )
}

export async function rowOf(
  device: Device,
  entity: string,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  return foldRows((await device.pull()).rows).get(`${entity} ${id}`)
}
