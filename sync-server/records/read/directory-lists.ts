// A `list` selects rows with "createdAt" and id.
import type { Part, Statements } from '#server/db/connect/directory.ts'
import { firstId, type ListPart, type ListCursor } from './read.ts'

/** Oldest first, with one row more than the limit if others follow. */
export const listPart = <Row extends ListCursor>(
  sql: Statements,
  list: Part,
  part?: ListPart,
): Promise<readonly Row[]> =>
  sql<Row[]>`
    select * from (${list}) as list
    where (list."createdAt", list.id) > (${part?.after?.createdAt ?? '-infinity'}::timestamptz, ${part?.after?.id ?? firstId}::uuid)
    order by list."createdAt", list.id limit ${part ? part.limit + 1 : null}::int`

export async function findInList<Row extends ListCursor>(
  sql: Statements,
  list: Part,
  id: string,
): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`select * from (${list}) as list where list.id = ${id}`
  return row
}
