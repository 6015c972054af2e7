// Nodes agree on the database's clock. Time limits do not run during a leap: no server ran, or the clock was set ahead.
import type { Directory, Statements } from './directory.ts'
import { recoveryMs } from './epochs.ts'
import { shortenFutureTimes } from './time-limits.ts'

export interface Clock {
  readonly now: () => Date
  /** The moment since which servers have run for `ms`. */
  runningAgo(now: Date, ms: number): Date
  /** Without a leap for as long as recognizing a restored copy takes. */
  isSteady(now: Date): boolean
  read(): Promise<void>
  stop(): void
}

const minute = 60_000
const day = 24 * 60 * minute
const everyMs = minute / 4
/** Shorter gaps are restarts or small clock errors. */
export const leapMs = 2 * day
const leapRetentionMs = 400 * day
/** Clocks of one machine drift less between two reads. */
const clockStepMs = 1_000
const jitterMs = 250

interface Leap {
  readonly from: string
  readonly to: string
}

interface State {
  readonly stableSince: string
  readonly leaps: readonly Leap[]
}

export async function openClock(directory: Directory, givenNow?: () => Date): Promise<Clock> {
  let base = { at: 0, since: 0, machine: 0 }
  let state: State = { stableSince: '', leaps: [] }
  const elapsed = (): number => performance.now() - base.since
  const now =
    givenNow ??
    (() => {
      // The machine slept, or its clock was set.
      if (Math.abs(Date.now() - base.machine - elapsed()) > clockStepMs) readSoon()
      return new Date(base.at + elapsed())
    })

  async function timeOf(sql: Statements): Promise<number> {
    if (givenNow) return givenNow().getTime()
    const requestedAt = performance.now()
    const [found] = await sql<{ at: string }[]>`select clock_timestamp() as at`
    const at = Date.parse(found!.at) + (performance.now() - requestedAt) / 2
    const estimate = base.at + elapsed()
    base = { at: Math.abs(at - estimate) > jitterMs ? at : estimate, since: performance.now(), machine: Date.now() }
    return at
  }

  async function read(): Promise<void> {
    const [seen] = await directory<{ at: string }[]>`select seen_at as at from directory.clock`
    const passed = (await timeOf(directory)) - Date.parse(seen?.at ?? '')
    // One node writes each minute; the others read.
    if (!(passed >= 0 && passed < minute)) await directory.begin((sql) => writeHeartbeat(sql, timeOf))
    const [found] = await directory<State[]>`
      select steady_since as "stableSince", (
        select coalesce(json_agg(json_build_object('from', began_at, 'to', ended_at) order by ended_at desc), '[]')
        from directory.clock_leaps) as leaps
      from directory.clock`
    state = found!
  }

  let reading: Promise<void> | undefined
  function readSoon(): void {
    reading ??= read()
      .catch(() => {})
      .finally(() => (reading = undefined))
  }

  await read()
  const timer = givenNow ? undefined : setInterval(readSoon, everyMs).unref()
  return {
    now,
    runningAgo: (at, ms) => runningAgo(state.leaps, at, ms),
    isSteady: (at) => at.getTime() - Date.parse(state.stableSince) >= recoveryMs,
    read,
    stop: () => clearInterval(timer),
  }
}

async function writeHeartbeat(sql: Statements, timeOf: (sql: Statements) => Promise<number>): Promise<void> {
  const first = new Date(await timeOf(sql)).toISOString()
  await sql`insert into directory.clock (id, seen_at, steady_since) values (1, ${first}, ${first}) on conflict do nothing`
  const [seen] = await sql<{ at: string }[]>`select seen_at as at from directory.clock for update`
  // Read again: another node may have held the row.
  const at = await timeOf(sql)
  const moment = new Date(at).toISOString()
  const passed = at - Date.parse(seen!.at)
  if (passed < -minute) {
    await sql`delete from directory.clock_leaps where ended_at > ${moment}`
    await shortenFutureTimes(sql, new Date(at))
  }
  if (passed > leapMs)
    await sql`insert into directory.clock_leaps (began_at, ended_at) values (${seen!.at}, ${moment}) on conflict do nothing`
  await sql`delete from directory.clock_leaps where ended_at < ${new Date(at - leapRetentionMs).toISOString()}`
  await sql`
    update directory.clock set seen_at = ${moment},
      steady_since = case when ${Math.abs(passed) > leapMs} then ${moment}::timestamptz else steady_since end`
}

export function runningAgo(leaps: readonly Leap[], now: Date, ms: number): Date {
  let [at, left] = [now.getTime(), ms]
  for (const { from, to } of leaps) {
    const ran = at - Date.parse(to)
    if (ran < 0) continue
    if (left <= ran) break
    left -= ran
    at = Date.parse(from)
  }
  return new Date(at - left)
}
