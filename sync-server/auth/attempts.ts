// How often somebody may fail to sign in.
import type { Database } from '#server/db/connect/database.ts'
import { addressPrefix } from './address-prefix.ts'
import { aboutAccount, aboutAddress, type Counter, counterKey, createCounters } from './counters.ts'

export interface AttemptBy {
  /** The account's e-mail, also when there is no such account. */
  readonly account: string
  readonly address: string
  /** A device on which the account's person has signed in before. */
  readonly device: string | undefined
}

export interface Attempts {
  /**
   * Counts an attempt as failed before it is made, so that many at once are not more than many in turn. Answers with a
   * function that takes it back, or with the seconds after which the next attempt may be made.
   */
  begin(by: AttemptBy): Promise<(() => Promise<void>) | number>
}

/** The account of attempts to give a second factor. */
export const secondFactorAccount = (userId: string): string => `second factor of ${userId}`

const second = 1_000
const minute = 60 * second
/** How many times as many failures one address has as one of its accounts: it may be a whole office. */
const ofAddress = 3
/** How many times as many first attempts an account grants to new addresses while it is slowed down. */
const ofFirst = 10

interface Limits {
  /** Whose attempts these are: a known device, or an address. Failures here end in a pause of a minute. */
  readonly own: readonly Counter[]
  /** Failures at the account from everywhere only slow strangers down, so that nobody can lock somebody else out. */
  readonly account: readonly Counter[]
  /** Lets a new address try once although the account is slowed down, so that guessing does not keep its person out. */
  readonly first: readonly Counter[]
}

function limitsOf({ account, address, device }: AttemptBy, allowed: number): Limits {
  const ofAccount = aboutAccount(account)
  const short = { allowed, pauseMs: minute, ttlMs: minute }
  const long = { pauseMs: 15 * minute, ttlMs: 15 * minute }
  if (device !== undefined)
    return {
      own: [{ ...short, key: counterKey('device', account, device), about: [ofAccount] }],
      account: [],
      first: [],
    }
  const prefix = addressPrefix(address)
  const ofPrefix = aboutAddress(prefix)
  const ofBoth = [ofAccount, ofPrefix]
  return {
    own: [
      { ...short, key: counterKey('address', prefix), allowed: allowed * ofAddress, about: [ofPrefix] },
      { ...short, key: counterKey('pair', account, prefix), about: ofBoth },
    ],
    account: [{ key: counterKey('account', account), allowed, pauseMs: second, ttlMs: 15 * minute, about: [ofAccount] }],
    first: [
      { ...long, key: counterKey('first', account, prefix), allowed: 1, about: ofBoth },
      { ...long, key: counterKey('firsts', account), allowed: allowed * ofFirst, about: [ofAccount] },
    ],
  }
}

/** Sign-ins of a person with the right password. */
export const signInsOf = (account: string, allowed: number): readonly Counter[] => [
  { key: counterKey('signIns', account), allowed, pauseMs: minute, ttlMs: 15 * minute, about: [aboutAccount(account)] },
]

/** Many visitors share the accounts of a demo, so more of their attempts may fail. */
export const attemptsIn =
  (demo: { readonly isOn: boolean }): (() => number) =>
  () =>
    demo.isOn ? 100 : 10

export function createAttempts(database: Database, now: () => Date, allowed: () => number): Attempts {
  const counters = createCounters(database, now)

  return {
    async begin(by) {
      const { own, account, first } = limitsOf(by, allowed())
      const usual = await counters.count([...own, ...account])
      if (usual) return usual
      const waits = await counters.waits([...own, ...account])
      const isSlowed = waits.slice(0, own.length).every((seconds) => seconds === 0)
      if (isSlowed && first.length) {
        const past = await counters.count([...own, ...first])
        if (past) return past
        // Asking too early costs an attempt, or a stranger who asks without a pause would get every free moment.
        await counters.count(own)
      }
      return Math.max(1, ...waits)
    },
  }
}
