import type { Quad } from './geometry.ts'

export interface PageQuality {
  /** In pixels. */
  readonly longSide: number
  /** Of the JPEG. */
  readonly quality: number
}

export type ScanRequest =
  | { readonly kind: 'detect'; readonly photo: Blob }
  | { readonly kind: 'page'; readonly photo: Blob; readonly corners: Quad; readonly to: PageQuality }

export interface ScanResults {
  readonly detect: Quad | null
  readonly page: { readonly bytes: Uint8Array<ArrayBuffer>; readonly width: number; readonly height: number }
}
