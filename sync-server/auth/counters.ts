// Keys are hashes, because they derive from user input.
import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connect/database.ts'
import { type Part, part } from '#server/db/connect/directory.ts'

export interface Counter {
  readonly key: string
  readonly allowed: number
  readonly pauseMs: number
  readonly ttlMs: number
  readonly about?: readonly string[]
}

export interface Counters {
  /** Returns an undo function; null, counting nothing, when one is paused. */
  count(counters: readonly Counter[]): Promise<(() => Promise<void>) | null>
  waits(counters: readonly Counter[]): Promise<readonly number[]>
}

export const counterKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export const aboutAccount = (account: string): string => counterKey('about account', account)
export const aboutAddress = (prefix: string): string => counterKey('about address', prefix)

export async function unlock({ directory }: Pick<Database, 'directory'>, about: readonly string[]): Promise<number> {
  const deletedRows = await directory`delete from directory.sign_in_attempts where about && ${about}::text[]`
  return deletedRows.count
}

const pruneMs = 60_000
const maxTtlMs = 86_400_000
/** Tolerated clock difference between nodes and a restored database. */
const slackMs = 60_000
/** Not null: older nodes read null as a pause. */
const neverPaused = new Date(0).toISOString()

/** A pause that ends too late was written by a clock that was ahead. */
const isPaused = (at: string): Part => part`
  (counter.failures >= requested.allowed and counter.free_at > ${at}::timestamptz
    and counter.free_at <= ${at}::timestamptz + requested.pause * 2 ^ least(counter.failures - requested.allowed, 4) + ${slackMs} * interval '1 ms')`

const countersSql = (counters: readonly Counter[]): Part => {
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

  async function countAt(counters: readonly Counter[], at: string): Promise<string[]> {
    const counted = await directory<{ key: string }[]>`
      with requested as (${countersSql(counters)})
      insert into directory.sign_in_attempts as counter (key, failures, free_at, forget_at, about)
      select key, 1, case when allowed <= 1 then ${at}::timestamptz + pause else ${neverPaused} end, ${at}::timestamptz + kept, about from requested
      where not exists (select from directory.sign_in_attempts counter join requested using (key) where ${isPaused(at)})
      order by place
      on conflict (key) do update set (failures, free_at, forget_at, about) = (
        select n, case when n < allowed then ${neverPaused} else ${at}::timestamptz + pause * 2 ^ least(n - allowed, 4) end,
          case when n = 1 then ${at}::timestamptz + kept else counter.forget_at end, requested.about
        from requested, lateral (
          select case when counter.forget_at <= ${at} or counter.forget_at > ${at}::timestamptz + kept + ${slackMs} * interval '1 ms'
            then 1 else counter.failures + 1 end as n) as next
        where requested.key = counter.key)
      where not exists (select from requested where requested.key = counter.key and ${isPaused(at)})
      returning key`
    return counted.map(({ key }) => key)
  }

  async function undoCount(keys: readonly string[]): Promise<void> {
    // Same lock order as counting.
    await directory`
      with held as (
        select key from directory.sign_in_attempts where key = any(${keys}::text[])
        order by array_position(${keys}::text[], key) for update)
      update directory.sign_in_attempts set failures = greatest(failures - 1, 0), free_at = ${neverPaused}
      where key in (select key from held)`
  }

  /** Skips locked counters; a later run removes them. */
  async function prune(at: Date): Promise<void> {
    if (Math.abs(at.getTime() - pruned) < pruneMs) return
    pruned = at.getTime()
    await directory`
      delete from directory.sign_in_attempts where key in (
        select key from directory.sign_in_attempts 
        where greatest(free_at, forget_at) <= ${at.toISOString()} or forget_at > ${new Date(at.getTime() + maxTtlMs + slackMs).toISOString()}
        limit 10000 for update skip locked)`
  }

  return {
    async count(counters) {
      const at = now()
      await prune(at)
      const counted = await countAt(counters, at.toISOString())
      if (counted.length === counters.length) return () => undoCount(counted)
      // Another request was faster.
      if (counted.length) await undoCount(counted)
      return null
    },
    async waits(counters) {
      const at = now().toISOString()
      const found = await directory<{ key: string; seconds: number }[]>`
        with requested as (${countersSql(counters)})
        select key, ceil(extract(epoch from free_at - ${at}::timestamptz))::int as seconds
        from directory.sign_in_attempts counter join requested using (key) where ${isPaused(at)}`
      return counters.map((each) => found.find(({ key }) => key === each.key)?.seconds ?? 0)
    },
  }
}
