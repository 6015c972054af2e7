// How often somebody may fail to sign in. The counters are in the database, so that all nodes count together; their keys
// are hashes, because they are made of what was typed.
import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { addressPrefix } from './address-prefix.ts'

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

interface Counter {
  readonly key: string
  /** Failures until the first pause. */
  readonly allowed: number
  /** The first pause, in ms; each further failure doubles it, four times. */
  readonly pause: number
  /** How long failures count, in ms. */
  readonly kept: number
}

const second = 1_000
const minute = 60 * second
/** How many times as many failures one address has as one of its accounts: it may be a whole office. */
const ofAddress = 3

/**
 * Failures from one address, and from there at one account, end in a pause of a minute. Failures at one account from
 * everywhere only slow strangers down, so that nobody can lock somebody else out. A known device counts for itself.
 */
function countersOf({ account, address, device }: AttemptBy, allowed: number): readonly Counter[] {
  const limit = { allowed, pause: minute, kept: minute }
  if (device !== undefined) return [{ ...limit, key: keyOf('device', account, device) }]
  const prefix = addressPrefix(address)
  return [
    { ...limit, key: keyOf('address', prefix), allowed: allowed * ofAddress },
    { ...limit, key: keyOf('pair', account, prefix) },
    { key: keyOf('account', account), allowed, pause: second, kept: 15 * minute },
  ]
}

const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** The longest time between two removals of forgotten counters. */
const pruneMs = minute

export function createAttempts({ directory }: Database, now: () => Date, allowed: number): Attempts {
  let pruned = 0

  /** Counts on every counter or, when one of them makes its callers wait, on none. Returns the keys it counted on. */
  async function count(counters: readonly Counter[], at: string): Promise<string[]> {
    const [keys, alloweds, pauses, kepts] = (['key', 'allowed', 'pause', 'kept'] as const).map((name) =>
      counters.map((counter) => counter[name]),
    )
    const counted = await directory<{ key: string }[]>`
      with asked as (
        select key, allowed, pause * interval '1 ms' as pause, ${at}::timestamptz + kept * interval '1 ms' as until, place
        from unnest(${keys}::text[], ${alloweds}::int[], ${pauses}::int[], ${kepts}::int[]) with ordinality as t (key, allowed, pause, kept, place))
      insert into directory.sign_in_attempts as counter (key, failures, free_at, forget_at)
      select key, 1, ${at}, until from asked
      where not exists (select from directory.sign_in_attempts other join asked using (key) where other.free_at > ${at})
      order by place
      on conflict (key) do update set (failures, free_at, forget_at) = (
        select n, case when n < allowed then ${at}::timestamptz else ${at}::timestamptz + pause * 2 ^ least(n - allowed, 4) end,
          case when n = 1 then until else counter.forget_at end
        from asked, lateral (select case when counter.forget_at <= ${at} then 1 else counter.failures + 1 end as n) as next
        where asked.key = counter.key)
      where counter.free_at <= ${at}
      returning key`
    return counted.map(({ key }) => key)
  }

  async function takeBack(keys: readonly string[]): Promise<void> {
    // Locked in the order in which attempts lock them.
    await directory`
      with held as (
        select key from directory.sign_in_attempts where key = any(${keys}::text[])
        order by array_position(${keys}::text[], key) for update)
      update directory.sign_in_attempts set failures = greatest(failures - 1, 0), free_at = least(free_at, ${now().toISOString()})
      where key in (select key from held)`
  }

  async function secondsToWait(counters: readonly Counter[], at: string): Promise<number> {
    const [found] = await directory<{ seconds: number }[]>`
      select ceil(extract(epoch from max(free_at) - ${at}::timestamptz))::int as seconds
      from directory.sign_in_attempts where key = any(${counters.map(({ key }) => key)}::text[])`
    return Math.max(1, found?.seconds ?? 1)
  }

  /** Waits for nobody: a counter that somebody holds is removed another time. */
  async function prune(at: Date): Promise<void> {
    if (at.getTime() - pruned < pruneMs) return
    pruned = at.getTime()
    await directory`
      delete from directory.sign_in_attempts where key in (
        select key from directory.sign_in_attempts where greatest(free_at, forget_at) <= ${at.toISOString()}
        limit 10000 for update skip locked)`
  }

  return {
    async begin(by) {
      const at = now()
      await prune(at)
      const counters = countersOf(by, allowed)
      const counted = await count(counters, at.toISOString())
      if (counted.length === counters.length) return () => takeBack(counted)
      // Another attempt was faster: this one is not made, and what it counted is taken back.
      if (counted.length) await takeBack(counted)
      return secondsToWait(counters, at.toISOString())
    },
  }
}
