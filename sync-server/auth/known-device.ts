// The proof is signed with the password hash, which all nodes know and which changes with the password.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deviceAad } from '#server/secrets/aad.ts'
import { SealBroken, type Seals } from '#server/secrets/seal.ts'

export interface PasswordAccount {
  readonly id: string
  readonly passwordHash: string
}

const sign = ({ id, passwordHash }: PasswordAccount, device: string): Buffer =>
  createHmac('sha256', passwordHash).update(`device ${id} ${device}`).digest()

export function proveDevice(account: PasswordAccount): string {
  const device = randomBytes(16).toString('base64url')
  return `${device}.${sign(account, device).toString('base64url')}`
}

export function knownDevice(account: PasswordAccount, proofs: readonly string[]): string | undefined {
  const parts = proofs.map((proof) => proof.split('.') as [string, string?])
  return parts.find(([device, signature = '']) => {
    const [signatureBytes, expected] = [Buffer.from(signature, 'base64url'), sign(account, device)]
    return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
  })?.[0]
}

/** Provider users may have no password. */
export const sealDevice = (seals: Seals, userId: string): string => seals.seal('known', deviceAad(userId))

export function isSealedDevice(seals: Seals, userId: string, proof: string): boolean {
  try {
    return seals.open(proof, deviceAad(userId)) === 'known'
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}
