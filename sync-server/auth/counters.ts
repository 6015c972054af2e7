// Counts what somebody may do only so often. The counters are in the database, so that all nodes count together; their
// keys are hashes, because they are made of what was typed.
import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connect/database.ts'
import { type Part, part } from '#server/db/connect/directory.ts'

export interface Counter {
  readonly key: string
  /** How often until the first pause. */
  readonly allowed: number
  /** The first pause, in ms; each further time doubles it, four times. */
  readonly pauseMs: number
  /** How long it counts, in ms. */
  readonly ttlMs: number
  /** Hashes of the account and the address whose attempts these are, by which `unlock` finds it. */
  readonly about?: readonly string[]
}

export interface Counters {
  /** Counts on every counter and answers with a function that takes it back; on none, and null, when one is paused. */
  count(counters: readonly Counter[]): Promise<(() => Promise<void>) | null>
  /** Of each counter the seconds until it is free. */
  waits(counters: readonly Counter[]): Promise<readonly number[]>
}

export const counterKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** What `about` holds of an account, and of the part of an address that one customer of a network has. */
export const aboutAccount = (account: string): string => counterKey('about account', account)
export const aboutAddress = (prefix: string): string => counterKey('about address', prefix)

/** Removes the counters of an account or address, and returns how many there were. */
export async function unlock({ directory }: Pick<Database, 'directory'>, about: readonly string[]): Promise<number> {
  const gone = await directory`delete from directory.sign_in_attempts where about && ${about}::text[]`
  return gone.count
}

/** The longest time between two removals of forgotten counters, in ms. */
const pruneMs = 60_000
/** No counter counts longer, in ms. */
const longestMs = 86_400_000
/** Nodes and a database that has moved may disagree on the time by less, in ms. */
const slackMs = 60_000
/** Not null, because older nodes take null for a pause. */
const free = new Date(0).toISOString()

/**
 * A pause of `counter` as `asked` (allowed, pause) that has not ended. Without enough failures there is none, and one
 * that ends later than a pause can was written by a clock that was ahead.
 */
const isPaused = (at: string): Part => part`
  (counter.failures >= asked.allowed and counter.free_at > ${at}::timestamptz
    and counter.free_at <= ${at}::timestamptz + asked.pause * 2 ^ least(counter.failures - asked.allowed, 4) + ${slackMs} * interval '1 ms')`

const askedOf = (counters: readonly Counter[]): Part => {
  const [keys, alloweds, pauses, ttls] = (['key', 'allowed', 'pauseMs', 'ttlMs'] as const).map((name) =>
    counters.map((counter) => counter[name]),
  )
  const abouts = counters.map(({ about }) => (about ? JSON.stringify(about) : null))
  return part`
    select key, allowed, pause * interval '1 ms' as pause, kept * interval '1 ms' as kept, place,
      (select array_agg(each) from json_array_elements_text(about::json) each) as about
    from unnest(${keys}::text[], ${alloweds}::int[], ${pauses}::int[], ${ttls}::int[], ${abouts}::text[])
      with ordinality as t (key, allowed, pause, kept, about, place)`
}

export function createCounters({ directory }: Pick<Database, 'directory'>, now: () => Date): Counters {
  let pruned = 0

  /** Returns the keys on which it counted. */
  async function countAt(counters: readonly Counter[], at: string): Promise<string[]> {
    const counted = await directory<{ key: string }[]>`
      with asked as (${askedOf(counters)})
      insert into directory.sign_in_attempts as counter (key, failures, free_at, forget_at, about)
      select key, 1, case when allowed <= 1 then ${at}::timestamptz + pause else ${free} end, ${at}::timestamptz + kept, about from asked
      where not exists (select from directory.sign_in_attempts counter join asked using (key) where ${isPaused(at)})
      order by place
      on conflict (key) do update set (failures, free_at, forget_at, about) = (
        select n, case when n < allowed then ${free} else ${at}::timestamptz + pause * 2 ^ least(n - allowed, 4) end,
          case when n = 1 then ${at}::timestamptz + kept else counter.forget_at end, asked.about
        from asked, lateral (
          select case when counter.forget_at <= ${at} or counter.forget_at > ${at}::timestamptz + kept + ${slackMs} * interval '1 ms'
            then 1 else counter.failures + 1 end as n) as next
        where asked.key = counter.key)
      where not exists (select from asked where asked.key = counter.key and ${isPaused(at)})
      returning key`
    return counted.map(({ key }) => key)
  }

  async function takeBack(keys: readonly string[]): Promise<void> {
    // Locked in the order in which counting locks them.
    await directory`
      with held as (
        select key from directory.sign_in_attempts where key = any(${keys}::text[])
        order by array_position(${keys}::text[], key) for update)
      update directory.sign_in_attempts set failures = greatest(failures - 1, 0), free_at = ${free}
      where key in (select key from held)`
  }

  /** Removes old counters. It skips those that another statement has locked, and removes them another time. */
  async function prune(at: Date): Promise<void> {
    if (Math.abs(at.getTime() - pruned) < pruneMs) return
    pruned = at.getTime()
    await directory`
      delete from directory.sign_in_attempts where key in (
        select key from directory.sign_in_attempts 
        where greatest(free_at, forget_at) <= ${at.toISOString()} or forget_at > ${new Date(at.getTime() + longestMs + slackMs).toISOString()}
        limit 10000 for update skip locked)`
  }

  return {
    async count(counters) {
      const at = now()
      await prune(at)
      const counted = await countAt(counters, at.toISOString())
      if (counted.length === counters.length) return () => takeBack(counted)
      // Somebody else was faster: what was counted here is taken back.
      if (counted.length) await takeBack(counted)
      return null
    },
    async waits(counters) {
      const at = now().toISOString()
      const found = await directory<{ key: string; seconds: number }[]>`
        with asked as (${askedOf(counters)})
        select key, ceil(extract(epoch from free_at - ${at}::timestamptz))::int as seconds
        from directory.sign_in_attempts counter join asked using (key) where ${isPaused(at)}`
      return counters.map((each) => found.find(({ key }) => key === each.key)?.seconds ?? 0)
    },
  }
}
