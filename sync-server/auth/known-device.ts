// A browser in which a person has signed in before: strangers who guess at the account do not slow it down. Its proof is
// signed with the account's own password hash, which all nodes know and which changes with the password.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface PasswordAccount {
  readonly id: string
  readonly passwordHash: string
}

const sign = ({ id, passwordHash }: PasswordAccount, device: string): Buffer =>
  createHmac('sha256', passwordHash).update(`device ${id} ${device}`).digest()

/** A proof for a new device. */
export function proveDevice(account: PasswordAccount): string {
  const device = randomBytes(16).toString('base64url')
  return `${device}.${sign(account, device).toString('base64url')}`
}

/** The device that one of the proofs names, if it is one of this account. */
export function knownDevice(account: PasswordAccount, proofs: readonly string[]): string | undefined {
  const parts = proofs.map((proof) => proof.split('.') as [string, string?])
  return parts.find(([device, signature = '']) => {
    const [given, right] = [Buffer.from(signature, 'base64url'), sign(account, device)]
    return given.length === right.length && timingSafeEqual(given, right)
  })?.[0]
}
