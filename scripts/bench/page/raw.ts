import type { AnyRow } from '#schema/kernel/entity.ts'
import { type FeedPage, feedPath, protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'

export interface FeedPosition {
  readonly after: number
  readonly epoch: string
  readonly scope: string
}

export const start: FeedPosition = { after: 0, epoch: '', scope: '' }

export async function fetchPage({ after, epoch, scope }: FeedPosition): Promise<FeedPage> {
  const response = await fetch(
    `${feedPath}?${new URLSearchParams({ after: String(after), epoch, scope }).toString()}`,
    {
      headers: { accept: 'application/json', [protocolHeader]: String(protocolVersion) },
      cache: 'no-store',
    },
  )
  return JSON.parse(await response.text()) as FeedPage
}

export async function eachPage(visit: (page: FeedPage) => void | Promise<void>): Promise<void> {
  let position = start
  for (;;) {
    const page = await fetchPage(position)
    await visit(page)
    if (!page.more) return
    position = { after: page.to, epoch: page.epoch, scope: page.scope }
  }
}

export async function rawSync(): Promise<number> {
  const begun = performance.now()
  await eachPage(() => {})
  return performance.now() - begun
}

export async function rowsByEntity(): Promise<Map<string, AnyRow[]>> {
  const rows = new Map<string, AnyRow[]>()
  await eachPage((page) => {
    for (const row of objectsIn(page)) {
      const list = rows.get(row.entity)
      if (list) list.push(row.object)
      else rows.set(row.entity, [row.object])
    }
  })
  return rows
}

export const objectsIn = (page: FeedPage): { readonly entity: string; readonly object: AnyRow }[] =>
  page.rows.flatMap(([entity, id, number, fields]) =>
    fields === null ? [] : [{ entity, object: Object.assign(fields, { id, number }) as AnyRow }],
  )

const rowsInHeap: unknown[] = []

export async function rawRows(): Promise<number> {
  const rows = await rowsByEntity()
  rowsInHeap.push(rows)
  return rowsInHeap.length
}
