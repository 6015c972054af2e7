import type { Context } from 'hono'
import { codeTexts } from '#schema/kernel/codes.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { readRow } from '#server/records/read/read.ts'
import type { Env } from '#server/http/env.ts'
import { answerCode } from '#server/http/errors.ts'
import { requireFieldVisibility } from './require-visible.ts'

interface Answer {
  readonly of: Entity
  readonly viewer: Viewer
  readonly id: string
  readonly status: 200 | 201 | 409
  readonly body?: object
}

export const answerMoved = (
  deps: { readonly database: Database },
  context: Context<Env>,
  about: Pick<Answer, 'of' | 'viewer' | 'id'>,
  message: string = codeTexts.CONFLICT,
): Promise<Response> => answerRow(deps, context, { ...about, status: 409, body: { message, code: 'CONFLICT' } })

export async function answerRow(
  { database }: { readonly database: Database },
  context: Context<Env>,
  { of, viewer, id, status, body = {} }: Answer,
): Promise<Response> {
  const row = await database.tenant(viewer.tenantId, async (tx) =>
    readRow(tx, of, await requireFieldVisibility(tx, viewer, of), id),
  )
  if (!row) return answerCode(context, 'NOT_FOUND')
  return context.json({ ...row, ...body }, status, { etag: `"${row.number}"` })
}
