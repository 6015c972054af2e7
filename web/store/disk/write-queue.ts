// In order, so that a change is never stored before one that it builds on. Inserts requested during a write share the next one.
import type { TextDocument } from './database.ts'
import type { Documents } from './documents.ts'

interface PendingInsert {
  readonly documents: readonly TextDocument[]
  readonly done: (failure?: unknown) => void
}

export class WriteQueue {
  readonly #documents: Documents<TextDocument>
  #pendingInserts: PendingInsert[] = []
  #writing: Promise<void> | undefined

  constructor(documents: Documents<TextDocument>) {
    this.#documents = documents
  }

  insert(documents: readonly TextDocument[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pendingInserts.push({ documents, done: (failure) => (failure === undefined ? resolve() : reject(failure)) })
      this.#writing ??= this.#run()
    })
  }

  async idle(): Promise<void> {
    await this.#writing
  }

  async #run(): Promise<void> {
    while (this.#pendingInserts.length > 0) {
      const batch = this.#pendingInserts
      this.#pendingInserts = []
      const failure = await this.#write(batch.flatMap(({ documents }) => documents))
      for (const { done } of batch) done(failure)
    }
    this.#writing = undefined
  }

  async #write(documents: readonly TextDocument[]): Promise<unknown> {
    try {
      const { taken } = await this.#documents.write({ insert: documents })
      return taken.length > 0 ? new Error('A place in the outbox was taken already') : undefined
    } catch (error) {
      return error
    }
  }
}
