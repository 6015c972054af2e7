// Between the two pages of a sign-in the browser holds who has given the right password, sealed, for ten minutes. It is
// worth nothing without a code, and nothing once the password has changed.
import { createHash } from 'node:crypto'
import { SealBroken, type Seals } from '#server/secrets/seal.ts'
import { halfSignInPlace } from '#server/secrets/aad.ts'

export interface HalfSignedIn {
  readonly userId: string
  readonly returnTo: string
}

export const halfMs = 10 * 60_000

const markOf = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('base64url')

export function sealHalf(seals: Seals, half: HalfSignedIn, passwordHash: string, now: Date): string {
  const said = { ...half, mark: markOf(passwordHash), until: now.getTime() + halfMs }
  return seals.seal(JSON.stringify(said), halfSignInPlace)
}

export interface OpenedHalf extends HalfSignedIn {
  readonly isOf: (passwordHash: string) => boolean
}

export function openHalf(seals: Seals, sealed: string, now: Date): OpenedHalf | undefined {
  try {
    const said = JSON.parse(seals.open(sealed, halfSignInPlace)) as HalfSignedIn & { mark: string; until: number }
    if (said.until <= now.getTime()) return undefined
    return { ...said, isOf: (passwordHash) => markOf(passwordHash) === said.mark }
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
