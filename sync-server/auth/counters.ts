// Counts what somebody may do only so often. The counters are in the database, so that all nodes count together; their
// keys are hashes, because they are made of what was typed.
import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'

export interface Counter {
  readonly key: string
  /** How often until the first pause. */
  readonly allowed: number
  /** The first pause, in ms; each further time doubles it, four times. */
  readonly pause: number
  /** How long it counts, in ms. */
  readonly kept: number
}

export interface Counters {
  /** Counts on every counter and answers with a function that takes it back; on none, and null, when one is paused. */
  count(counters: readonly Counter[]): Promise<(() => Promise<void>) | null>
  /** Of each counter the seconds until it is free. */
  waits(counters: readonly Counter[]): Promise<readonly number[]>
}

export const counterKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** The longest time between two removals of forgotten counters, in ms. */
const pruneMs = 60_000

export function createCounters({ directory }: Pick<Database, 'directory'>, now: () => Date): Counters {
  let pruned = 0

  /** Returns the keys on which it counted. */
  async function countAt(counters: readonly Counter[], at: string): Promise<string[]> {
    const [keys, alloweds, pauses, kepts] = (['key', 'allowed', 'pause', 'kept'] as const).map((name) =>
      counters.map((counter) => counter[name]),
    )
    const counted = await directory<{ key: string }[]>`
      with asked as (
        select key, allowed, pause * interval '1 ms' as pause, ${at}::timestamptz + kept * interval '1 ms' as until, place
        from unnest(${keys}::text[], ${alloweds}::int[], ${pauses}::int[], ${kepts}::int[]) with ordinality as t (key, allowed, pause, kept, place))
      insert into directory.sign_in_attempts as counter (key, failures, free_at, forget_at)
      select key, 1, case when allowed <= 1 then ${at}::timestamptz + pause else ${at}::timestamptz end, until from asked
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
    // Locked in the order in which counting locks them.
    await directory`
      with held as (
        select key from directory.sign_in_attempts where key = any(${keys}::text[])
        order by array_position(${keys}::text[], key) for update)
      update directory.sign_in_attempts set failures = greatest(failures - 1, 0), free_at = least(free_at, ${now().toISOString()})
      where key in (select key from held)`
  }

  /** Removes old counters. It skips those that another statement has locked, and removes them another time. */
  async function prune(at: Date): Promise<void> {
    if (at.getTime() - pruned < pruneMs) return
    pruned = at.getTime()
    await directory`
      delete from directory.sign_in_attempts where key in (
        select key from directory.sign_in_attempts where greatest(free_at, forget_at) <= ${at.toISOString()}
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
      const keys = counters.map(({ key }) => key)
      const found = await directory<{ key: string; seconds: number }[]>`
        select key, greatest(0, ceil(extract(epoch from free_at - ${now().toISOString()}::timestamptz)))::int as seconds
        from directory.sign_in_attempts where key = any(${keys}::text[])`
      return keys.map((each) => found.find(({ key }) => key === each)?.seconds ?? 0)
    },
  }
}
