// A file of a record that is kept on this device until the server has it.
import type { Code } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { EntityName } from '#schema/registry.ts'
import { objectIn } from './read-json.ts'

/** Whose file it is. */
export interface FileOwner {
  readonly entity: EntityName
  readonly id: string
}

/** Why the server did not take it: the person decides what becomes of it. */
export interface FileProblem {
  readonly status: number
  readonly code: Code | null
  readonly issues: Issues
}

/** What is known of it besides its bytes. */
export interface StoredUpload extends FileOwner {
  readonly format: 1
  /** Distinguishes it from another file of the same record. */
  readonly file: string
  readonly name: string
  /** '' where the browser does not know it. */
  readonly type: string
  readonly size: number
  /** In hexadecimal digits. */
  readonly sha256: string
  readonly at: string
  /** The change that creates its record, until its upload was tried: without that change it was never said to be kept. */
  readonly change: string | null
  /** The address of its upload. */
  readonly upload: string | null
  readonly problem: FileProblem | null
}

/** As screens see it; `arrived` of its bytes are at the server, as far as this window has heard. */
export type PendingUpload = Omit<StoredUpload, 'format' | 'change' | 'upload'> & { readonly arrived: number }

/** What stays of a file that was taken back in the middle of its upload, until the server has heard it. */
export interface WithdrawnUpload extends FileOwner {
  /** Versions of the app before must not send it. */
  readonly format: 2
  readonly file: string
  readonly upload: string
}

export const fileKeyOf = ({ entity, id }: FileOwner): string => `${entity}/${id}`

/** Undefined when only a newer version can read it. */
export const headIn = (text: string | null): StoredUpload | undefined => textOf<StoredUpload>(text, 1)

export const withdrawnUploadIn = (text: string | null): WithdrawnUpload | undefined => textOf<WithdrawnUpload>(text, 2)

function textOf<Text extends { readonly format: number }>(
  text: string | null,
  format: Text['format'],
): Text | undefined {
  const found = text === null ? undefined : objectIn(text)
  return found?.['format'] === format ? (found as unknown as Text) : undefined
}
