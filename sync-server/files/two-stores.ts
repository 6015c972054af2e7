import type { Readable } from 'node:stream'
import { DataStore, type Upload } from '@tus/server'
import { isUnavailable } from '#server/db/connect/unavailable.ts'
import type { FileStore } from './file-store.ts'

export function twoStores(target: FileStore, source: FileStore): FileStore {
  // The source first, so that a file that is being moved is removed from both (move-files.ts).
  const inBoth = async (act: (store: FileStore) => Promise<void>): Promise<void> => {
    await act(source)
    await act(target)
  }
  return {
    id: {
      kind: target.id.kind,
      name: `${target.id.name} and ${source.id.name}`,
      parts: [target.id, source.id],
      read: () => firstFound(target, source, ({ id }) => id.read()),
      write: (id) => inBoth((store) => store.id.write(id)),
      mark: (nodeId) => inBoth((store) => store.id.mark(nodeId)),
      hasMark: async (nodeId) => (await target.id.hasMark(nodeId)) && source.id.hasMark(nodeId),
      unmark: (nodeId) => inBoth((store) => store.id.unmark(nodeId)),
    },
    arriving: new ArrivingInEitherStore(target.arriving, source),
    arrived: (key) => firstFound(target, source, (store) => store.arrived(key)),
    forget: (key) => inBoth((store) => store.forget(key)),
    discard: (key) => inBoth((store) => store.discard(key)),
    keep: (key, bytes, about) => target.keep(key, bytes, about),
    about: (key) => firstFound(target, source, (store) => store.about(key)),
    read: (key, start, end) => firstFound(target, source, (store) => store.read(key, start, end)),
    sizeOf: (key) => firstFound(target, source, (store) => store.sizeOf(key)),
    remove: (key) => inBoth((store) => store.remove(key)),
    sweep: (tenantId, until) => inBoth((store) => store.sweep(tenantId, until)),
    async *stored(tenantId) {
      yield* target.stored(tenantId)
      yield* source.stored(tenantId)
    },
    countArriving: async () => (await target.countArriving()) + (await source.countArriving()),
  }
}

/** The target twice: a file may have been moved between the first two lookups. */
async function firstFound<T>(
  target: FileStore,
  source: FileStore,
  find: (store: FileStore) => Promise<T | null>,
): Promise<T | null> {
  let failure: unknown
  for (const store of [target, source, target])
    try {
      const found = await find(store)
      if (found !== null) return found
    } catch (error) {
      if (!isUnavailable(error)) throw error
      failure ??= error
    }
  // It may be in the storage that did not respond.
  if (failure !== undefined) throw failure
  return null
}

/** An upload ends in the storage in which it began. */
class ArrivingInEitherStore extends DataStore {
  readonly #target: DataStore
  readonly #source: FileStore

  constructor(target: DataStore, source: FileStore) {
    super()
    this.#target = target
    this.#source = source
    this.extensions = target.extensions
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#target.create(upload)
  }

  override async getUpload(id: string): Promise<Upload> {
    return (await this.#storeOf(id)).getUpload(id)
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    return (await this.#storeOf(id)).write(stream, id, offset)
  }

  async #storeOf(id: string): Promise<DataStore> {
    const { arriving } = this.#source
    try {
      await arriving.getUpload(id)
      return arriving
    } catch (error) {
      // The library throws plain objects.
      const { status_code: status } = error as { readonly status_code?: number }
      if (status === 404 || status === 410) return this.#target
      throw error
    }
  }
}
