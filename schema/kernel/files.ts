// The file of a record: what may be uploaded, and what the server keeps about it on the record.
import type { Entity } from './entity.ts'
import { byServer, choice, count, optional, text, withDefault } from './field.ts'

/**
 * How far the newest upload of a record is: none was begun, nothing has come yet, a part has come, everything is kept,
 * or its bytes were refused.
 */
export const fileStates = ['NONE', 'WAITING', 'UPLOADING', 'STORED', 'REFUSED'] as const

/** Where files are uploaded. */
export const uploadPath = '/api/uploads'

/** 10 MB. */
export const maxFileBytes = 10 * 1024 * 1024

/** Of a record that can have a file. They describe its newest version, or while there is none, what is being uploaded. */
export const fileFields = {
  fileName: byServer(optional(text(255))),
  mimeType: byServer(optional(text(100))),
  /** In bytes. */
  size: byServer(optional(count(maxFileBytes))),
  /** In hexadecimal digits. */
  sha256: byServer(optional(text(64))),
  fileState: byServer(withDefault(choice(fileStates), 'NONE')),
  /** How many versions were kept; 0 while there is no file. */
  version: byServer(withDefault(count(999_999), 0)),
} as const

/** Whether the records of an entity can have a file. */
export const hasFile = ({ fields }: Pick<Entity, 'fields'>): boolean => 'fileState' in fields

/** The types of files, each with the endings of its names; the first one is given to a name that has none of them. */
const endings = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

export type FileType = keyof typeof endings

export const endingsOf = (type: FileType): readonly [string, ...string[]] => endings[type]

export const papers: readonly FileType[] = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]
export const papersAndPictures: readonly FileType[] = [...papers, 'image/png', 'image/jpeg']

/** On the answer with a file: which version of its record's file it is. */
export const versionHeader = 'Holdfast-Version'

/** Whose file it is when an upload or an address names no entity. */
export const usualFileEntity = 'documents'

/** Where the file of the record with this id is read. */
export const filePathOf = (id: string, entity: string = usualFileEntity): string =>
  entity === usualFileEntity ? `/files/${id}` : `/files/${id}?entity=${entity}`
