// `GET` of a list outside of the tenants: the whole list, or with `?limit=` a part of it and the next one in `Link`.
import type { Fields } from '#schema/kernel/entity.ts'
import type { Who } from '#server/auth/who.ts'
import type { ListPart, ListCursor } from '#server/records/read/read.ts'
import { type CallRequest, type Call, call, type CallPlan, type Json } from './call.ts'
import { answerPart, pagingParameters, partOf } from './paging.ts'

interface ListPlan<W extends Who, Query extends Fields, Usual extends number | undefined> extends Pick<
  CallPlan<W, string, Query>,
  'path' | 'summary' | 'auth' | 'query' | 'errors'
> {
  readonly row: Json
  /** How many rows are answered without `limit`, of a list that may be too long to be answered whole. */
  readonly usual?: Usual
}

type Part<Usual> = ListPart | (Usual extends number ? never : undefined)

/** `read` answers one row more than the limit of its part when others follow. */
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
      responses: { 200: { description: 'The rows', json: { type: 'array', items: row } } },
    },
    async (asked) => {
      const part = partOf(asked.context) ?? (usual === undefined ? undefined : { limit: usual })
      return answerPart(asked.context, await read(asked, part as Part<Usual>), part, (place) => place)
    },
  )
