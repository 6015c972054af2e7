// Drafts belong to a tab while it has its Web Lock. After a crash, the next tab that opens the form adopts them.
import type { DraftFields, Drafts } from '#web/store/base/contract.ts'
import type { TextDocument } from './database.ts'
import type { Locks } from '#web/store/base/deps.ts'
import type { Documents, StoredDocument } from './documents.ts'
import { objectIn } from '#web/store/base/read-json.ts'

const prefix = 'drafts'
const draftsIn = ({ text }: TextDocument): Drafts | undefined => objectIn(text) as Drafts | undefined
const isEmpty = (drafts: Drafts): boolean => Object.keys(drafts).length === 0

export class WindowDrafts {
  readonly #documents: Documents<TextDocument>
  readonly #locks: Locks
  readonly #database: string
  readonly #id: string
  #lockHeld: Promise<void> | undefined
  readonly #released = Promise.withResolvers<void>()
  #queue: Promise<unknown> = Promise.resolve()
  #saved: Promise<unknown> = Promise.resolve()

  constructor(documents: Documents<TextDocument>, locks: Locks, database: string, tab: string) {
    this.#documents = documents
    this.#locks = locks
    this.#database = database
    this.#id = `${prefix} ${tab}`
  }

  save(drafts: Drafts): Promise<void> {
    const saving = this.#enqueue(async () => {
      const previous = await this.#documents.get(this.#id)
      if (!previous && isEmpty(drafts)) return
      await this.#holdLock()
      await this.#write(previous, drafts)
    })
    this.#saved = saving.catch(() => {})
    return saving
  }

  async saved(): Promise<void> {
    await this.#saved
  }

  adopt(key: string): Promise<DraftFields | null> {
    return this.#enqueue(() => this.#locks.request(`${this.#database}-drafts`, {}, () => this.#adopt(key)))
  }

  release(): void {
    this.#released.resolve()
  }

  async #adopt(key: string): Promise<DraftFields | null> {
    let others: StoredDocument<TextDocument>[] = []
    const begin = () => {
      others = []
      return (each: StoredDocument<TextDocument>) => void (each.id !== this.#id && others.push(each))
    }
    await this.#documents.each(begin, { first: prefix, last: `${prefix} \uffff` })
    for (const other of others) {
      const drafts = draftsIn(other)
      // Only a newer version can read them.
      if (!drafts) continue
      const { [key]: draft, ...remaining } = drafts
      if ((!draft && !isEmpty(remaining)) || (await this.#isAlive(other.id))) continue
      if (draft) {
        await this.#holdLock()
        const previous = await this.#documents.get(this.#id)
        await this.#write(previous, { ...(previous && draftsIn(previous)), [key]: draft })
      }
      await this.#writeRemaining(other, remaining)
      if (draft) return draft
    }
    return null
  }

  async #writeRemaining(previous: StoredDocument<TextDocument>, remaining: Drafts): Promise<void> {
    const { id } = previous
    if (!isEmpty(remaining)) {
      await this.#documents.write({ replace: [{ previous, document: { id, text: JSON.stringify(remaining) } }] })
      return
    }
    await this.#documents.write({ remove: [{ previous: { ...previous, text: '' }, blank: { id, text: '' } }] })
    await this.#documents.purge()
  }

  async #write(previous: StoredDocument<TextDocument> | undefined, drafts: Drafts): Promise<void> {
    const document = { id: this.#id, text: JSON.stringify(drafts) }
    await this.#documents.write(previous ? { replace: [{ previous, document }] } : { insert: [document] })
  }

  #holdLock(): Promise<void> {
    return (this.#lockHeld ??= new Promise((alive, fail) => {
      const hold = () => {
        alive()
        return this.#released.promise
      }
      this.#locks.request(this.#lockOf(this.#id), {}, hold).catch(fail)
    }))
  }

  #isAlive(id: string): Promise<boolean> {
    return this.#locks.request(this.#lockOf(id), { ifAvailable: true }, (lock) => Promise.resolve(lock === null))
  }

  #lockOf(id: string): string {
    return `${this.#database}-${id}`
  }

  #enqueue<T>(run: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(run, run)
    this.#queue = next.catch(() => undefined)
    return next
  }
}
