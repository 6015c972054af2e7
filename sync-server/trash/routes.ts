import * as z from 'zod'
import type { Database } from '#server/db/connect/database.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { count, textOrNull, timeText, uuidText } from '#server/http/calls/shapes.ts'
import { respondWithPart, pagingParameters, partOf } from '#server/http/calls/paging.ts'
import { listTrash, cursorOf } from './list-trash.ts'

const group = z.object({
  entity: z.string(),
  id: uuidText,
  title: textOrNull,
  deletedAt: timeText,
  deletedBy: textOrNull,
  rows: z.record(z.string(), count),
})

export const trashCalls = ({
  database,
  now,
}: {
  readonly database: Database
  readonly now: () => Date
}): readonly Call[] => [
  call(
    {
      method: 'get',
      path: '/api/trash',
      summary: 'Deletes of the last 30 days, by group; with `limit` one page, and the next in `Link`',
      auth: 'staff',
      parameters: pagingParameters,
      responses: { 200: { description: 'The groups, newest first', json: z.array(group) } },
    },
    async ({ context, viewer }) => {
      const part = partOf(context)
      const groups = await listTrash(database, viewer, now(), part?.after)
      return respondWithPart(context, groups, part, cursorOf)
    },
  ),
]
