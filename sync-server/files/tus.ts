import { Server } from '@tus/server'
import { maxFileBytes, uploadPath } from '#schema/kernel/files.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { RequestError } from '#server/http/errors.ts'
import type { FileStore } from './file-store.ts'
import { createUploadLocks } from './upload-locks.ts'

export const tusVersion = '1.0.0'

export interface Tus {
  handle(request: Request, key: string): Promise<Response>
  arrivedOf(key: string): Promise<number>
  offsetOf(key: string): Promise<number | null>
}

/** The library rejects headers that proxies add. */
const forwardedHeaders = new Set([
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'content-type',
  'content-length',
])

/** CORS headers, and those of the library's empty body. */
const isUnwantedHeader = (name: string): boolean =>
  name.startsWith('access-control-') || /^content-(type|length)$/.test(name)

export function createTus(files: Pick<FileStore, 'arriving'>): Tus {
  /** From the session, never from the URL. */
  const keys = new WeakMap<Request, string>()
  let opened: Server | undefined
  const library = (): Server =>
    (opened ??= new Server({
      path: uploadPath,
      datastore: files.arriving,
      locker: createUploadLocks(),
      maxSize: maxFileBytes,
      allowedOrigins: () => false,
      namingFunction: (request) => keys.get(request as Request)!,
      getFileIdFromRequest: (request) => keys.get(request as Request),
      generateUrl: (_request, { id }) => `${uploadPath}/${id.split('/').at(-1)}`,
    }))

  async function arrivedOf(key: string): Promise<number> {
    try {
      return (await files.arriving.getUpload(key)).offset
    } catch (error) {
      // The library throws plain objects.
      const { status_code: status, body } = error as { readonly status_code?: number; readonly body?: string }
      throw status ? refusalOf(status, body ?? '') : error
    }
  }

  return {
    async handle({ url, method, headers, body }, key) {
      const forwarded = new Headers([...headers].filter(([name]) => forwardedHeaders.has(name)))
      const request = new Request(url, { method, headers: forwarded, body, duplex: 'half' } as RequestInit)
      keys.set(request, key)
      const response = await library().handleWeb(request)
      if (!response.ok) throw refusalOf(response.status, await response.text())
      const unwanted = Array.from(response.headers.keys()).filter(isUnwantedHeader)
      for (const name of unwanted) response.headers.delete(name)
      return response
    },
    arrivedOf,
    offsetOf: (key) =>
      arrivedOf(key).catch((error: unknown) => {
        if (error instanceof RequestError && error.code === 'NOT_FOUND') return null
        throw error
      }),
  }
}

const codeOf: Readonly<Record<number, 'NOT_FOUND' | 'CONFLICT' | 'TOO_LARGE'>> = {
  404: 'NOT_FOUND',
  410: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
}

function refusalOf(status: number, body: string): Error {
  const message = body.trim()
  if (status === 503) return new Unavailable(message)
  if (status >= 500) return new Error(`The upload could not be written: ${message}`)
  const code = codeOf[status] ?? 'VALIDATION'
  return code === 'NOT_FOUND' ? new RequestError(code) : new RequestError(code, {}, message)
}
