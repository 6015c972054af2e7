import { type FeedPages, pageInfoOf, type StoredPage } from './feed-pages.ts'
import { type FeedSet, type SetName, setNameIn, setPrefix } from './feed-set.ts'
import { packedIn } from './packed-rows.ts'

export const isSameSet = (a: SetName, b: SetName | undefined): boolean =>
  b !== undefined && a.generation === b.generation && a.epoch === b.epoch && a.scope === b.scope

export const setsIn = (ids: readonly string[]): SetName[] => [
  ...new Map(ids.flatMap((id) => setNameIn(id) ?? []).map((name) => [setPrefix(name), name])).values(),
]

export async function isComplete(pages: FeedPages, name: SetName): Promise<boolean> {
  let complete = false
  const begin = () => (page: StoredPage) => {
    complete = page.head.complete
    return false
  }
  await pages.each(name, begin, true)
  return complete
}

/** A page that starts beyond the position does not count. */
export async function readSet(pages: FeedPages, name: SetName, make: () => FeedSet): Promise<FeedSet> {
  let set = make()
  const begin = () => {
    set = make()
    return (page: StoredPage) => {
      if (page.head.from > set.position) return false
      for (const packed of packedIn(page.rows)) set.fold.addPacked(packed)
      set.addPage(page.head, pageInfoOf(page))
      return true
    }
  }
  await pages.each(name, begin)
  return set
}
