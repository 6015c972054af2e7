import type { Fields } from '#schema/kernel/entity.ts'
import type { AuthRequirement } from '#server/auth/auth-requirement.ts'
import type { ListPart, ListCursor } from '#server/records/read/read.ts'
import { type CallRequest, type Call, call, type CallPlan, type Shape } from './call.ts'
import { jsonSchemaOf } from './shapes.ts'
import { respondWithPart, pagingParameters, partOf } from './paging.ts'

interface ListPlan<W extends AuthRequirement, Query extends Fields, Usual extends number | undefined> extends Pick<
  CallPlan<W, string, Query>,
  'path' | 'summary' | 'auth' | 'query' | 'errors'
> {
  readonly row: Shape
  readonly defaultLimit?: Usual
}

type Part<Usual> = ListPart | (Usual extends number ? never : undefined)

/** One row more than the limit if others follow. */
export const listCall = <
  const W extends AuthRequirement,
  Query extends Fields = {},
  Usual extends number | undefined = undefined,
>(
  { summary, row, defaultLimit, ...plan }: ListPlan<W, Query, Usual>,
  read: (request: CallRequest<W, string, Query>, part: Part<Usual>) => Promise<readonly ListCursor[]>,
): Call =>
  call(
    {
      ...plan,
      method: 'get',
      summary: `${summary}, oldest first; ${defaultLimit ? `${defaultLimit}, or another \`limit\`` : 'with `limit` a part of them'}, and the next one in \`Link\``,
      parameters: pagingParameters,
      responses: { 200: { description: 'The rows', json: { type: 'array', items: jsonSchemaOf(row) } } },
    },
    async (request) => {
      const part = partOf(request.context) ?? (defaultLimit === undefined ? undefined : { limit: defaultLimit })
      return respondWithPart(request.context, await read(request, part as Part<Usual>), part, (cursor) => cursor)
    },
  )
