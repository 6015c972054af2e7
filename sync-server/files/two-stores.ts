// While files are moved from one storage to another, nodes write to the new one and read from both.
import type { Readable } from 'node:stream'
import { DataStore, type Upload } from '@tus/server'
import { isUnavailable } from '#server/db/connect/unavailable.ts'
import type { FileStore } from './file-store.ts'

export function twoStores(now: FileStore, before: FileStore): FileStore {
  // The old storage first: a file that is being moved is then in neither (move-files.ts).
  const inBoth = async (act: (store: FileStore) => Promise<void>): Promise<void> => {
    await act(before)
    await act(now)
  }
  return {
    id: {
      name: `${now.id.name} and ${before.id.name}`,
      parts: [now.id, before.id],
      read: () => firstFound(now, before, ({ id }) => id.read()),
      write: (id) => inBoth((store) => store.id.write(id)),
      remove: () => inBoth((store) => store.id.remove()),
      mark: (nodeId) => inBoth((store) => store.id.mark(nodeId)),
      hasMark: async (nodeId) => (await now.id.hasMark(nodeId)) && before.id.hasMark(nodeId),
      unmark: (nodeId) => inBoth((store) => store.id.unmark(nodeId)),
    },
    arriving: new ArrivingInEitherStore(now.arriving, before),
    arrived: (key) => firstFound(now, before, (store) => store.arrived(key)),
    forget: (key) => inBoth((store) => store.forget(key)),
    discard: (key) => inBoth((store) => store.discard(key)),
    keep: (key, bytes) => now.keep(key, bytes),
    read: (key, start, end) => firstFound(now, before, (store) => store.read(key, start, end)),
    sizeOf: (key) => firstFound(now, before, (store) => store.sizeOf(key)),
    remove: (key) => inBoth((store) => store.remove(key)),
    sweep: (tenantId, until) => inBoth((store) => store.sweep(tenantId, until)),
    async *stored() {
      yield* now.stored()
      yield* before.stored()
    },
    countArriving: async () => (await now.countArriving()) + (await before.countArriving()),
  }
}

/** The new storage twice: a file may have been moved between the first two looks. */
async function firstFound<T>(
  now: FileStore,
  before: FileStore,
  find: (store: FileStore) => Promise<T | null>,
): Promise<T | null> {
  let failure: unknown
  for (const store of [now, before, now])
    try {
      const found = await find(store)
      if (found !== null) return found
    } catch (error) {
      if (!isUnavailable(error)) throw error
      failure ??= error
    }
  // It may be in the storage that did not answer.
  if (failure !== undefined) throw failure
  return null
}

/** An upload ends in the storage in which it began. */
class ArrivingInEitherStore extends DataStore {
  readonly #now: DataStore
  readonly #before: FileStore

  constructor(now: DataStore, before: FileStore) {
    super()
    this.#now = now
    this.#before = before
    this.extensions = now.extensions
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#now.create(upload)
  }

  override async getUpload(id: string): Promise<Upload> {
    return (await this.#storeOf(id)).getUpload(id)
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    return (await this.#storeOf(id)).write(stream, id, offset)
  }

  async #storeOf(id: string): Promise<DataStore> {
    const { arriving } = this.#before
    try {
      await arriving.getUpload(id)
      return arriving
    } catch (error) {
      // The library throws plain objects.
      const { status_code: status } = error as { readonly status_code?: number }
      if (status === 404 || status === 410) return this.#now
      throw error
    }
  }
}
