import { fileKeyOf, type StoredUpload, type DiscardedUpload } from '#web/store/base/pending-upload.ts'
import type { DiskEntry, FileDisk } from './file-disk.ts'

export interface AdoptedUpload {
  readonly head: StoredUpload
  readonly read: () => Promise<ArrayBuffer>
}

export const recordOf = (head: StoredUpload | DiscardedUpload): DiskEntry => ({
  id: fileKeyOf(head),
  file: head.file,
  text: JSON.stringify(head),
})

/** Writes all or none, in place of the files that `current` finds; resolves with an undo function. */
export async function writeUploads(
  disk: FileDisk,
  files: readonly AdoptedUpload[],
  current: (head: StoredUpload) => StoredUpload | undefined,
): Promise<() => Promise<void>> {
  const undoSteps: (() => Promise<void>)[] = []
  const undo = async () => {
    for (const step of undoSteps) await step()
  }
  try {
    for (const { head, read } of files) {
      const previous = current(head)
      const bytesBefore = previous && (await disk.bytesOf(recordOf(previous)))
      const bytes = await read()
      undoSteps.push(() =>
        previous && bytesBefore ? disk.put(recordOf(previous), bytesBefore) : disk.remove(recordOf(head)),
      )
      await disk.put(recordOf(head), bytes)
    }
  } catch (error) {
    await undo()
    throw error
  }
  return undo
}
