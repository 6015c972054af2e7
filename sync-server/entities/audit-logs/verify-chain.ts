// Checks every hash and link of a chain, and its end against its seal and the exported heads.
import type { Database } from '#server/db/connect/database.ts'
import {
  type ChainName,
  type ChainOf,
  endText,
  firstAuditHash,
  type SealedEntry,
  sealedText,
  unkeyedHash,
} from '#server/records/audit/audit-chain.ts'
import { holdsErased } from '#server/records/audit/redact.ts'
import { type EmptiedEntry, remainingHash } from '#server/records/audit/remove-words.ts'
import { type AuditKeys, isSealedBy } from '#server/secrets/audit-keys.ts'
import { sumsOfEmptied } from './emptied-entries.ts'
import type { ExportedHead } from './exported-heads.ts'
import { type ChainSource, storedChain, type StoredEnd, type StoredEntry } from './read-chain.ts'

export interface Finding {
  readonly chain: ChainName
  readonly index: number | null
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
  snapshot(chain.tenantId, (tx) => verifySource(storedChain(tx, chain.chain), keys, chain, heads, unkeyedUntil))

export async function verifySource(
  source: ChainSource,
  keys: AuditKeys,
  chain: ChainOf,
  heads: readonly ExportedHead[],
  unkeyedUntil: number,
): Promise<Verified> {
  const findings: Finding[] = []
  let found = 0
  const report = (problem: string, index: number | null, id: string | null = null): void => {
    if (++found <= maxFindings) findings.push({ chain: chain.chain, index, id, problem })
  }
  const exported = new Map(heads.map((head) => [head.place, head]))
  const [emptied, listed] = sumsOfEmptied()
  const missingKeys = new Set<string>()
  let last = { place: 0, hash: firstAuditHash, isIntact: true }
  let [entries, moves, isKeyed] = [0, 0, false]

  for await (const entry of source.entries()) {
    const { place: index, id } = entry
    entries++
    const isNext = index === last.place + 1
    if (index > last.place + 1) report(missing(last.place + 1, index - 1), last.place + 1)
    if (index <= last.place) report('has the place of another entry', index, id)
    if (entry.keyId === null) {
      if (isKeyed) report('has no key, although entries before it have one', index, id)
      else if (index > unkeyedUntil) report(hasNoKey, index, id)
    }
    const expectedHash = expectedHashOf(keys, chain, entry)
    if (expectedHash === undefined) {
      if (!missingKeys.has(entry.keyId!)) report(`is sealed under the key ${entry.keyId}, which is not here`, index, id)
      missingKeys.add(entry.keyId!)
    } else if (expectedHash !== entry.hash) {
      if (mayBeEmptied(entry)) emptied.add(emptiedAs(chain, entry))
      else {
        const from = moves++ < maxMoves ? formerIndex(keys, chain, entry) : undefined
        report(from === undefined ? 'was altered' : `was moved: it was written at place ${from}`, index, id)
      }
    } else {
      if (isNext && last.isIntact && entry.previousHash !== last.hash)
        report('does not follow the entry before it', index, id)
      for (const each of emptiedBy(entry)) listed.add(each)
    }
    if (!entry.isPlain) report('was altered', index, id)
    const head = exported.get(index)
    if (head && head.hash !== entry.hash) report(`is not the entry that was exported on ${head.at}`, index, id)
    isKeyed ||= entry.keyId !== null
    last = { place: Math.max(index, last.place), hash: entry.hash, isIntact: expectedHash === entry.hash }
  }

  for (const { id } of await source.unindexed()) report('has no place in the chain', null, id)
  for (const head of exported.values())
    if (head.place > last.place) report(cutOff(head.place, last.place, `exported on ${head.at}`), last.place + 1)
  checkEnd(await source.end())
  if (!emptied.equals(listed)) await explainEmptied(source, keys, chain, report)
  return { entries, findings, found }

  function checkEnd(end: StoredEnd | undefined): void {
    if (!end) {
      if (entries) report('the row that says where the chain ends is gone', last.place)
      return
    }
    if (end.place > last.place) report(cutOff(end.place, last.place, 'written'), last.place + 1)
    else if (end.place < last.place) report('was added after the end of the chain', end.place + 1)
    else if (end.hash !== last.hash) report('the chain does not end with this entry', last.place)
    const isEmpty = end.place === 0 && end.number === 0
    const isUnkeyed = end.seal === '' && !isKeyed && (isEmpty || (end.place > 0 && end.place <= unkeyedUntil))
    if (!isUnkeyed && !isSealedBy(keys, end.seal, endText(chain, end)))
      report('the end of the chain is not sealed: entries after it may have been cut off', end.place)
  }
}

export const hasNoKey = 'has no key: whoever can write to the database could have written it'

const missing = (first: number, final: number): string =>
  first === final ? 'is missing' : `is missing, with all others up to place ${final}`

const cutOff = (end: number, index: number, action: string): string =>
  `is missing: the chain was ${action} up to place ${end} and is cut off after place ${index}`

const sealedOf = ({ tenantId }: ChainOf, entry: StoredEntry): SealedEntry => ({ ...entry, tenantId })

function expectedHashOf(keys: AuditKeys, chain: ChainOf, entry: StoredEntry): string | undefined {
  if (entry.keyId === null) return unkeyedHash(entry)
  return keys.named(entry.keyId)?.mac(sealedText(sealedOf(chain, entry)))
}

/** A purge removes the values, an erasure leaves their hashes. */
const mayBeEmptied = ({ chain, details }: StoredEntry): boolean =>
  chain === 'records' &&
  (holdsErased(details) || !(Object.hasOwn(details as object, 'before') || Object.hasOwn(details as object, 'after')))

const emptiedAs = (chain: ChainOf, entry: StoredEntry): EmptiedEntry => [
  entry.hash,
  remainingHash(sealedOf(chain, entry)),
]

const emptiedBy = ({ action, details }: StoredEntry): readonly EmptiedEntry[] =>
  /\.(?:purge|erase)$/.test(action) ? ((details as { readonly emptied?: readonly EmptiedEntry[] }).emptied ?? []) : []

function formerIndex(keys: AuditKeys, chain: ChainOf, entry: StoredEntry): number | undefined {
  const from = Math.max(1, entry.place - searchDistance)
  const indexes = Array.from({ length: 2 * searchDistance + 1 }, (_, i) => from + i)
  return indexes.find((index) => expectedHashOf(keys, chain, { ...entry, place: index }) === entry.hash)
}

async function explainEmptied(
  source: ChainSource,
  keys: AuditKeys,
  chain: ChainOf,
  report: (problem: string, index: number, id: string) => void,
): Promise<void> {
  const listed = new Map<string, { readonly remaining: string; readonly index: number; readonly id: string }>()
  for await (const entry of source.entries())
    if (expectedHashOf(keys, chain, entry) === entry.hash)
      for (const [hash, remaining] of emptiedBy(entry))
        listed.set(hash, { remaining, index: entry.place, id: entry.id })
  for await (const entry of source.entries()) {
    if (expectedHashOf(keys, chain, entry) === entry.hash || !mayBeEmptied(entry)) continue
    const [hash, remaining] = emptiedAs(chain, entry)
    if (listed.get(hash)?.remaining !== remaining)
      report('was altered: no purge or erasure lists it', entry.place, entry.id)
    listed.delete(hash)
  }
  for (const { index, id } of listed.values())
    report('lists an emptied entry that is missing or was altered again', index, id)
}
