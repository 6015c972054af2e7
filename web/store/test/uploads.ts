import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { ServerCall, ServerResponse } from './server.ts'

interface StartedUpload {
  id: string
  readonly fields: Readonly<Record<string, string>>
  readonly size: number
  readonly parts: Promise<string>[]
  length: number
  state: 'UPLOADING' | 'STORED' | 'REFUSED' | 'WITHDRAWN' | 'HELD'
}

const response = (status: number, body: unknown = {}, headers: Record<string, string> = {}): ServerResponse => ({
  status,
  body,
  headers: { [protocolHeader]: String(protocolVersion), ...headers },
})

const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other

/** Expired, refused and withdrawn uploads start again. */
const isSent = (id: string, state: StartedUpload['state']): boolean =>
  /^\d+$/.test(id) && state !== 'REFUSED' && state !== 'WITHDRAWN'

export class Uploads {
  readonly started: StartedUpload[] = []
  isHolding = false
  rejects: (fields: StartedUpload['fields']) => boolean = () => false
  respond: (call: ServerCall) => ServerResponse | undefined = () => undefined

  async lastContent(): Promise<string> {
    return (await Promise.all(this.started.at(-1)!.parts)).join('')
  }

  readonly call = (call: ServerCall): ServerResponse | undefined => {
    if (!call.path.startsWith('/api/uploads')) return undefined
    return this.respond(call) ?? (call.method === 'POST' ? this.#begin(call) : this.#continue(call))
  }

  #begin({ headers }: ServerCall): ServerResponse {
    const pairs = headers.get('upload-metadata')!.split(',')
    const fields = Object.fromEntries(
      pairs.map((pair) => pair.split(' ')).map(([name, value]) => [name!, atob(value!)]),
    )
    const id = String(this.started.length + 1)
    const size = Number(headers.get('upload-length'))
    const existing = this.started.find(
      ({ id: each, fields: { file }, state }) => isSame(fields['file'], file) && isSent(each, state),
    )
    if (existing) {
      const offset = existing.state === 'UPLOADING' ? existing.length : existing.size
      return response(201, {}, { location: `/api/uploads/${existing.id}`, 'upload-offset': String(offset) })
    }
    this.started.push({ id, fields, size, parts: [], length: 0, state: 'UPLOADING' })
    return response(201, {}, { location: `/api/uploads/${id}` })
  }

  #continue({ method, path, headers, sent }: ServerCall): ServerResponse {
    const upload = this.started.find(({ id }) => path.endsWith(`/${id}`))
    if (!upload) return response(404, { code: 'NOT_FOUND', message: 'Not found' })
    const { state } = upload
    const offset = () => ({ 'upload-offset': String(upload.state === 'UPLOADING' ? upload.length : upload.size) })
    const issues = { file: { key: 'fileContent' } }
    if (method === 'HEAD') return response(200, {}, offset())
    if (method === 'DELETE') {
      upload.state = 'WITHDRAWN'
      return response(204, null)
    }
    if (method === 'GET') return response(200, { state, ...(state === 'REFUSED' ? { issues } : {}) }, offset())
    if (state !== 'UPLOADING' || Number(headers.get('upload-offset')) !== upload.length)
      return response(409, { code: 'CONFLICT', message: 'Conflict' })
    upload.parts.push((sent as Blob).text())
    upload.length += (sent as Blob).size
    if (upload.length < upload.size) return response(200, {}, offset())
    upload.state = this.isHolding ? 'HELD' : this.rejects(upload.fields) ? 'REFUSED' : 'STORED'
    if (upload.state !== 'REFUSED') return response(200, {}, offset())
    return response(400, { code: 'VALIDATION', message: 'Wrong', errors: {}, issues })
  }
}
