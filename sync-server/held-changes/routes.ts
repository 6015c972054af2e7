import * as z from 'zod'
import { choice, text } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { heldRow } from '#server/http/calls/held-row.ts'
import { RequestError } from '#server/http/errors.ts'
import { expectIn } from '#server/http/calls/request.ts'
import { listCall } from '#server/http/calls/list-call.ts'
import type { Events } from '#server/records/audit/events.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { decideHeld, findHeld, type HeldChange, heldStates, listHeld, lockHeld } from './held-changes.ts'
import { acceptHeld } from './accept-held.ts'
import { exposedPart } from './exposed-part.ts'

interface HeldRecord {
  readonly entity: string
  readonly id: string
}

type Decide<Result> = (tx: TenantTx, viewer: Viewer, author: string, records: readonly HeldRecord[]) => Promise<Result>

interface Deps extends WriteDeps {
  readonly events: Pick<Events, 'writeWith'>
  /** Files follow the change that creates their record. */
  readonly heldFiles: {
    readonly markAccepted: Decide<void>
    readonly acceptMarked: (viewer: Viewer) => Promise<unknown>
    readonly drop: Decide<() => Promise<void>>
  }
}

const row = heldRow.extend({
  change: z
    .nullable(z.looseObject({ id: z.string() }))
    .describe('As the device sent it, without personal texts; null once it was accepted or dropped'),
  state: z.enum(heldStates),
})

export const heldChangeCalls = (deps: Deps): readonly Call[] => [
  listCall(
    {
      path: '/api/held-changes',
      summary: 'Changes that revoked devices have handed in',
      auth: 'admin',
      query: { state: optional(choice(heldStates)) },
      row,
      defaultLimit: 100,
    },
    async ({ viewer, query }, part) => {
      const held = await deps.database.tenant(viewer.tenantId, (tx) => listHeld(tx, query.state, part))
      return held.map(exposedPart)
    },
  ),
  call(
    {
      method: 'post',
      path: '/api/held-changes/:id/take',
      summary:
        "Judges the change as the administrator's, within its author's rights; if it is not accepted it stays held, with its verdict; idempotent",
      auth: 'admin',
      query: { expect: optional(text(64)) },
      responses: { 200: { description: 'The change', json: row } },
      errors: ['CONFLICT', 'TOO_LARGE', 'NEWER'],
    },
    async ({ viewer, id, query }) => {
      const held = await acceptHeld(deps, viewer, id, {
        ...expectIn({ expect: query.expect ?? undefined }),
        onAccepted: (tx, accepted) => deps.heldFiles.markAccepted(tx, viewer, accepted.userId, createdBy(accepted)),
      })
      await deps.heldFiles.acceptMarked(viewer)
      return exposedPart(held)
    },
  ),
  call(
    {
      method: 'post',
      path: '/api/held-changes/:id/drop',
      summary: 'Deletes the contents of the change; idempotent',
      auth: 'admin',
      responses: { 200: { description: 'The change', json: row } },
      errors: ['CONFLICT'],
    },
    async ({ viewer, id }) => exposedPart(await dropHeld(deps, viewer, id)),
  ),
]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function createdBy({ change }: HeldChange): readonly HeldRecord[] {
  const ops = change?.['ops']
  const isCreate = (op: unknown): op is HeldRecord =>
    isRecord(op) && op['op'] === 'create' && typeof op['id'] === 'string' && isUuid(op['id'])
  return Array.isArray(ops) ? ops.filter(isCreate) : []
}

async function dropHeld({ database, events, heldFiles, now }: Deps, viewer: Viewer, id: string): Promise<HeldChange> {
  const { tenantId, userId } = viewer
  const [dropped, forget] = await database.tenant(tenantId, async (tx) => {
    const held = await lockHeld(tx, id)
    if (!held) throw new RequestError('NOT_FOUND')
    if (held.state === 'TAKEN') throw new RequestError('CONFLICT', {}, 'This change has already been accepted.')
    if (held.state === 'DROPPED') return [held, async () => {}] as const
    await decideHeld(tx, id, { state: 'DROPPED', by: userId, at: now(), verdict: null })
    const details = { author: held.userId, device: held.device }
    const about = { entityType: 'heldChanges', entityId: id, userId, details }
    await events.writeWith(tx, { action: 'heldChanges.drop', outcome: 'done', ...about })
    return [(await findHeld(tx, id))!, await heldFiles.drop(tx, viewer, held.userId, createdBy(held))] as const
  })
  await forget()
  return dropped
}
