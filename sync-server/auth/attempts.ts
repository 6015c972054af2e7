import type { Database } from '#server/db/connect/database.ts'
import { addressPrefix } from './address-prefix.ts'
import { aboutAccount, aboutAddress, type Counter, counterKey, createCounters } from './counters.ts'

export interface AttemptBy {
  /** Also set when no such account exists. */
  readonly account: string
  readonly address: string
  readonly device: string | undefined
}

export interface Attempts {
  /**
   * Counts the attempt as failed first, which limits parallel attempts. Returns an undo function, or seconds to wait.
   */
  begin(by: AttemptBy): Promise<(() => Promise<void>) | number>
}

export const secondFactorAccount = (userId: string): string => `second factor of ${userId}`

const second = 1_000
const minute = 60 * second
/** An address may be a whole office. */
const addressFactor = 3
/** First attempts per account from new addresses during a slow-down. */
const firstAttemptFactor = 10

interface Limits {
  /** Per known device or address. */
  readonly perSource: readonly Counter[]
  /** Per account: slows down strangers only, so nobody can lock somebody else out. */
  readonly account: readonly Counter[]
  /** One try per new address at a slowed-down account, so guessing does not lock its owner out. */
  readonly first: readonly Counter[]
}

function limitsOf({ account, address, device }: AttemptBy, allowed: number): Limits {
  const aboutThisAccount = aboutAccount(account)
  const short = { allowed, pauseMs: minute, ttlMs: minute }
  const long = { pauseMs: 15 * minute, ttlMs: 15 * minute }
  if (device !== undefined)
    return {
      perSource: [{ ...short, key: counterKey('device', account, device), about: [aboutThisAccount] }],
      account: [],
      first: [],
    }
  const prefix = addressPrefix(address)
  const aboutThisPrefix = aboutAddress(prefix)
  const aboutPair = [aboutThisAccount, aboutThisPrefix]
  return {
    perSource: [
      { ...short, key: counterKey('address', prefix), allowed: allowed * addressFactor, about: [aboutThisPrefix] },
      { ...short, key: counterKey('pair', account, prefix), about: aboutPair },
    ],
    account: [
      { key: counterKey('account', account), allowed, pauseMs: second, ttlMs: 15 * minute, about: [aboutThisAccount] },
    ],
    first: [
      { ...long, key: counterKey('first', account, prefix), allowed: 1, about: aboutPair },
      { ...long, key: counterKey('firsts', account), allowed: allowed * firstAttemptFactor, about: [aboutThisAccount] },
    ],
  }
}

export const signInsOf = (account: string, allowed: number): readonly Counter[] => [
  { key: counterKey('signIns', account), allowed, pauseMs: minute, ttlMs: 15 * minute, about: [aboutAccount(account)] },
]

/** Visitors share demo accounts, so more attempts may fail. */
export const attemptsIn =
  (demo: { readonly isOn: boolean }): (() => number) =>
  () =>
    demo.isOn ? 100 : 10

export function createAttempts(database: Database, now: () => Date, allowed: () => number): Attempts {
  const counters = createCounters(database, now)

  return {
    async begin(by) {
      const { perSource, account, first } = limitsOf(by, allowed())
      const counted = await counters.count([...perSource, ...account])
      if (counted) return counted
      const waits = await counters.waits([...perSource, ...account])
      const isSlowed = waits.slice(0, perSource.length).every((seconds) => seconds === 0)
      if (isSlowed && first.length) {
        const countedFirst = await counters.count([...perSource, ...first])
        if (countedFirst) return countedFirst
        // Early requests also count, or a stranger could take every free slot.
        await counters.count(perSource)
      }
      return Math.max(1, ...waits)
    },
  }
}
