// The chain of a firm's audit entries. The hash of an entry is the HMAC-SHA256, under the key whose name stands in the
// entry, of the UTF-8 bytes of one line: the canonical JSON (schema/kernel/canonical-json.ts) of an object with the members of
// `SealedEntry`, those that are null left out. So a column that a later version adds changes nothing in the entries that
// lack it. The line holds the firm, the chain, the place in it and the hash of the entry before.
import { hash } from 'node:crypto'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import type { AuditKey } from '#server/secrets/audit-keys.ts'

export const firstAuditHash = '0'.repeat(64)

/**
 * `records`: what was written, under the tenant's lock; the table `audit_logs`. `events`: sign-ins, refusals and jobs,
 * which do not wait for that lock; the table `audit_events`.
 */
export type ChainName = 'records' | 'events'

export interface EntryBody {
  readonly id: string
  /** The firm's number after the change; null for an event, which takes none. */
  readonly number: number | null
  /** The responsible person; null when a job or the system acted. */
  readonly userId: string | null
  readonly action: string
  readonly entityType: string
  readonly entityId: string | null
  readonly details: unknown
  readonly timestamp: string
}

export interface AuditEntry extends EntryBody {
  readonly chain: ChainName
  /** The first entry of a chain has place 1. */
  readonly place: number
  /** The name of the key; null in entries from before there were keys, whose hash anybody can compute. */
  readonly keyId: string | null
  readonly hash: string
  readonly previousHash: string
}

/** SQL: the columns of `audit_logs` that make an entry. */
export const entryColumns = `id, n as number, user_id as "userId", action, entity_type as "entityType",
  entity_id as "entityId", details, "timestamp", place, key_id as "keyId", hash, previous_hash as "previousHash"`

export interface SealedEntry extends Omit<AuditEntry, 'hash'> {
  readonly tenantId: string
}

/** The members of which the hash is made, in the order of canonical JSON. */
const members = [
  'action',
  'chain',
  'details',
  'entityId',
  'entityType',
  'id',
  'keyId',
  'number',
  'place',
  'previousHash',
  'tenantId',
  'timestamp',
  'userId',
] as const satisfies (keyof SealedEntry)[]

/** The text of which the hash of an entry is made; only the members named here count. */
export function sealedText(entry: SealedEntry, details = canonicalJson(entry.details)): string {
  let text = ''
  for (const name of members) {
    const value = entry[name]
    if (value === null || value === undefined) continue
    text += `${text && ','}"${name}":${name === 'details' ? details : JSON.stringify(value)}`
  }
  return `{${text}}`
}

/** The hash of an entry from before there were keys. */
export function unkeyedHash({ previousHash, ...entry }: Omit<SealedEntry, 'tenantId' | 'hash'>): string {
  const { id, number, userId, action, entityType, entityId, details, timestamp } = entry
  const body = { id, number, userId, action, entityType, entityId, details, timestamp }
  return hash('sha256', previousHash + canonicalJson(body))
}

export interface ChainEnd {
  readonly place: number
  readonly hash: string
}

/** Whose chain it is. */
export interface ChainOf {
  readonly tenantId: string
  readonly chain: ChainName
}

/**
 * Proves where a chain ends: nobody without the key can make it for another place, so entries cannot be cut off
 * together with the row that counts them. `<name of the key>:<HMAC>`.
 */
const sealOfEnd = (key: AuditKey, of: ChainOf, end: ChainEnd): string => `${key.id}:${key.mac(endText(of, end))}`

export const endText = ({ tenantId, chain }: ChainOf, { place, hash: last }: ChainEnd): string =>
  canonicalJson({ end: true, tenantId, chain, place, hash: last })

/** An entry with its place in the chain, as it is stored. */
export interface LinkedEntry extends AuditEntry {
  /** The details as canonical JSON. */
  readonly detailsText: string
}

export interface Trail {
  /** What was added, in order. */
  readonly entries: readonly EntryBody[]
  add(body: EntryBody): void
  /** Links the entries; only now their hashes are computed, so that the database can do something else meanwhile. */
  end(): ChainEnd & { readonly seal: string; readonly linked: readonly LinkedEntry[] }
}

/** Goes on after the end of a chain. */
export function continueTrail(of: ChainOf, before: ChainEnd, key: AuditKey): Trail {
  const entries: EntryBody[] = []
  return {
    entries,
    add: (body) => void entries.push(body),
    end() {
      let { place, hash: last } = before
      const linked = entries.map((body): LinkedEntry => {
        const detailsText = canonicalJson(body.details)
        const entry = { ...body, ...of, place: ++place, keyId: key.id, previousHash: last }
        last = key.mac(sealedText(entry, detailsText))
        return { ...entry, detailsText, hash: last }
      })
      return { place, hash: last, seal: sealOfEnd(key, of, { place, hash: last }), linked }
    },
  }
}
