import type { Code } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { EntityName } from '#schema/registry.ts'
import { documentIn } from './read-json.ts'

export interface FileOwner {
  readonly entity: EntityName
  readonly id: string
}

export interface FileProblem {
  readonly status: number
  readonly code: Code | null
  readonly issues: Issues
}

export interface StoredUpload extends FileOwner {
  readonly format: 1
  readonly file: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
  readonly at: string
  /**
   * The change that creates the record, until the upload is first tried. If it is missing, the file was never
   * committed.
   */
  readonly change: string | null
  readonly upload: string | null
  readonly problem: FileProblem | null
}

export type PendingUpload = Omit<StoredUpload, 'format' | 'change' | 'upload'> & { readonly uploadedBytes: number }

/** Kept until the server acknowledges it. */
export interface DiscardedUpload extends FileOwner {
  /** Older versions must not send it, so its format differs. */
  readonly format: 2
  readonly file: string
  readonly upload: string
}

export const fileKeyOf = ({ entity, id }: FileOwner): string => `${entity}/${id}`

export const uploadIn = (text: string | null): StoredUpload | undefined => documentIn<StoredUpload>(text, 1)

export const discardedUploadIn = (text: string | null): DiscardedUpload | undefined =>
  documentIn<DiscardedUpload>(text, 2)
