// The ids of the rows that a verb creates.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { limits } from '#schema/sync/protocol.ts'

export interface IdSource {
  readonly changeId: string
  /** The operation's index in the change. */
  readonly index: number
}

const timeOf = (id: string): string => id.slice(0, 13)

/** In the form of a UUIDv7 (RFC 9562): the time of the change's own id, then a hash in place of the random bits. */
function derivedId({ changeId, index }: IdSource, at: number): string {
  const hex = bytesToHex(sha256(utf8ToBytes(`${changeId} ${index} ${at}`)))
  const variant = '89ab'[Number.parseInt(hex[3]!, 16) % 4]!
  return `${timeOf(changeId)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`
}

export function derivedIds(source: IdSource): () => string {
  let count = 0
  return () => derivedId(source, count++)
}

export function isDerivedFrom(source: IdSource, id: string): boolean {
  if (timeOf(id) !== timeOf(source.changeId)) return false
  for (let at = 0; at < limits.stepsPerVerb; at++) if (derivedId(source, at) === id) return true
  return false
}
