// `GET` of a list outside of the tenants: the whole list, or with `?limit=` a part of it and the next one in `Link`.
import type { Fields } from '#schema/entity.ts'
import type { ListPart, Place } from '../records/read.ts'
import { type Asked, type Call, call, type CallPlan, type Json, type Who } from './call.ts'
import { answerPart, pagingParameters, partOf } from './paging.ts'

interface ListPlan<W extends Who, Query extends Fields> extends Pick<
  CallPlan<W, string, Query>,
  'path' | 'says' | 'who' | 'query' | 'refuses'
> {
  readonly row: Json
}

/** `read` answers one row more than the limit of its part when others follow. */
export const listCall = <const W extends Who, Query extends Fields = {}>(
  { says, row, ...plan }: ListPlan<W, Query>,
  read: (asked: Asked<W, string, Query>, part: ListPart | undefined) => Promise<readonly Place[]>,
): Call =>
  call(
    {
      ...plan,
      method: 'get',
      says: `${says}, oldest first; with \`limit\` a part of them, and the next one in \`Link\``,
      parameters: pagingParameters,
      answers: { 200: { says: 'The rows', json: { type: 'array', items: row } } },
    },
    async (asked) => {
      const part = partOf(asked.context)
      return answerPart(asked.context, await read(asked, part), part, (place) => place)
    },
  )
