import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { Called, Answered } from './server.ts'

interface Begun {
  id: string
  readonly fields: Readonly<Record<string, string>>
  readonly size: number
  readonly parts: Promise<string>[]
  length: number
  state: 'UPLOADING' | 'STORED' | 'REFUSED' | 'WITHDRAWN' | 'HELD'
}

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answered => ({
  status,
  body,
  headers: { [protocolHeader]: String(protocolVersion), ...headers },
})

const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other

/** Expired, refused and withdrawn uploads start again. */
const isSent = (id: string, state: Begun['state']): boolean =>
  /^\d+$/.test(id) && state !== 'REFUSED' && state !== 'WITHDRAWN'

export class Uploads {
  readonly begun: Begun[] = []
  holds = false
  refuses: (fields: Begun['fields']) => boolean = () => false
  answers: (asked: Called) => Answered | undefined = () => undefined

  async arrived(): Promise<string> {
    return (await Promise.all(this.begun.at(-1)!.parts)).join('')
  }

  readonly call = (asked: Called): Answered | undefined => {
    if (!asked.path.startsWith('/api/uploads')) return undefined
    return this.answers(asked) ?? (asked.method === 'POST' ? this.#begin(asked) : this.#goOn(asked))
  }

  #begin({ headers }: Called): Answered {
    const pairs = headers.get('upload-metadata')!.split(',')
    const fields = Object.fromEntries(
      pairs.map((pair) => pair.split(' ')).map(([name, value]) => [name!, atob(value!)]),
    )
    const id = String(this.begun.length + 1)
    const size = Number(headers.get('upload-length'))
    const known = this.begun.find(
      ({ id: each, fields: { file }, state }) => isSame(fields['file'], file) && isSent(each, state),
    )
    if (known) {
      const offset = known.state === 'UPLOADING' ? known.length : known.size
      return answer(201, {}, { location: `/api/uploads/${known.id}`, 'upload-offset': String(offset) })
    }
    this.begun.push({ id, fields, size, parts: [], length: 0, state: 'UPLOADING' })
    return answer(201, {}, { location: `/api/uploads/${id}` })
  }

  #goOn({ method, path, headers, sent }: Called): Answered {
    const upload = this.begun.find(({ id }) => path.endsWith(`/${id}`))
    if (!upload) return answer(404, { code: 'NOT_FOUND', message: 'Not found' })
    const { state } = upload
    const offset = () => ({ 'upload-offset': String(upload.state === 'UPLOADING' ? upload.length : upload.size) })
    const issues = { file: { key: 'fileContent' } }
    if (method === 'HEAD') return answer(200, {}, offset())
    if (method === 'DELETE') {
      upload.state = 'WITHDRAWN'
      return answer(204, null)
    }
    if (method === 'GET') return answer(200, { state, ...(state === 'REFUSED' ? { issues } : {}) }, offset())
    if (state !== 'UPLOADING' || Number(headers.get('upload-offset')) !== upload.length)
      return answer(409, { code: 'CONFLICT', message: 'Conflict' })
    upload.parts.push((sent as Blob).text())
    upload.length += (sent as Blob).size
    if (upload.length < upload.size) return answer(200, {}, offset())
    upload.state = this.holds ? 'HELD' : this.refuses(upload.fields) ? 'REFUSED' : 'STORED'
    if (upload.state !== 'REFUSED') return answer(200, {}, offset())
    return answer(400, { code: 'VALIDATION', message: 'Wrong', errors: {}, issues })
  }
}
