// Ids are derived from the act and the row that each was created for, so they stay the same when it is sent again.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Operation } from '#schema/sync/protocol.ts'

export interface IdSource {
  /** The act's own; without one, the change's id and the index are used instead. */
  readonly seed?: string | undefined
  readonly changeId: string
  readonly index: number
}

const textOf = ({ seed, changeId, index }: IdSource): string => seed ?? `${changeId} ${index}`
const hexOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** As long as the part that all rows created by one act have in common. */
const commonLength = 24

/** In the form of a UUIDv7 (RFC 9562): the time of the seed, then hashes in place of the random bits. */
export const derivedId = (source: IdSource, entity: string, forId: string): string =>
  commonPartFrom(source) + hexOf(`${textOf(source)} ${entity} ${forId}`).slice(0, 12)

function commonPartFrom(source: IdSource): string {
  const hex = hexOf(textOf(source))
  const variant = '89ab'[Number.parseInt(hex[3]!, 16) % 4]!
  return `${(source.seed ?? source.changeId).slice(0, 13)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-`
}

type RowSet = ReadonlySet<string>
type Ops = readonly (Pick<Operation, 'op' | 'id'> & { readonly seed?: string | undefined })[]

export const includesRow = (rows: RowSet, id: string): boolean => rows.has(id) || rows.has(commonPartOf(id))

export const commonPartOf = (id: string): string => id.slice(0, commonLength)

export const createdByActs = ({ id: changeId, ops }: { readonly id: string; readonly ops: Ops }): string[] =>
  ops.flatMap(({ op, seed }, index) => (op === 'act' ? [commonPartFrom({ seed, changeId, index })] : []))

export const writtenRows = (change: { readonly id: string; readonly ops: Ops }): string[] => [
  ...change.ops.map(({ id }) => id),
  ...createdByActs(change),
]

export const createsRow = (change: { readonly id: string; readonly ops: Ops }, id: string): boolean =>
  change.ops.some((each) => each.op === 'create' && each.id === id) || createdByActs(change).includes(commonPartOf(id))
