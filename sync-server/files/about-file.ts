// Stored beside a file's bytes, so that a record which returns after a restore finds them.
import * as z from 'zod'
import { documentAndImageTypes } from '#schema/kernel/files.ts'
import { withFiles } from './uploads.ts'

const aboutFile = z.object({
  entity: z.enum(withFiles),
  recordId: z.uuid(),
  userId: z.uuid(),
  file: z.nullable(z.uuid()),
  fileName: z.string(),
  mimeType: z.enum(documentAndImageTypes),
  createdAt: z.iso.datetime(),
})
export type AboutFile = z.infer<typeof aboutFile>

export const aboutText = ({
  entity,
  recordId,
  userId,
  file,
  fileName,
  mimeType,
  createdAt,
}: Record<Exclude<keyof AboutFile, 'file'>, string> & Pick<AboutFile, 'file'>): string =>
  JSON.stringify({ entity, recordId, userId, file, fileName, mimeType, createdAt })

/** Null for files of earlier releases, and for those that withdrawn devices handed in. */
export function readAbout(text: string | null): AboutFile | null {
  if (text === null) return null
  try {
    return aboutFile.parse(JSON.parse(text))
  } catch {
    return null
  }
}
