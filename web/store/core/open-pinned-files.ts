import type { Fetch, StoreDeps } from '#web/store/base/deps.ts'
import { PinnedFiles } from '#web/store/files/pinned-files.ts'
import type { LocalData } from './local-data.ts'

export const openPinnedFiles = (
  { timers, locks, report }: Pick<StoreDeps, 'timers' | 'locks' | 'report'>,
  { cachedFiles, database, rows }: Pick<LocalData, 'cachedFiles' | 'database' | 'rows'>,
  fetch: Fetch,
): PinnedFiles =>
  new PinnedFiles({
    cachedFiles,
    timers,
    fetch,
    locks,
    database: database.name,
    newestOf: (owner) => rows.newestOf?.(owner),
    report: (problem) => report?.(problem),
  })
