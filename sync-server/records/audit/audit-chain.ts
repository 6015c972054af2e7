// A hash is the HMAC-SHA256, under the entry's key, of the canonical JSON of `SealedEntry` without null members, so
// later columns leave old hashes valid.
import { hash } from 'node:crypto'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import type { AuditKey } from '#server/secrets/audit-keys.ts'

export const firstAuditHash = '0'.repeat(64)

/** Only `records` is written under the tenant's lock; `events` holds sign-ins, refusals and jobs. */
export type ChainName = 'records' | 'events'

export interface EntryBody {
  readonly id: string
  readonly number: number | null
  readonly userId: string | null
  readonly action: string
  readonly entityType: string
  readonly entityId: string | null
  readonly details: unknown
  readonly timestamp: string
}

export interface ChainEntry extends EntryBody {
  readonly chain: ChainName
  /** From 1; the hash includes this name. */
  readonly place: number
  /** Null in older entries, whose hash anybody can compute. */
  readonly keyId: string | null
  readonly hash: string
  readonly previousHash: string
}

export const entryColumns = `id, n as number, user_id as "userId", action, entity_type as "entityType",
  entity_id as "entityId", details, "timestamp", place, key_id as "keyId", hash, previous_hash as "previousHash"`

export interface SealedEntry extends Omit<ChainEntry, 'hash'> {
  readonly tenantId: string
}

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

/** Only the members named above count. */
export function sealedText(entry: SealedEntry, details = canonicalJson(entry.details)): string {
  let text = ''
  for (const name of members) {
    const value = entry[name]
    if (value === null || value === undefined) continue
    text += `${text && ','}"${name}":${name === 'details' ? details : JSON.stringify(value)}`
  }
  return `{${text}}`
}

export function unkeyedHash({ previousHash, ...entry }: Omit<SealedEntry, 'tenantId' | 'hash'>): string {
  const { id, number, userId, action, entityType, entityId, details, timestamp } = entry
  const body = { id, number, userId, action, entityType, entityId, details, timestamp }
  return hash('sha256', previousHash + canonicalJson(body))
}

export interface ChainHead {
  readonly place: number
  readonly hash: string
}

export interface ChainOf {
  readonly tenantId: string
  readonly chain: ChainName
}

/** `<key id>:<HMAC>`: without the key nobody can cut entries off. */
const sealOfHead = (key: AuditKey, chain: ChainOf, head: ChainHead): string =>
  `${key.id}:${key.mac(headText(chain, head))}`

export const headText = ({ tenantId, chain }: ChainOf, { place, hash: last }: ChainHead): string =>
  canonicalJson({ end: true, tenantId, chain, place, hash: last })

export interface LinkedEntry extends ChainEntry {
  readonly detailsText: string
}

export interface Trail {
  readonly entries: readonly EntryBody[]
  add(body: EntryBody): void
  /** Computes the hashes last: the database works meanwhile. */
  finish(): ChainHead & { readonly seal: string; readonly linked: readonly LinkedEntry[] }
}

export function continueTrail(chain: ChainOf, previousHead: ChainHead, key: AuditKey): Trail {
  const entries: EntryBody[] = []
  return {
    entries,
    add: (body) => void entries.push(body),
    finish() {
      let { place, hash: last } = previousHead
      const linked = entries.map((body): LinkedEntry => {
        const detailsText = canonicalJson(body.details)
        const entry = { ...body, ...chain, place: ++place, keyId: key.id, previousHash: last }
        last = key.mac(sealedText(entry, detailsText))
        return { ...entry, detailsText, hash: last }
      })
      return { place, hash: last, seal: sealOfHead(key, chain, { place, hash: last }), linked }
    },
  }
}
