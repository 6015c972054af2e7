import type { PhotographedPage, SharedFile } from '#web/store/base/shared-file.ts'
import type { Quad } from './geometry.ts'

export interface ScannedPage extends SharedFile {
  readonly page: PhotographedPage & { readonly corners: Quad }
}
