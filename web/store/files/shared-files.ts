import { isPhoto, maxFileBytes, maxPhotoBytes } from '#schema/kernel/files.ts'
import type { UnsharedReason } from '#schema/app/shared-files.ts'
import { type Codec, plain } from '#web/store/base/codec.ts'
import { databaseNameOf, sharedDatabaseName } from '#web/store/disk/database-name.ts'
import { FileDisk } from './file-disk.ts'
import { NotEnoughSpace } from '#web/store/base/full-disk.ts'
import { type CurrentPersonDeps, currentPerson } from '#web/store/disk/current-person.ts'
import { documentIn } from '#web/store/base/read-json.ts'
import type { PhotographedPage, SharedFile } from '#web/store/base/shared-file.ts'

export const maxSharedFiles = 20

export interface AdoptedSharedFile {
  readonly shared: SharedFile
  readonly read: () => Promise<ArrayBuffer>
}

interface StoredSharedFile extends SharedFile {
  readonly format: 1
}

export class SharedFiles {
  readonly #disk: FileDisk

  constructor(disk: FileDisk) {
    this.#disk = disk
  }

  async all(): Promise<readonly SharedFile[]> {
    const found = await this.#disk.all()
    return found.flatMap(({ text }) => sharedIn(text) ?? [])
  }

  /** Adds all or none. Unconfirmed files replace earlier unconfirmed ones, so they never fill the device. */
  async add(files: readonly File[], newId: () => string, isUnconfirmed = false): Promise<readonly SharedFile[]> {
    const replaced = isUnconfirmed ? (await this.all()).filter((each) => each.isUnconfirmed) : []
    const pages = (await this.all()).filter(({ page }) => page)
    const before = (await this.#disk.all()).length - pages.length - replaced.length
    if (before + files.length > maxSharedFiles) throw new NotEnoughSpace()
    for (const each of replaced) await this.remove(each)
    const added: SharedFile[] = []
    try {
      for (const file of files) {
        const { name, type } = file
        const shared: SharedFile = { id: newId(), name, type, seen: false, ...(isUnconfirmed && { isUnconfirmed }) }
        // One byte over the limit suffices: such files are refused where they are shown.
        const kept = file.slice(0, 1 + (isPhoto(file) ? maxPhotoBytes : maxFileBytes))
        await this.#disk.put(recordOf(shared), await kept.arrayBuffer())
        added.push(shared)
      }
      return added
    } catch (error) {
      for (const shared of added) await this.remove(shared)
      throw error
    }
  }

  async addPage(id: string, photo: File, page: PhotographedPage): Promise<void> {
    const { name, type } = photo
    await this.#disk.put(recordOf({ id, name, type, seen: true, page }), await photo.arrayBuffer())
  }

  changePage(shared: SharedFile, page: PhotographedPage): Promise<void> {
    return this.#disk.rewrite(recordOf({ ...shared, page }))
  }

  async adopt(
    files: readonly AdoptedSharedFile[],
  ): Promise<{ readonly taken: number; readonly undo: () => Promise<void> }> {
    const existingIds = new Set((await this.#disk.all()).map(({ id }) => id))
    const newFiles = files.filter(({ shared }) => !existingIds.has(shared.id))
    const undo = async () => {
      for (const { shared } of newFiles) await this.remove(shared)
    }
    try {
      for (const { shared, read } of newFiles) await this.#disk.put(recordOf(shared), await read())
    } catch (error) {
      await undo()
      throw error
    }
    return { taken: newFiles.length, undo }
  }

  /** Without the bytes of unconfirmed files: they stay on this device, but a sign-out must count them. */
  async *eachWithBytes() {
    for await (const each of this.#disk.each())
      yield sharedIn(each.text)?.isUnconfirmed ? { ...each, bytes: null } : each
  }

  async open(shared: SharedFile): Promise<File | null> {
    const bytes = await this.#disk.bytesOf(recordOf(shared))
    return bytes ? new File([bytes], shared.name, { type: shared.type }) : null
  }

  markSeen(shared: SharedFile): Promise<void> {
    return this.#disk.rewrite(recordOf({ ...shared, seen: true }))
  }

  confirm({ isUnconfirmed: _, ...shared }: SharedFile): Promise<void> {
    return this.#disk.rewrite(recordOf(shared))
  }

  remove(shared: SharedFile): Promise<void> {
    return this.#disk.remove(recordOf(shared))
  }
}

interface StoreSharedDeps extends CurrentPersonDeps {
  readonly newId: () => string
  readonly codec?: Codec | undefined
  readonly isUnconfirmed?: boolean
}

/** Stores files for the current person only, so it checks again afterwards who that is. */
export async function storeSharedFiles(
  deps: StoreSharedDeps,
  files: readonly File[],
): Promise<'stored' | UnsharedReason> {
  if (files.length === 0) return 'none'
  const person = await currentPerson(deps)
  if (!person) return 'nobody'
  const name = databaseNameOf(person, deps.databasePrefix)
  const disk = new FileDisk(sharedDatabaseName(name), deps.idb, deps.codec ?? plain)
  const shared = new SharedFiles(disk)
  try {
    const added = await shared.add(files, deps.newId, deps.isUnconfirmed)
    if ((await currentPerson(deps))?.id === person.id) return 'stored'
    for (const each of added) await shared.remove(each)
    // A sign-out may have deleted the database before this recreated it.
    if ((await disk.all()).length === 0) await disk.delete()
    return 'nobody'
  } catch {
    return 'unkept'
  } finally {
    await disk.close()
  }
}

const recordOf = (shared: SharedFile) => ({
  id: shared.id,
  file: shared.id,
  text: JSON.stringify({ format: 1, ...shared }),
})

export function sharedIn(text: string | null): SharedFile | undefined {
  const found = documentIn<StoredSharedFile>(text, 1)
  if (!found) return undefined
  const { format: _, page, ...shared } = found
  return { ...shared, ...(page && isPage(page) && { page }) }
}

/** A saved file of unsent work can contain anything. */
function isPage({ form, position, corners }: PhotographedPage): boolean {
  const isCorner = (corner: unknown) => Array.isArray(corner) && corner.length === 2 && corner.every(Number.isFinite)
  return typeof form === 'string' && Number.isFinite(position) && corners?.length === 4 && [...corners].every(isCorner)
}
