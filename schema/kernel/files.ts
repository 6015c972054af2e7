import type { Entity } from './entity.ts'
import { choice, count, text } from './field-types.ts'
import { byServer, optional, withDefault } from './field-options.ts'

/** The state of the newest upload: none, announced, partly received, stored, or refused. */
export const fileStates = ['NONE', 'WAITING', 'UPLOADING', 'STORED', 'REFUSED'] as const

export const uploadPath = '/api/uploads'

export const maxFileBytes = 10 * 1024 * 1024

/** A photo becomes a page, which is smaller. */
export const maxPhotoBytes = 40 * 1024 * 1024

/** Some systems do not know the type of HEIC. */
export const isPhoto = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
  type.startsWith('image/') || /\.(?:jpe?g|png|hei[cf])$/i.test(name)

/** They describe the newest version, or the pending upload if there is none. */
export const fileFields = {
  fileName: byServer(optional(text(255))),
  mimeType: byServer(optional(text(100))),
  size: byServer(optional(count(maxFileBytes))),
  /** Hexadecimal. */
  sha256: byServer(optional(text(64))),
  fileState: byServer(withDefault(choice(fileStates), 'NONE')),
  /** Stored versions. */
  version: byServer(withDefault(count(999_999), 0)),
} as const

export const hasFile = ({ fields }: Pick<Entity, 'fields'>): boolean => 'fileState' in fields

const fileExtensions = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

export type FileType = keyof typeof fileExtensions

export const extensionsOf = (type: FileType): readonly [string, ...string[]] => fileExtensions[type]

export const documentFileTypes: readonly FileType[] = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]
export const documentAndImageTypes: readonly FileType[] = [...documentFileTypes, 'image/png', 'image/jpeg']

export const versionHeader = 'Holdfast-Version'

/** The entity if an upload or address names none. */
export const defaultFileEntity = 'documents'

export const filePathOf = (id: string, entity: string = defaultFileEntity): string =>
  entity === defaultFileEntity ? `/files/${id}` : `/files/${id}?entity=${entity}`
