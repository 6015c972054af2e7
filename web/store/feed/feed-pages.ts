// Only the leader writes; every context reads.
import { type Documents, isUnopened, type StoredDocument, type Visitor } from '#web/store/disk/documents.ts'
import type { PageDocument } from '#web/store/disk/database.ts'
import {
  type FeedSet,
  latestServerTime,
  type PageHead,
  pageIdOf,
  type PageInfo,
  type SetName,
  setNameIn,
  setPrefix,
} from './feed-set.ts'

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

  /**
   * Visits a set's pages in order, or in reverse, until the visitor returns false; starts again when a page was deleted
   * meanwhile.
   */
  each(name: SetName, begin: () => Visitor<StoredPage>, reverse = false): Promise<void> {
    const first = setPrefix(name)
    const beginDocuments = () => {
      const visit = begin()
      return (document: PageDocument) => visit(storedPage(document))
    }
    return this.#documents.each(beginDocuments, { first, last: `${first}\uffff`, reverse })
  }

  /**
   * Undefined when another writer was first. An empty page replaces an empty last page, so that quiet days leave only
   * one.
   */
  async append(set: FeedSet, head: PageHead, rows: string): Promise<PageInfo | undefined> {
    const last = set.pages.at(-1)
    const replacesLast = last?.count === 0 && (head.count === 0 || last.from === head.from)
    const emptyLast = replacesLast ? await this.#documents.get(last.id) : undefined
    if (emptyLast) return this.#extend(emptyLast, head, rows)
    const id = pageIdOf(set, head.from)
    const { taken } = await this.#documents.write({ insert: [{ id, head: JSON.stringify(head), rows }] })
    return taken.length > 0 ? undefined : pageInfoOf({ id, head, rows })
  }

  async #extend(previous: StoredDocument<PageDocument>, head: PageHead, rows: string): Promise<PageInfo | undefined> {
    const { id } = previous
    const previousHead = JSON.parse(previous.head) as PageHead
    if (previousHead.to !== head.from) return undefined
    const extended: PageHead = {
      ...head,
      from: previousHead.from,
      ...latestServerTime([previousHead, head]),
      ...(previousHead.older ? { older: true } : {}),
    }
    const { taken } = await this.#documents.write({
      replace: [{ previous, document: { id, head: JSON.stringify(extended), rows } }],
    })
    return taken.length > 0 ? undefined : pageInfoOf({ id, head: extended, rows })
  }

  /** Another tab may have compacted the pages since `knownNotes` was read. */
  async notes(name: SetName, ids: readonly string[], knownNotes: readonly PageInfo[]): Promise<PageInfo[]> {
    const byId = new Map(knownNotes.map((note) => [note.id, note]))
    const ofSet = ids.filter((id) => id.startsWith(setPrefix(name)))
    const notes = ofSet.map(async (id) => byId.get(id) ?? (await this.#pageInfoOf(id)))
    return (await Promise.all(notes)).filter((note) => note !== undefined)
  }

  async #pageInfoOf(id: string): Promise<PageInfo | undefined> {
    const found = await this.#documents.get(id)
    return found && pageInfoOf(storedPage(found))
  }

  async read(notes: readonly PageInfo[]): Promise<readonly StoredDocument<PageDocument>[]> {
    const found = await Promise.all(notes.map(({ id }) => this.#documents.get(id)))
    return found.filter((document) => document !== undefined)
  }

  /** The new page has an id of its own: two simultaneous writers may duplicate rows but never lose one. */
  async exchange(
    name: SetName,
    old: readonly StoredDocument<PageDocument>[],
    head: PageHead,
    rows: string,
    suffix: string,
  ): Promise<PageInfo> {
    const id = pageIdOf(name, head.from, suffix)
    await this.#documents.write({ insert: [{ id, head: JSON.stringify(head), rows }], remove: old.map(removalOf) })
    return pageInfoOf({ id, head, rows })
  }

  async deleteOthers(names: readonly SetName[]): Promise<boolean> {
    const keptPrefixes = names.map(setPrefix)
    const others = (await this.#documents.ids()).filter((id) => !keptPrefixes.some((prefix) => id.startsWith(prefix)))
    for (const id of others) {
      const found = await this.#documents.get(id)
      if (found) await this.#documents.write({ remove: [removalOf(found)] })
    }
    return others.length > 0
  }

  purge(): Promise<void> {
    return this.#documents.purge()
  }
}

export const pageInfoOf = ({ id, head, rows }: StoredPage): PageInfo => ({
  id,
  from: head.from,
  to: head.to,
  count: head.count,
  bytes: rows.length,
  dead: 0,
})

const removalOf = (document: StoredDocument<PageDocument>) => ({
  previous: { ...document, rows: '' },
  blank: { id: document.id, head: '', rows: '' },
})

/** Without one of its pages a set is incomplete, and missing rows could not be detected. */
export class UnreadablePage extends Error {
  readonly set: SetName | undefined
  constructor(id: string) {
    super(`A page of the feed cannot be opened: ${id}`)
    this.set = setNameIn(id)
  }
}

export function storedPage({ id, head, rows }: PageDocument): StoredPage {
  if (isUnopened(head) || isUnopened(rows)) throw new UnreadablePage(id)
  return { id, head: JSON.parse(head) as PageHead, rows }
}
