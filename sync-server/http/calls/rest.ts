import * as z from 'zod'
import { type Entity, pathOf } from '#schema/kernel/entity.ts'
import { restrictLinks } from '#schema/registry.ts'
import { roles } from '#schema/kernel/enumerations.ts'
import { isAccepted, limits } from '#schema/sync/protocol.ts'
import { mayEver } from '#schema/kernel/permissions.ts'
import { respondWithList } from './list-response.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { expectedNumber, ifMatchParameter } from './conditional.ts'
import { changesOf, fieldsOf, rowOf } from './entity-schemas.ts'
import { filterParameters, filtersOf } from './filters.ts'
import { pagingParameters } from './paging.ts'
import { idempotencyKey, readObject } from './request.ts'
import { requireFieldVisibility } from './require-visible.ts'
import { type RestDeps, restWriter } from './rest-writer.ts'

export function restCalls(deps: RestDeps, entity: Entity): readonly Call[] {
  const path = `/api/${pathOf(entity)}`
  const right = (may: 'read' | 'create' | 'update' | 'delete') => ({ may, entity })
  const writer = restWriter(deps, entity)
  const { write, respond, respondWithVerdict } = writer
  const rowResponse = { description: 'The row', json: rowOf(entity), headers: ['ETag'] } as const

  const list = call(
    {
      method: 'get',
      path,
      summary:
        'The rows that the viewer may see, oldest first; with `limit` a part of them, and the next one in `Link`',
      auth: right('read'),
      parameters: [...filterParameters(entity), ...pagingParameters],
      responses: { 200: { description: 'The rows', json: { type: 'array', items: rowOf(entity) } } },
    },
    ({ context, viewer }) =>
      respondWithList(deps, context, viewer, async (tx) => {
        const limited = await requireFieldVisibility(tx, viewer, entity)
        return { of: entity, viewer: limited, filters: filtersOf(entity, limited, context.req.query()) }
      }),
  )

  const read = call(
    { method: 'get', path: `${path}/:id`, summary: 'One row', auth: right('read'), responses: { 200: rowResponse } },
    ({ context, viewer, id }) => respond(context, viewer, id, 200),
  )

  const create = call(
    {
      method: 'post',
      path,
      summary: 'Creates a row; unknown fields and those that the server sets are ignored',
      auth: right('create'),
      parameters: [idempotencyParameter],
      requestBody: { type: 'application/json', schema: fieldsOf(entity) },
      responses: { 201: { ...rowResponse, description: 'The new row' } },
      errors: ['CONFLICT', 'DUPLICATE', 'PARENT_GONE'],
    },
    async ({ context, viewer }) => writer.create(context, viewer, await readObject(context, limits.requestBytes)),
  )

  const update = (method: 'patch' | 'put') =>
    call(
      {
        method,
        path: `${path}/:id`,
        summary: 'Changes the fields that are sent, and those that follow from them',
        auth: right('update'),
        parameters: [ifMatchParameter],
        requestBody: { type: 'application/json', schema: changesOf(entity) },
        responses: { 200: rowResponse },
        errors: ['CONFLICT', 'DUPLICATE', 'PARENT_GONE'],
      },
      async ({ context, viewer, id }) => {
        const fields = await readObject(context, limits.requestBytes)
        const verdict = await write(context, viewer, {
          op: 'update',
          entity: entity.name,
          id,
          fields,
          expect: expectedNumber(context),
        })
        return respondWithVerdict(context, viewer, verdict, id, 200)
      },
    )

  const remove = call(
    {
      method: 'delete',
      path: `${path}/:id`,
      summary: 'Deletes the row and what belongs to it; it can be restored for 30 days',
      auth: right('delete'),
      parameters: [ifMatchParameter],
      responses: {
        200: { description: 'Deleted', json: z.object({ success: z.literal(true), id: z.string() }) },
      },
      errors: ['CONFLICT', ...restrictLinks(entity).map(({ code }) => code)],
    },
    async ({ context, viewer, id }) => {
      const expect = expectedNumber(context)
      const verdict = await write(context, viewer, {
        op: 'delete',
        entity: entity.name,
        id,
        expect,
        deletedIsMissing: true,
      })
      if (isAccepted(verdict)) return { success: true, id }
      return respondWithVerdict(context, viewer, verdict, id, 200)
    },
  )

  const restore = call(
    {
      method: 'post',
      path: `${path}/:id/restore`,
      summary: 'Brings back the row with all that was deleted with it',
      auth: right('delete'),
      parameters: [idempotencyParameter],
      responses: { 200: rowResponse },
      errors: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE'],
    },
    async ({ context, viewer, id }) =>
      respondWithVerdict(
        context,
        viewer,
        await write(context, viewer, { op: 'restore', entity: entity.name, id }, idempotencyKey(context)),
        id,
        200,
      ),
  )

  return [list, read, create, update('patch'), update('put'), remove, restore].filter(isEverAllowed)
}

const isEverAllowed = ({ auth: requirement }: Call): boolean =>
  typeof requirement === 'string' || roles.some((role) => mayEver(requirement.entity, { role }, requirement.may))
