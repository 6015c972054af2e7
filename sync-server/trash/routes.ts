import type { Database } from '../db/database.ts'
import { type Call, call } from '../http/call.ts'
import { time, uuid } from '../http/entity-schemas.ts'
import { listTrash } from './list-trash.ts'

const group = {
  type: 'object',
  properties: {
    entity: { type: 'string' },
    id: uuid,
    title: { type: ['string', 'null'] },
    deletedAt: time,
    deletedBy: { type: ['string', 'null'] },
    rows: { type: 'object', additionalProperties: { type: 'integer' } },
  },
}

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
      says: 'What was deleted in the last 30 days, by group',
      who: 'staff',
      answers: { 200: { says: 'The groups, newest first', json: { type: 'array', items: group } } },
    },
    ({ viewer }) => listTrash(database, viewer, now()),
  ),
]
