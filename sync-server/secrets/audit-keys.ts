// The keys of the audit chain. Each derives from the key of the same name that seals secrets, for this one purpose, so
// that nothing sealed under one says anything about the other. An old key has to stay: the entries of its time are
// checked with it.
import { createHmac, hkdfSync } from 'node:crypto'
import type { SecretKey } from './keys.ts'

export interface AuditKey {
  readonly id: string
  /** HMAC-SHA256 of the text, in hex. */
  readonly mac: (text: string) => string
}

export interface AuditKeys {
  /** The newest key, under which entries are written. */
  readonly newest: () => AuditKey
  readonly named: (id: string) => AuditKey | undefined
}

export function createAuditKeys(keys: () => readonly SecretKey[]): AuditKeys {
  const derived = new Map<string, AuditKey>()

  function derive({ id, bytes }: SecretKey): AuditKey {
    const name = `${id}:${bytes.toString('base64')}`
    const before = derived.get(name)
    if (before) return before
    const secret = Buffer.from(hkdfSync('sha256', bytes, '', 'holdfast audit chain', 32))
    const key = { id, mac: (text: string) => createHmac('sha256', secret).update(text).digest('hex') }
    derived.set(name, key)
    return key
  }

  return {
    newest: () => derive(keys()[0]!),
    named: (id) =>
      keys()
        .filter((key) => key.id === id)
        .map(derive)[0],
  }
}

/** Whether the seal `<name of the key>:<HMAC>` is the one of this text. */
export function isSealedBy(keys: AuditKeys, seal: string, text: string): boolean {
  const [keyId = '', mac = ''] = seal.split(':')
  return keys.named(keyId)?.mac(text) === mac
}
