// Answers with rows of an entity: a part of them with the address of the next one, or all of them, however many.
import type { Context } from 'hono'
import type { Viewer } from '#schema/viewer.ts'
import type { Database, TenantTx } from '../db/database.ts'
import { Unavailable } from '../db/unavailable.ts'
import { giveAll, partText, type Wanted } from '../records/read.ts'
import { linkAfter, partOf } from './paging.ts'
import { streamedText } from './streamed-text.ts'

const json = { 'content-type': 'application/json' }

/** `find` decides in the snapshot of the answer what may be read. */
export async function answerList(
  { database }: { readonly database: Database },
  context: Context,
  { tenantId }: Viewer,
  find: (tx: TenantTx) => Promise<Wanted>,
): Promise<Response> {
  const part = partOf(context)
  if (part) {
    const { text, next } = await database.tenant(tenantId, async (tx) => partText(tx, await find(tx), part))
    return context.body(text, 200, { ...json, ...(next && linkAfter(context, next)) })
  }
  const text = await streamedText((give) =>
    database.snapshot(tenantId, async (tx) => {
      const place = placeFor(tenantId)
      try {
        await giveAll(tx, await find(tx), (piece) => {
          place.take()
          return give(piece)
        })
      } finally {
        place.leave()
      }
    }),
  )
  return context.body(text, 200, json)
}

/** Of the connections that a firm has, those that lists may hold while clients take them: one stays free for writes. */
const mostPerFirm = 2
const longLists = new Map<string, number>()

/** A list is long from its second piece on. */
function placeFor(tenantId: string) {
  let pieces = 0
  let isTaken = false
  return {
    take(): void {
      pieces += 1
      if (pieces !== 2) return
      const taken = longLists.get(tenantId) ?? 0
      if (taken >= mostPerFirm) throw new Unavailable('The firm reads enough long lists')
      longLists.set(tenantId, taken + 1)
      isTaken = true
    },
    leave(): void {
      if (!isTaken) return
      const left = longLists.get(tenantId)! - 1
      if (left > 0) longLists.set(tenantId, left)
      else longLists.delete(tenantId)
    },
  }
}
