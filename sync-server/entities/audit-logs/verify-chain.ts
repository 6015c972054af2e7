// Checks every hash and link of a chain, and its head against its seal and the exported heads.
import type { Database } from '#server/db/connect/database.ts'
import {
  type ChainName,
  type ChainOf,
  headText,
  firstAuditHash,
  type SealedEntry,
  sealedText,
  unkeyedHash,
} from '#server/records/audit/audit-chain.ts'
import { containsErasedValue } from '#server/records/audit/redact.ts'
import { type EmptiedEntry, remainingHash } from '#server/records/audit/remove-words.ts'
import { type AuditKeys, isSealedBy } from '#server/secrets/audit-keys.ts'
import { sumsOfEmptied } from './emptied-entries.ts'
import type { ExportedHead } from './exported-heads.ts'
import { type ChainSource, chainSourceOf, type StoredHead, type StoredEntry } from './read-chain.ts'

export interface Finding {
  readonly chain: ChainName
  readonly position: number | null
  readonly id: string | null
  readonly problem: string
}

export interface Verified {
  readonly entries: number
  readonly findings: readonly Finding[]
  readonly found: number
}

const maxFindings = 200
const searchDistance = 1_000
const maxMoves = 20

/** Hashes without a key can be forged, so they are valid only up to `unkeyedUntil`. */
export const verifyChain = (
  { snapshot }: Pick<Database, 'snapshot'>,
  keys: AuditKeys,
  chain: ChainOf,
  heads: readonly ExportedHead[],
  unkeyedUntil = 0,
): Promise<Verified> =>
  snapshot(chain.tenantId, (tx) => verifySource(chainSourceOf(tx, chain.chain), keys, chain, heads, unkeyedUntil))

export async function verifySource(
  source: ChainSource,
  keys: AuditKeys,
  chain: ChainOf,
  heads: readonly ExportedHead[],
  unkeyedUntil: number,
): Promise<Verified> {
  const findings: Finding[] = []
  let found = 0
  const report = (problem: string, position: number | null, id: string | null = null): void => {
    if (++found <= maxFindings) findings.push({ chain: chain.chain, position, id, problem })
  }
  const exported = new Map(heads.map((head) => [head.place, head]))
  const [emptied, listed] = sumsOfEmptied()
  const missingKeys = new Set<string>()
  let last = { place: 0, hash: firstAuditHash, isIntact: true }
  let [entries, moves, isKeyed] = [0, 0, false]

  for await (const entry of source.entries()) {
    const { place: position, id } = entry
    entries++
    const isNext = position === last.place + 1
    if (position > last.place + 1) report(missing(last.place + 1, position - 1), last.place + 1)
    if (position <= last.place) report('has the position of another entry', position, id)
    if (entry.keyId === null) {
      if (isKeyed) report('has no key, although entries before it have one', position, id)
      else if (position > unkeyedUntil) report(hasNoKey, position, id)
    }
    const expectedHash = expectedHashOf(keys, chain, entry)
    if (expectedHash === undefined) {
      if (!missingKeys.has(entry.keyId!))
        report(`is sealed under the key ${entry.keyId}, which is not here`, position, id)
      missingKeys.add(entry.keyId!)
    } else if (expectedHash !== entry.hash) {
      if (mayBeEmptied(entry)) emptied.add(emptiedAs(chain, entry))
      else {
        const from = moves++ < maxMoves ? formerPosition(keys, chain, entry) : undefined
        report(from === undefined ? 'was altered' : `was moved: it was written at position ${from}`, position, id)
      }
    } else {
      if (isNext && last.isIntact && entry.previousHash !== last.hash)
        report('does not follow the entry before it', position, id)
      for (const each of emptiedBy(entry)) listed.add(each)
    }
    if (!entry.isUnmodified) report('was altered', position, id)
    const head = exported.get(position)
    if (head && head.hash !== entry.hash) report(`is not the entry that was exported on ${head.at}`, position, id)
    isKeyed ||= entry.keyId !== null
    last = { place: Math.max(position, last.place), hash: entry.hash, isIntact: expectedHash === entry.hash }
  }

  for (const { id } of await source.withoutPosition()) report('has no position in the chain', null, id)
  for (const head of exported.values())
    if (head.place > last.place) report(cutOff(head.place, last.place, `exported on ${head.at}`), last.place + 1)
  checkHead(await source.head())
  if (!emptied.equals(listed)) await explainEmptied(source, keys, chain, report)
  return { entries, findings, found }

  function checkHead(head: StoredHead | undefined): void {
    if (!head) {
      if (entries) report('the row with the head of the chain is missing', last.place)
      return
    }
    if (head.place > last.place) report(cutOff(head.place, last.place, 'written'), last.place + 1)
    else if (head.place < last.place) report('was added after the head of the chain', head.place + 1)
    else if (head.hash !== last.hash) report('the chain does not end with this entry', last.place)
    const isEmpty = head.place === 0 && head.number === 0
    const isUnkeyed = head.seal === '' && !isKeyed && (isEmpty || (head.place > 0 && head.place <= unkeyedUntil))
    if (!isUnkeyed && !isSealedBy(keys, head.seal, headText(chain, head)))
      report('the head of the chain is not sealed: entries after it may have been cut off', head.place)
  }
}

