import type { Context } from 'hono'
import { codeTexts } from '#schema/kernel/codes.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { readRow } from '#server/records/read/read.ts'
import type { Env } from '#server/http/env.ts'
import { respondWithCode } from '#server/http/errors.ts'
import { requireFieldVisibility } from './require-visible.ts'

interface RowResponse {
  readonly entity: Entity
  readonly viewer: Viewer
  readonly id: string
  readonly status: 200 | 201 | 409
  readonly body?: object
}

export const respondConflict = (
  deps: { readonly database: Database },
  context: Context<Env>,
  about: Pick<RowResponse, 'entity' | 'viewer' | 'id'>,
  message: string = codeTexts.CONFLICT,
): Promise<Response> => respondWithRow(deps, context, { ...about, status: 409, body: { message, code: 'CONFLICT' } })

export async function respondWithRow(
  { database }: { readonly database: Database },
  context: Context<Env>,
  { entity, viewer, id, status, body = {} }: RowResponse,
): Promise<Response> {
  const row = await database.tenant(viewer.tenantId, async (tx) =>
    readRow(tx, entity, await requireFieldVisibility(tx, viewer, entity), id),
  )
  if (!row) return respondWithCode(context, 'NOT_FOUND')
  return context.json({ ...row, ...body }, status, { etag: `"${row.number}"` })
}
