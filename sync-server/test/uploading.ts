import { createHash } from 'node:crypto'
import type { TestPerson } from './firm.ts'
import type { TestServer } from './server.ts'

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export interface IntendedUpload {
  readonly entity?: string
  readonly id?: string
  readonly file?: string
  readonly filename?: string
  readonly filetype?: string
  readonly sha256?: string
}

export const metadata = (meant: IntendedUpload): string =>
  Object.entries(meant)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')

export function uploading({ app }: Pick<TestServer, 'app'>, person: Pick<TestPerson, 'cookie'> | null) {
  const usual = { 'tus-resumable': '1.0.0', ...(person && { cookie: person.cookie }) }
  const request = async (method: string, path: string, headers: Record<string, string>, bytes?: Buffer) =>
    app.request(path, { method, headers: { ...usual, ...headers }, ...(bytes && { body: new Uint8Array(bytes) }) })

  return {
    request,
    begin: (meant: IntendedUpload, length: number | string, headers: Record<string, string> = {}) =>
      request('POST', '/api/uploads', {
        'upload-length': String(length),
        'upload-metadata': metadata(meant),
        ...headers,
      }),
    send: (at: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
      request(
        'PATCH',
        at,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
        bytes,
      ),
    async offset(at: string): Promise<number | string> {
      const response = await request('HEAD', at, {})
      return Number(response.headers.get('upload-offset') ?? Number.NaN) || `${response.status}`
    },
    async upload(meant: IntendedUpload, bytes: Buffer): Promise<number> {
      const begun = await this.begin(meant, bytes.length)
      if (begun.status !== 201) return begun.status
      return (await this.send(begun.headers.get('location')!, 0, bytes)).status
    },
  }
}
