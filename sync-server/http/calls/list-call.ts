import type { Fields } from '#schema/kernel/entity.ts'
import type { Who } from '#server/auth/who.ts'
import type { ListPart, ListCursor } from '#server/records/read/read.ts'
import { type CallRequest, type Call, call, type CallPlan, type Shape } from './call.ts'
import { jsonSchemaOf } from './shapes.ts'
import { answerPart, pagingParameters, partOf } from './paging.ts'

interface ListPlan<W extends Who, Query extends Fields, Usual extends number | undefined> extends Pick<
  CallPlan<W, string, Query>,
  'path' | 'summary' | 'auth' | 'query' | 'errors'
> {
  readonly row: Shape
  readonly usual?: Usual
}

type Part<Usual> = ListPart | (Usual extends number ? never : undefined)

/** One row more than the limit if others follow. */
export const listCall = <const W extends Who, Query extends Fields = {}, Usual extends number | undefined = undefined>(
  { summary, row, usual, ...plan }: ListPlan<W, Query, Usual>,
  read: (asked: CallRequest<W, string, Query>, part: Part<Usual>) => Promise<readonly ListCursor[]>,
): Call =>
  call(
    {
      ...plan,
      method: 'get',
      summary: `${summary}, oldest first; ${usual ? `${usual}, or another \`limit\`` : 'with `limit` a part of them'}, and the next one in \`Link\``,
      parameters: pagingParameters,
      responses: { 200: { description: 'The rows', json: { type: 'array', items: jsonSchemaOf(row) } } },
    },
    async (asked) => {
      const part = partOf(asked.context) ?? (usual === undefined ? undefined : { limit: usual })
      return answerPart(asked.context, await read(asked, part as Part<Usual>), part, (cursor) => cursor)
    },
  )
