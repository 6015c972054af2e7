import type { Context } from 'hono'
import { isCalendarDate } from '#schema/money/dates.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import type { ListPart, ListCursor } from '#server/records/read/read.ts'
import { RequestError } from '#server/http/errors.ts'

const maxLimit = 1_000

export const pagingParameters = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: maxLimit } },
  { name: 'cursor', in: 'query', schema: { type: 'string' }, description: 'From the Link header of the part before' },
]

export const isInParts = (parameters: readonly object[]): boolean => parameters.includes(pagingParameters[0]!)

export function partOf({ req }: Context): ListPart | undefined {
  const { limit, cursor } = req.query()
  if (limit === undefined && cursor === undefined) return undefined
  if (limit !== undefined && !/^\d{1,4}$/.test(limit)) throw invalidLimit()
  const wanted = limit === undefined ? maxLimit : Number(limit)
  if (wanted < 1 || wanted > maxLimit) throw invalidLimit()
  return { limit: wanted, ...(cursor !== undefined && { after: readCursor(cursor) }) }
}

const invalidLimit = () => new RequestError('VALIDATION', {}, `limit is a number from 1 to ${maxLimit}`)

const writeCursor = ({ createdAt, id }: ListCursor): string => Buffer.from(`${createdAt} ${id}`).toString('base64url')

function readCursor(text: string): ListCursor {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ')
  if (!isUuid(id) || !isMoment(createdAt))
    throw new RequestError('VALIDATION', {}, 'cursor is one that a list has returned')
  return { createdAt, id }
}

export function respondWithPart<Row extends object>(
  context: Context,
  rows: readonly Row[],
  part: Pick<ListPart, 'limit'> | undefined,
  cursorOf: (row: Row) => ListCursor,
): Response {
  const shown = part ? rows.slice(0, part.limit) : rows
  return context.json(shown, 200, rows.length > shown.length ? linkAfter(context, cursorOf(shown.at(-1)!)) : {})
}

/** `Date.parse` accepts dates that do not exist. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]{8,15}Z$/.test(text) && isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))

export function linkAfter({ req }: Context, last: ListCursor): Readonly<Record<string, string>> {
  const url = new URL(req.url)
  url.searchParams.set('cursor', writeCursor(last))
  return { link: `<${url.pathname}${url.search}>; rel="next"` }
}
