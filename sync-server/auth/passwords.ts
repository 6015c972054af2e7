import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '#server/db/connect/semaphore.ts'

/** A hash takes 20 MB and a core, and anybody can request one. */
export const hashing = createSemaphore(2, 3_000, {
  maxWaiting: 20,
  message: 'No place to check a password became free',
})

export const minPasswordLength = 12
export const maxPasswordLength = 1_000

/** The library's defaults follow current recommendations. */
export const hashPassword = (password: string): Promise<string> => hashing.run(() => hash(password))

let decoy: Promise<string> | undefined

/** Takes the same time whether the account exists or not. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password')
  const compared = stored ?? (await decoy)
  const matches = await hashing.run(() => verify(compared, password))
  return matches && stored != null
}
