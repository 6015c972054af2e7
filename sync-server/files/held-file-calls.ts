// A decision about the creating change includes its files.
import * as z from 'zod'
import { choice } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { heldRow } from '#server/http/calls/held-row.ts'
import { count, uuidText } from '#server/http/calls/shapes.ts'
import { listCall } from '#server/http/calls/list-call.ts'
import { firstId } from '#server/records/read/read.ts'
import { type HeldFile, heldFileStates, selectHeld } from './held-files.ts'
import { dropHeldFile, type HeldDeps, acceptHeldFile } from './accept-held-file.ts'
import { withFiles } from './uploads.ts'

const states = heldFileStates.filter((state) => state !== 'ARRIVING')

const row = heldRow.extend({
  entity: z.enum(withFiles),
  recordId: uuidText,
  userId: uuidText.describe('Who has chosen it'),
  fileName: z.string(),
  mimeType: z.string(),
  size: count,
  sha256: z.string(),
  state: z.enum(states),
})

const heldFileBody = ({ file: _, refusal, ...held }: HeldFile) => ({
  ...held,
  verdict: refusal && {
    id: held.id,
    verdict: 'rejected',
    number: null,
    code: refusal.code,
    ...issuesBody(refusal.issues),
  },
})

export const heldFileCalls = (deps: HeldDeps): readonly Call[] => [
  listCall(
    {
      path: '/api/held-files',
      summary: 'Files that revoked devices have handed in',
      auth: 'admin',
      query: { state: optional(choice(states)) },
      row,
      defaultLimit: 100,
    },
    async ({ viewer, query }, { limit, after }) => {
      const held = await deps.database.tenant(viewer.tenantId, (tx) =>
        selectHeld(
          tx,
          `and state <> 'ARRIVING' and ($2::text is null or state = $2) and (created_at, id) > ($3::timestamptz, $4::uuid)
order by created_at, id limit $5`,
          [query.state, after?.createdAt ?? '-infinity', after?.id ?? firstId, limit + 1],
        ),
      )
      return held.map(heldFileBody)
    },
  ),
  call(
    {
      method: 'post',
      path: '/api/held-files/:id/take',
      summary:
        'Makes it the next version of its record’s file, as its author may; when it is not accepted it stays held, with the reason; a repeated request does nothing twice',
      auth: 'admin',
      responses: { 200: { description: 'The file', json: row } },
      errors: ['CONFLICT', 'NEWER'],
    },
    async ({ viewer, id }) => heldFileBody(await acceptHeldFile(deps, viewer, id)),
  ),
  call(
    {
      method: 'post',
      path: '/api/held-files/:id/drop',
      summary: 'Removes its bytes for good; a repeated request changes nothing',
      auth: 'admin',
      responses: { 200: { description: 'The file', json: row } },
      errors: ['CONFLICT'],
    },
    async ({ viewer, id }) => heldFileBody(await dropHeldFile(deps, viewer, id)),
  ),
]
