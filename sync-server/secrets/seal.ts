// AES-256-GCM: `v1.<key id>.<iv, ciphertext and tag>`. The associated data binds a value to its row and column.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretKey } from './keys.ts'

export interface Aad {
  readonly tenantId: string
  readonly table: string
  readonly id: string
  readonly column: string
}

export interface Seals {
  seal(text: string, aad: Aad): string
  /** Throws SealBroken when altered or moved, or when the key is unknown. */
  open(sealed: string, aad: Aad): string
  keyOf(sealed: string): string
  newest(): string
}

/** Names the row and column, never the value. */
export class SealBroken extends Error {}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const form = /^v1\.([a-z0-9-]{1,32})\.([A-Za-z0-9_-]{38,})$/

const nameOf = ({ table, column, id }: Aad): string => `${table}.${column} of ${id}`
const boundTo = ({ tenantId, table, id, column }: Aad, keyId: string): Buffer =>
  Buffer.from(JSON.stringify(['v1', keyId, tenantId, table, id, column]))

/** `keys` is read for each value; newest first. */
export function createSeals(keys: () => readonly SecretKey[]): Seals {
  return {
    seal(text, aad) {
      const [key] = keys()
      if (!key) throw new Error('There is no key to seal a secret with')
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes }).setAAD(boundTo(aad, key.id))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${key.id}.${sealed.toString('base64url')}`
    },
    open(sealed, aad) {
      const [, keyId, body] = form.exec(sealed) ?? []
      if (!keyId || !body) throw new SealBroken(`${nameOf(aad)} is not a sealed value`)
      const key = keys().find(({ id }) => id === keyId)
      if (!key) throw new SealBroken(`${nameOf(aad)} is sealed under the key ${keyId}, which this server does not have`)
      const bytes = Buffer.from(body, 'base64url')
      const opener = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      opener.setAAD(boundTo(aad, keyId)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([opener.update(bytes.subarray(ivBytes, -tagBytes)), opener.final()]).toString('utf8')
      } catch {
        throw new SealBroken(`${nameOf(aad)} does not open: it was altered, moved, or sealed under another key`)
      }
    },
    keyOf(sealed) {
      return form.exec(sealed)?.[1] ?? ''
    },
    newest: () => keys()[0]?.id ?? '',
  }
}
