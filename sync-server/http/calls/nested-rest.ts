import { type Entity, pathOf } from '#schema/kernel/entity.ts'
import { limits } from '#schema/sync/protocol.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { readRow } from '#server/records/read/read.ts'
import { respondWithList } from './list-response.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { objectSchema, rowOf } from './entity-schemas.ts'
import { RequestError } from '#server/http/errors.ts'
import { filterParameters, filtersOf } from './filters.ts'
import { pagingParameters } from './paging.ts'
import { readObject } from './request.ts'
import { requireFieldVisibility } from './require-visible.ts'
import { type RestDeps, restWriter } from './rest-writer.ts'

export interface NestedRoute {
  readonly parent: Entity
  readonly segment: string
  readonly entity: Entity
  readonly by: string
}

export function nestedRestCalls(deps: RestDeps, { parent, segment, entity, by }: NestedRoute): readonly Call[] {
  const path = `/api/${pathOf(parent)}/:id/${segment}` as const
  const { create } = restWriter(deps, entity)
  const settable = Object.entries(entity.fields).filter(([name, { byServer }]) => !byServer && name !== by)

  async function requireParent(tx: TenantTx, viewer: Viewer, id: string): Promise<Viewer> {
    const limited = await requireFieldVisibility(tx, viewer, entity, parent)
    if (!(await readRow(tx, parent, limited, id))) throw new RequestError('NOT_FOUND')
    return limited
  }

  return [
    call(
      {
        method: 'get',
        path,
        summary: `The same list as below \`/api/${pathOf(entity)}\`, of one row`,
        auth: { may: 'read', entity },
        parameters: [...filterParameters(entity), ...pagingParameters],
        responses: { 200: { description: 'The rows', json: { type: 'array', items: rowOf(entity) } } },
      },
      ({ context, viewer, id }) =>
        respondWithList(deps, context, viewer, async (tx) => {
          const limited = await requireParent(tx, viewer, id)
          return {
            of: entity,
            viewer: limited,
            filters: { ...filtersOf(entity, limited, context.req.query()), [by]: id },
          }
        }),
    ),
    call(
      {
        method: 'post',
        path,
        summary: 'Creates such a row; unknown fields and those that the server sets are ignored',
        auth: { may: 'create', entity },
        parameters: [idempotencyParameter],
        requestBody: { type: 'application/json', schema: objectSchema(Object.fromEntries(settable)) },
        responses: { 201: { description: 'The new row', json: rowOf(entity), headers: ['ETag'] } },
        errors: ['CONFLICT', 'DUPLICATE', 'PARENT_GONE'],
      },
      async ({ context, viewer, id }) => {
        const fields = await readObject(context, limits.requestBytes)
        await deps.database.tenant(viewer.tenantId, (tx) => requireParent(tx, viewer, id))
        return create(context, viewer, { ...fields, [by]: id })
      },
    ),
  ]
}