export const hasNoKey = 'has no key: whoever can write to the database could have written it'

const missing = (first: number, final: number): string =>
  first === final ? 'is missing' : `is missing, with all others up to position ${final}`

const cutOff = (head: number, last: number, action: string): string =>
  `is missing: the chain was ${action} up to position ${head} and is cut off after position ${last}`

const sealedOf = ({ tenantId }: ChainOf, entry: StoredEntry): SealedEntry => ({ ...entry, tenantId })

function expectedHashOf(keys: AuditKeys, chain: ChainOf, entry: StoredEntry): string | undefined {
  if (entry.keyId === null) return unkeyedHash(entry)
  return keys.named(entry.keyId)?.mac(sealedText(sealedOf(chain, entry)))
}

/** A purge removes the values, an erasure leaves their hashes. */
const mayBeEmptied = ({ chain, details }: StoredEntry): boolean =>
  chain === 'records' &&
  (containsErasedValue(details) ||
    !(Object.hasOwn(details as object, 'before') || Object.hasOwn(details as object, 'after')))

const emptiedAs = (chain: ChainOf, entry: StoredEntry): EmptiedEntry => [
  entry.hash,
  remainingHash(sealedOf(chain, entry)),
]

const emptiedBy = ({ action, details }: StoredEntry): readonly EmptiedEntry[] =>
  /\.(?:purge|erase)$/.test(action) ? ((details as { readonly emptied?: readonly EmptiedEntry[] }).emptied ?? []) : []

function formerPosition(keys: AuditKeys, chain: ChainOf, entry: StoredEntry): number | undefined {
  const from = Math.max(1, entry.place - searchDistance)
  const positions = Array.from({ length: 2 * searchDistance + 1 }, (_, i) => from + i)
  return positions.find((place) => expectedHashOf(keys, chain, { ...entry, place }) === entry.hash)
}

async function explainEmptied(
  source: ChainSource,
  keys: AuditKeys,
  chain: ChainOf,
  report: (problem: string, position: number, id: string) => void,
): Promise<void> {
  const listed = new Map<string, { readonly remaining: string; readonly position: number; readonly id: string }>()
  for await (const entry of source.entries())
    if (expectedHashOf(keys, chain, entry) === entry.hash)
      for (const [hash, remaining] of emptiedBy(entry))
        listed.set(hash, { remaining, position: entry.place, id: entry.id })
  for await (const entry of source.entries()) {
    if (expectedHashOf(keys, chain, entry) === entry.hash || !mayBeEmptied(entry)) continue
    const [hash, remaining] = emptiedAs(chain, entry)
    if (listed.get(hash)?.remaining !== remaining)
      report('was altered: no purge or erasure lists it', entry.place, entry.id)
    listed.delete(hash)
  }
  for (const { position, id } of listed.values())
    report('lists an emptied entry that is missing or was altered again', position, id)
}
