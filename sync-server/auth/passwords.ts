import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's defaults, which follow the current recommendations. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined

/** Takes the same time whether the account exists or not. */
export async function isPassword(stored: string | null | undefined, given: string): Promise<boolean> {
  decoy ??= hash('no account has this password')
  const matches = await verify(stored ?? (await decoy), given)
  return matches && stored != null
}
