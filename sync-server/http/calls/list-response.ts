import type { Context } from 'hono'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { sendAll, partJson, type Wanted } from '#server/records/read/read.ts'
import type { LongLists } from './long-lists.ts'
import { linkAfter, partOf } from './paging.ts'
import { streamedText } from './streamed-text.ts'

export interface ListDeps extends WriteDeps {
  readonly longLists: LongLists
}

const json = { 'content-type': 'application/json' }

export async function respondWithList(
  { database, longLists }: Pick<ListDeps, 'database' | 'longLists'>,
  context: Context,
  { tenantId }: Viewer,
  find: (tx: TenantTx) => Promise<Wanted>,
): Promise<Response> {
  const part = partOf(context)
  if (part) {
    const { text, next } = await database.tenant(tenantId, async (tx) => partJson(tx, await find(tx), part))
    return context.body(text, 200, { ...json, ...(next && linkAfter(context, next)) })
  }
  const text = await streamedText((give) =>
    database.snapshot(tenantId, async (tx) => {
      const slot = longLists.slotFor(tenantId)
      try {
        await sendAll(tx, await find(tx), (piece) => {
          slot.countPiece()
          return give(piece)
        })
      } finally {
        slot.release()
      }
    }),
  )
  return context.body(text, 200, json)
}
