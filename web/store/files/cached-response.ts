import { versionHeader } from '#schema/kernel/files.ts'
import { hashOf } from '#web/store/base/hash-of.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'

export interface DownloadedFile {
  readonly bytes: ArrayBuffer
  readonly sha256: string
  readonly version: number | null
  readonly headers: Readonly<Record<string, string>>
}

const cachedHeaders = ['content-type', 'content-disposition', 'content-security-policy'] as const

/** Null for every other response, and when the bytes do not match the server's hash. */
export async function downloadedFileIn(response: Response): Promise<DownloadedFile | null> {
  const [, sha256] = /^(?:W\/)?"([0-9a-f]{64})"$/.exec(response.headers.get('etag') ?? '') ?? []
  if (response.status !== 200 || sha256 === undefined) return null
  const bytes = await response.arrayBuffer()
  if ((await hashOf(bytes)) !== sha256) return null
  const headers = cachedHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const version = Number(response.headers.get(versionHeader)) || null
  return { bytes, sha256, version, headers: Object.fromEntries(headers) }
}

export function fileOf({ id }: FileOwner, { bytes, headers }: Pick<DownloadedFile, 'bytes' | 'headers'>): File {
  const [, name = id] = /filename\*=UTF-8''([^;]+)/.exec(headers['content-disposition'] ?? '') ?? []
  return new File([bytes], decodeURIComponent(name), { type: headers['content-type'] ?? '' })
}

export const responseFrom = ({ bytes, headers }: Pick<DownloadedFile, 'bytes' | 'headers'>): Response =>
  new Response(bytes, { headers: { ...headers, 'cache-control': 'no-store' } })
