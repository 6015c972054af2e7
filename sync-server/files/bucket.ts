import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { Unavailable } from '#server/db/connect/unavailable.ts'

export interface BucketConfig {
  readonly bucket: string
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly lastModified: Date
}

export interface Bucket {
  readonly name: string
  /** Durable when this resolves. */
  put(key: string, bytes: Buffer): Promise<void>
  get(key: string, range?: { readonly start: number; readonly end: number }): Promise<Response | null>
  remove(key: string): Promise<void>
  sizeOf(key: string): Promise<number | null>
  list(prefix: string): Promise<readonly StoredObject[]>
  /** For many objects. */
  each(prefix: string): AsyncIterable<StoredObject>
}

/** The storage gave no usable response. tus reads `status_code` and `body`. */
export class StorageUnavailable extends Unavailable {
  readonly status_code = 503
  readonly body: string
  /** The storage's error code; null if it is unavailable. */
  readonly refusal: string | null
  constructor(message: string, refusal: string | null) {
    super(message)
    this.body = message
    this.refusal = refusal
  }
}

/** The time limit until the first byte. */
const timeoutMs = 20_000

export function openBucket({ bucket, endpoint, region, accessKeyId, secretAccessKey }: BucketConfig): Bucket {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    try {
      return await client.fetch(`${base}${path}`, { ...init, method, redirect: 'manual', signal: timeout.signal })
    } catch (error) {
      throw new StorageUnavailable(`The file storage at ${endpoint} does not answer (${reasonOf(error)})`, null)
    } finally {
      clearTimeout(timer)
    }
  }

  async function refused(response: Response): Promise<StorageUnavailable> {
    const responseText = await response.text().catch(() => '')
    const code = textOf(responseText, 'Code') ?? String(response.status)
    const isUnavailable = response.status >= 500 || response.status === 429
    return new StorageUnavailable(
      `The file storage at ${endpoint} answers ${code}: ${textOf(responseText, 'Message') ?? 'nothing more'}`,
      isUnavailable ? null : code,
    )
  }

  async function done(response: Response): Promise<Response> {
    if (!response.ok) throw await refused(response)
    return response
  }

  async function page(
    prefix: string,
    after: string,
  ): Promise<{ readonly objects: StoredObject[]; readonly more: boolean }> {
    const query = new URLSearchParams({ 'list-type': '2', prefix })
    // One page lists a thousand objects.
    if (after) query.set('start-after', after)
    const responseText = await (await done(await send('GET', `?${query.toString()}`))).text()
    return { objects: objectsIn(responseText), more: textOf(responseText, 'IsTruncated') === 'true' }
  }

  async function* each(prefix: string): AsyncIterable<StoredObject> {
    for (let [after, more] = ['', true]; more;) {
      const next = await page(prefix, after)
      yield* next.objects
      after = next.objects.at(-1)?.key ?? ''
      more = next.more && next.objects.length > 0
    }
  }

  return {
    name: bucket,
    async put(key, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const response = await send('PUT', `/${key}`, {
        body: new Uint8Array(bytes),
        // The storage verifies it.
        headers: { 'x-amz-content-sha256': sha256 },
      })
      await (await done(response)).body?.cancel()
    },
    async get(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await send('GET', `/${key}`, { headers })
      if (response.ok) return response
      const refusal = await refused(response)
      if (refusal.refusal === 'NoSuchKey') return null
      throw refusal
    },
    async remove(key) {
      await (await done(await send('DELETE', `/${key}`))).body?.cancel()
    },
    async sizeOf(key) {
      const response = await send('HEAD', `/${key}`)
      if (response.ok) return Number(response.headers.get('content-length'))
      // Without a body, the code is unknown.
      if (response.status === 404) return null
      throw await refused(response)
    },
    async list(prefix) {
      const objects: StoredObject[] = []
      for await (const object of each(prefix)) objects.push(object)
      return objects
    },
    each,
  }
}

/** These texts need no XML decoding. */
const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const objectsIn = (xml: string): StoredObject[] =>
  Array.from(xml.matchAll(/<Contents>([^]*?)<\/Contents>/g), ([, object = '']) => ({
    key: textOf(object, 'Key')!,
    size: Number(textOf(object, 'Size')),
    lastModified: new Date(textOf(object, 'LastModified')!),
  }))

/** fetch hides the reason in `cause`. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown }
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
  return String(code ?? message ?? cause)
}
