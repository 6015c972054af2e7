// Joins small pages and drops superseded rows. Reading the feed gives the same rows afterwards.
import { type FeedRow, limits } from '#schema/sync/protocol.ts'
import type { PageDocument } from '#web/store/disk/database.ts'
import { storedPage } from './feed-pages.ts'
import { type FeedSet, latestServerTime, type PageHead, type PageInfo } from './feed-set.ts'
import { packRows, unpackRows } from './packed-rows.ts'

const smallBytes = 8_000
const mediumBytes = 256_000
const minSmallPages = 64
const maxPages = 256

function findRun(
  pages: readonly PageInfo[],
  limit: number,
  isEnough: (run: readonly PageInfo[]) => boolean,
): readonly PageInfo[] | undefined {
  let start = 0
  for (let at = 0; at <= pages.length; at++) {
    const page = pages[at]
    if (page && page.bytes < limit) continue
    const run = pages.slice(start, at)
    if (isEnough(run)) return run
    start = at + 1
  }
  return undefined
}

const bytesOf = (pages: readonly PageInfo[]): number => pages.reduce((sum, { bytes }) => sum + bytes, 0)

export function pagesToCompact(pages: readonly PageInfo[]): readonly PageInfo[] | undefined {
  const mostlySuperseded = pages.find((page) => page.count > 0 && page.dead * 3 > page.count)
  if (mostlySuperseded) return [mostlySuperseded]
  const smallRun = findRun(pages, smallBytes, (run) => run.length >= minSmallPages)
  if (smallRun) return smallRun.slice(0, maxPages)
  const mediumRun = findRun(pages, mediumBytes, (run) => run.length > 1 && bytesOf(run) >= limits.bytesPerPage)
  if (!mediumRun) return undefined
  let bytes = 0
  return mediumRun.filter((page, index) => (bytes += page.bytes) <= limits.bytesPerPage || index < 2)
}

interface CompactedPages<Stored> {
  read(notes: readonly PageInfo[]): Promise<readonly Stored[]>
  exchange(set: FeedSet, old: readonly Stored[], head: PageHead, rows: string, suffix: string): Promise<PageInfo>
}

/**
 * False when the pages on the disk are not those that this context knows. Tombstones stay unless no lower page could
 * hold their row.
 */
export async function compactPages<Stored extends PageDocument>(
  disk: CompactedPages<Stored>,
  set: FeedSet,
  notes: readonly PageInfo[],
  suffix: string,
): Promise<boolean> {
  const documents = await disk.read(notes)
  if (documents.length < notes.length) return false
  const pages = documents.map(storedPage)
  const isLowest = notes[0] === set.pages[0]
  const rows = pages
    .flatMap(({ rows: text }) => unpackRows(text))
    .filter(([entity, id, number]) => set.fold.numberOf(entity, id) === number)
    .map(([entity, id, number, fields]): FeedRow => {
      const isExpired = fields === null || set.fold.isExpired(entity, id, fields)
      return [entity, id, number, isExpired ? null : fields]
    })
    .filter(([, , , fields]) => fields !== null || !isLowest)
  const first = pages[0]!.head
  // A tab that was behind may have added a page with numbers that a lower page already contains.
  const last = pages.map((page) => page.head).reduce((a, b) => (b.to >= a.to ? b : a))
  const head: PageHead = {
    ...last,
    from: first.from,
    complete: pages.some((page) => page.head.complete),
    total: first.total,
    count: rows.length,
    ...latestServerTime(pages.map((page) => page.head)),
    ...(pages.some((page) => page.head.older) ? { older: true } : {}),
  }
  const note = await disk.exchange(set, documents, head, packRows(rows), suffix)
  set.exchange(notes, note)
  return true
}
