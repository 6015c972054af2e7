// The feed on the disk: one document per page. Only whoever holds the lock writes; everybody reads.
import type { Documents } from './documents.ts'
import type { PageDocument } from './database.ts'
import { pageIdOf, setPrefix } from './feed-set.ts'
import type { FeedSet, PageHead, PageNote, SetName } from './feed-set.ts'

export interface StoredPage {
  readonly id: string
  readonly head: PageHead
  readonly rows: string
}

export class FeedPages {
  readonly #documents: Documents<PageDocument>

  constructor(documents: Documents<PageDocument>) {
    this.#documents = documents
  }

  ids(): Promise<string[]> {
    return this.#documents.ids()
  }

  /** Visits a set's pages in order, one text at a time; against their order until the visitor says false. */
  each(name: SetName, visit: (page: StoredPage) => boolean | void, reverse = false): Promise<void> {
    const first = setPrefix(name)
    return this.#documents.each((document) => visit(storedPage(document)), { first, last: `${first}\uffff`, reverse })
  }

  /**
   * Stores the page that continues a set. False when another writer was first. An empty page takes the place of an
   * empty last page, so that quiet days leave one.
   */
  async append(set: FeedSet, head: PageHead, rows: string): Promise<PageNote | undefined> {
    const last = set.pages.at(-1)
    if (head.count === 0 && last?.count === 0) return this.#lengthen(last, head, rows)
    const id = pageIdOf(set, head.from)
    const { taken } = await this.#documents.write({ insert: [{ id, head: JSON.stringify(head), rows }] })
    return taken.length > 0 ? undefined : noteOf({ id, head, rows })
  }

  async #lengthen(last: PageNote, head: PageHead, rows: string): Promise<PageNote | undefined> {
    const previous = await this.#documents.get(last.id)
    if (!previous || (JSON.parse(previous.head) as PageHead).to !== head.from) return undefined
    const longer = { ...head, from: last.from }
    const document = { id: last.id, head: JSON.stringify(longer), rows }
    const { taken } = await this.#documents.write({ replace: [{ previous, document }] })
    return taken.length > 0 ? undefined : noteOf({ id: last.id, head: longer, rows })
  }

  /** One page in and the old ones out, in one write. */
  async exchange(name: SetName, old: readonly PageNote[], head: PageHead, rows: string, mark: string): Promise<PageNote> {
    const id = pageIdOf(name, head.from, mark)
    const remove = await Promise.all(old.map((page) => this.#removal(page.id)))
    await this.#documents.write({ insert: [{ id, head: JSON.stringify(head), rows }], remove: remove.flat() })
    return noteOf({ id, head, rows })
  }

  /** Forgets the pages of all sets but the given ones. */
  async keepOnly(names: readonly SetName[]): Promise<void> {
    const kept = names.map(setPrefix)
    for (const id of await this.#documents.ids()) {
      if (kept.some((prefix) => id.startsWith(prefix))) continue
      await this.#documents.write({ remove: await this.#removal(id) })
    }
  }

  purge(): Promise<void> {
    return this.#documents.purge()
  }

  async #removal(id: string) {
    const found = await this.#documents.get(id)
    return found ? [{ previous: { ...found, rows: '' }, blank: { id, head: '', rows: '' } }] : []
  }
}

export const noteOf = ({ id, head, rows }: StoredPage): PageNote => ({
  id,
  from: head.from,
  to: head.to,
  count: head.count,
  bytes: rows.length,
  dead: 0,
})

const storedPage = ({ id, head, rows }: PageDocument): StoredPage => ({ id, head: JSON.parse(head) as PageHead, rows })
