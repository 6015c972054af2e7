// What a device remembers about itself: its id for the server, and when it last got through.
import type { TextDocument } from './database.ts'
import type { Documents } from './documents.ts'

interface Note {
  readonly client: string
  readonly lastSync: number | null
  /** When the rows were last compared with the server's digest. */
  readonly lastDigest: number | null
}

const id = 'note'

export class DeviceNotes {
  readonly #documents: Documents<TextDocument>
  #note: Note

  constructor(documents: Documents<TextDocument>, newId: () => string) {
    this.#documents = documents
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

  /** Whoever opens first gives the device its id. */
  async open(): Promise<void> {
    const found = await this.#documents.get(id)
    if (!found) await this.#documents.write({ insert: [{ id, text: JSON.stringify(this.#note) }] })
    const kept = found ?? (await this.#documents.get(id))
    if (kept) this.#note = JSON.parse(kept.text) as Note
  }

  /** The feed was read to its end; the first digest is asked for a day after the first time. */
  pulled(at: number): Promise<void> {
    return this.#remember({ lastSync: at, lastDigest: this.#note.lastDigest ?? at })
  }

  compared(at: number): Promise<void> {
    return this.#remember({ lastDigest: at })
  }

  async #remember(news: Partial<Note>): Promise<void> {
    this.#note = { ...this.#note, ...news }
    const previous = await this.#documents.get(id)
    if (previous)
      await this.#documents.write({ replace: [{ previous, document: { id, text: JSON.stringify(this.#note) } }] })
  }
}
