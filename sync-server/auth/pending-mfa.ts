// Valid for ten minutes and until the password changes.
import { createHash } from 'node:crypto'
import { SealBroken, type Seals } from '#server/secrets/seal.ts'
import { pendingMfaAad } from '#server/secrets/aad.ts'

export interface PendingMfa {
  readonly userId: string
  readonly returnTo: string
}

export const pendingMfaMs = 10 * 60_000

const passwordFingerprint = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url')

export function sealPendingMfa(seals: Seals, pending: PendingMfa, passwordHash: string, now: Date): string {
  const payload = { ...pending, mark: passwordFingerprint(passwordHash), until: now.getTime() + pendingMfaMs }
  return seals.seal(JSON.stringify(payload), pendingMfaAad)
}

export interface OpenedPendingMfa extends PendingMfa {
  readonly isOf: (passwordHash: string) => boolean
}

export function openPendingMfa(seals: Seals, sealed: string, now: Date): OpenedPendingMfa | undefined {
  try {
    const payload = JSON.parse(seals.open(sealed, pendingMfaAad)) as PendingMfa & { mark: string; until: number }
    if (payload.until <= now.getTime()) return undefined
    return { ...payload, isOf: (passwordHash) => passwordFingerprint(passwordHash) === payload.mark }
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
