import type { Checkpoint } from '#schema/sync/protocol.ts'
import type { TextDocument } from './database.ts'
import type { Documents } from './documents.ts'
import { objectIn, type Unchecked } from '#web/store/base/read-json.ts'

interface Note {
  readonly client: string
  readonly lastSync: number | null
  readonly lastDigest: number | null
  /** The highest checkpoint known when a set was begun, until the set's pages contain it. */
  readonly known?: Checkpoint & { readonly history: number }
}

const id = 'note'

/** Undefined when only a newer version can read the text; the note then stays in memory. */
function noteIn(text: string): Note | undefined {
  const found = objectIn(text)
  return found && isNote(found) ? found : undefined
}

const isNote = (found: Unchecked<Note>): found is Note =>
  typeof found.client === 'string' && isMoment(found.lastSync) && isMoment(found.lastDigest)

const isMoment = (value: unknown): boolean => value === null || typeof value === 'number'

export class DeviceNotes {
  readonly #documents: Documents<TextDocument>
  readonly #now: () => number
  #note: Note
  /** The device's first database, or the browser removed the last one. */
  isFirst = false

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

  checkpointOf(history: number): Checkpoint | undefined {
    const { known } = this.#note
    return known?.history === history ? { number: known.number, mark: known.mark } : undefined
  }

  /** The first context to open gives the device its id. A time from a clock that was ahead counts as now. */
  async open(): Promise<void> {
    const found = await this.#documents.get(id)
    this.isFirst = !found
    if (!found) await this.#documents.write({ insert: [{ id, text: JSON.stringify(this.#note) }] })
    const stored = found ?? (await this.#documents.get(id))
    const note = stored && noteIn(stored.text)
    if (!note) return
    const notInFuture = (at: number | null) => (at === null ? null : Math.min(at, this.#now()))
    this.#note = { ...note, lastSync: notInFuture(note.lastSync), lastDigest: notInFuture(note.lastDigest) }
  }

  /** Called when the feed was read to its end; the first digest is requested a day after the first time. */
  recordPull(at: number): Promise<void> {
    return this.#remember({ lastSync: at, lastDigest: Math.min(this.#note.lastDigest ?? at, at) })
  }

  async startDigests(at: number): Promise<void> {
    const { lastDigest } = this.#note
    if (lastDigest === null || lastDigest > at) await this.#remember({ lastDigest: at })
  }

  recordDigest(at: number): Promise<void> {
    return this.#remember({ lastDigest: at })
  }

  saveCheckpoint(known: Checkpoint, history: number): Promise<void> {
    return this.#remember({ known: { ...known, history } })
  }

  /** Reads the note again until no other tab has written it meanwhile. */
  async #remember(changes: Partial<Note>): Promise<void> {
    this.#note = { ...this.#note, ...changes }
    for (let isTaken = true; isTaken;) {
      const previous = await this.#documents.get(id)
      const note = previous && noteIn(previous.text)
      if (!note) return
      this.#note = { ...note, ...changes }
      const document = { id, text: JSON.stringify(this.#note) }
      isTaken = (await this.#documents.write({ replace: [{ previous, document }] })).taken.length > 0
    }
  }
}
