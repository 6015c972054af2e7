// Sealed values are never listed.
import * as z from 'zod'
import { pathOf } from '#schema/kernel/entity.ts'
import { choice, text } from '#schema/kernel/field-types.ts'
import { registry } from '#schema/registry.ts'
import { sealedFields, inputFields } from '#schema/kernel/sealed.ts'
import { createCounters } from '#server/auth/counters.ts'
import { respondWithList, type ListDeps } from '#server/http/calls/list-response.ts'
import { respondConflict, respondWithRow } from '#server/http/calls/row-response.ts'
import { type Call, call, idempotencyParameter } from '#server/http/calls/call.ts'
import { expectedNumber, ifMatchParameter } from '#server/http/calls/conditional.ts'
import { rowOf } from '#server/http/calls/entity-schemas.ts'
import { textOrNull } from '#server/http/calls/shapes.ts'
import { filterParameters, filtersOf } from '#server/http/calls/filters.ts'
import { pagingParameters } from '#server/http/calls/paging.ts'
import { idempotencyKey } from '#server/http/calls/request.ts'
import { type Question, reveal } from './reveal.ts'
import { type AccountDeps, type AccountEntity, addAccount, changeAccount } from './save-account.ts'

export const accountEntities: readonly AccountEntity[] = [registry.bankAccounts, registry.tradingAccounts]

export function accountCalls(deps: AccountDeps & ListDeps): readonly Call[] {
  const revealing = { ...deps, counters: createCounters(deps.database, deps.now) }
  return accountEntities.flatMap((entity) => callsOf(revealing, entity))
}

function callsOf(deps: Parameters<typeof reveal>[0] & ListDeps, entity: AccountEntity): readonly Call[] {
  const path = `/api/${pathOf(entity)}`
  const rowResponse = {
    description: 'The account, with the last characters of its sealed values',
    json: rowOf(entity),
    headers: ['ETag'],
  } as const
  const fields = inputFields(entity)
  const named = new Map(sealedFields(entity).map((each) => [each.inputName, each.field]))
  return [
    call(
      {
        method: 'get',
        path,
        summary: 'The accounts that the viewer may see, oldest first; with `limit` one page, and the next in `Link`',
        auth: { may: 'read', entity },
        parameters: [...filterParameters(entity), ...pagingParameters],
        responses: { 200: { description: 'The accounts', json: { type: 'array', items: rowOf(entity) } } },
      },
      async ({ context, viewer }) => {
        const filters = filtersOf(entity, viewer, context.req.query())
        return respondWithList(deps, context, viewer, async () => ({ of: entity, viewer, filters }))
      },
    ),
    call(
      {
        method: 'get',
        path: `${path}/:id`,
        summary: 'One account',
        auth: { may: 'read', entity },
        responses: { 200: rowResponse },
      },
      ({ context, viewer, id }) => respondWithRow(deps, context, { entity, viewer, id, status: 200 }),
    ),
    call(
      {
        method: 'post',
        path,
        summary: 'Creates an account of the signed-in person',
        auth: { may: 'create', entity },
        parameters: [idempotencyParameter],
        body: fields,
        responses: { 201: rowResponse },
        errors: ['DUPLICATE'],
      },
      async ({ context, viewer, body }) => {
        const id = await addAccount(deps, entity, viewer, body, idempotencyKey(context))
        return respondWithRow(deps, context, { entity, viewer, id, status: 201 })
      },
    ),
    call(
      {
        method: 'patch',
        path: `${path}/:id`,
        summary: 'Replaces the submitted values, or disables or enables the account',
        auth: { may: 'update', entity },
        parameters: [ifMatchParameter],
        changes: fields,
        responses: { 200: rowResponse },
        errors: ['CONFLICT', 'DELETED'],
      },
      async ({ context, viewer, id, changes }) => {
        const moved = await changeAccount(deps, entity, viewer, id, changes, expectedNumber(context))
        if (moved) return respondConflict(deps, context, { entity, viewer, id })
        return respondWithRow(deps, context, { entity, viewer, id, status: 200 })
      },
    ),
    call(
      {
        method: 'post',
        path: `${path}/:id/reveal`,
        summary: 'One sealed value, for administrators; every request is audited with its reason, even a refused one',
        // `reveal` checks the right itself, because refusals are audited.
        auth: 'person',
        body: { field: choice([...named.keys()]), reason: text(500) },
        responses: {
          200: {
            description: 'The value, or null',
            json: z.object({ value: textOrNull }),
          },
        },
        errors: ['FORBIDDEN', 'RATE_LIMITED'],
      },
      async ({ viewer, id, body: { field, reason } }) => {
        const question: Question = { id, field: named.get(field)!, reason }
        return { value: await reveal(deps, entity, viewer, question) }
      },
    ),
  ]
}
