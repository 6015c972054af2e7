// Writes every two seconds at most.
import type { Directory } from './directory.ts'
import { isWriteRefusal } from './unavailable.ts'

const everyMs = 2_000

export interface Readiness {
  acceptsWrites(): Promise<boolean>
  /** On a nearly full disk a small write may still succeed. */
  failed(error: unknown): void
}

export function createReadiness(directory: Directory): Readiness {
  let lastProbe = { at: -Infinity, result: Promise.resolve(false) }
  let isRefusing = false

  async function probe(): Promise<boolean> {
    try {
      if (isRefusing) await allocate(directory)
      await directory`update directory.clock set seen_at = seen_at`
      isRefusing = false
      return true
    } catch {
      return false
    }
  }

  return {
    acceptsWrites() {
      if (performance.now() - lastProbe.at >= everyMs) lastProbe = { at: performance.now(), result: probe() }
      return lastProbe.result
    },
    failed(error) {
      if (!isWriteRefusal(error) || isRefusing) return
      isRefusing = true
      lastProbe = { at: -Infinity, result: lastProbe.result }
    },
  }
}

/** Needs disk space, which is freed afterwards. */
const allocate = (directory: Directory): Promise<unknown> =>
  directory.begin(async (sql) => {
    await sql`
      insert into directory.installation (part, value)
      select 'room ' || n, (select string_agg(md5(random()::text), '') from generate_series(1, 50))
      from generate_series(1, 400) n`
    await sql`delete from directory.installation where part like 'room %'`
  })
