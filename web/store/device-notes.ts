// What a device remembers about itself: its id for the server, and when it last got through.
import type { Known } from '#schema/protocol.ts'
import type { TextDocument } from './database.ts'
import type { Documents } from './documents.ts'
import { objectIn } from './read-json.ts'

interface Note {
  readonly client: string
  readonly lastSync: number | null
  /** When the rows were last compared with the server's digest. */
  readonly lastDigest: number | null
  /** The highest number that was known when a set was begun whose pages do not tell it yet. */
  readonly known?: Known & { readonly history: number }
}

const id = 'note'

/** Undefined where only a newer version can read it: it stays, and this version remembers until it is closed. */
const noteIn = (text: string): Note | undefined => objectIn(text) as Note | undefined

export class DeviceNotes {
  readonly #documents: Documents<TextDocument>
  readonly #now: () => number
  #note: Note

  constructor(documents: Documents<TextDocument>, newId: () => string, now: () => number) {
    this.#documents = documents
    this.#now = now
    this.#note = { client: newId(), lastSync: null, lastDigest: null }
  }

  get client(): string {
    return this.#note.client
  }

  get lastSync(): number | null {
    return this.#note.lastSync
  }

  get lastDigest(): number | null {
    return this.#note.lastDigest
  }

  /** What was known of this history before the present set was begun. */
  knownOf(history: number): Known | undefined {
    const { known } = this.#note
    return known?.history === history ? { number: known.number, mark: known.mark } : undefined
  }

  /** Whoever opens first gives the device its id. A time that a clock which was ahead has left here counts as now. */
  async open(): Promise<void> {
    const found = await this.#documents.get(id)
    if (!found) await this.#documents.write({ insert: [{ id, text: JSON.stringify(this.#note) }] })
    const kept = found ?? (await this.#documents.get(id))
    const note = kept && noteIn(kept.text)
    if (!note) return
    const past = (at: number | null) => (at === null ? null : Math.min(at, this.#now()))
    this.#note = { ...note, lastSync: past(note.lastSync), lastDigest: past(note.lastDigest) }
  }

  /** The feed was read to its end; the first digest is asked for a day after the first time. */
  pulled(at: number): Promise<void> {
    return this.#remember({ lastSync: at, lastDigest: Math.min(this.#note.lastDigest ?? at, at) })
  }

  /** The rows are to be compared a day after this. */
  compareSince(at: number): Promise<void> {
    return this.#remember({ lastDigest: Math.min(this.#note.lastDigest ?? at, at) })
  }

  compared(at: number): Promise<void> {
    return this.#remember({ lastDigest: at })
  }

  /** Pages that tell it are about to go. */
  keepKnown(known: Known, history: number): Promise<void> {
    return this.#remember({ known: { ...known, history } })
  }

  /** Another tab may have written since this one read. */
  async #remember(news: Partial<Note>): Promise<void> {
    this.#note = { ...this.#note, ...news }
    const previous = await this.#documents.get(id)
    const note = previous && noteIn(previous.text)
    if (!note) return
    this.#note = { ...note, ...news }
    await this.#documents.write({ replace: [{ previous, document: { id, text: JSON.stringify(this.#note) } }] })
  }
}
