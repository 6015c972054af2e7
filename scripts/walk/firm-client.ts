// Writes as the firm's administrator, and checks that all changes and files survive every walk.
import { v7 as uuidv7 } from 'uuid'
import { pdf } from '#server/test/sample-files.ts'
import { postForm } from '#server/test/post-form.ts'
import { uploading } from '#server/test/uploading.ts'
import type { Site } from '../image/compose/site.ts'

const email = 'admin@north.example'
const password = 'long enough for a walk'

interface WrittenRecord {
  readonly project: string
  readonly document: string
  readonly bytes: Buffer
}

export interface FirmClient {
  accept(link: string): Promise<void>
  write(name: string): Promise<void>
  /** Returns what is wrong. */
  check(): Promise<string | undefined>
}

export function createFirmClient(site: Site): FirmClient {
  let cookie = ''
  const written: WrittenRecord[] = []

  async function signIn(): Promise<void> {
    const response = await postForm(site, '/api/login', { email, password }, { origin: site.origin })
    if (response.status !== 303) throw new Error(`The sign-in returned ${response.status}: ${await response.text()}`)
    cookie = response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  }

  async function create(path: string, body: unknown): Promise<{ readonly id: string }> {
    const headers = { cookie, origin: site.origin, 'content-type': 'application/json', 'idempotency-key': uuidv7() }
    const response = await site.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as { id: string }
  }

  async function problemWith({ project, document, bytes }: WrittenRecord): Promise<string | undefined> {
    const row = await site.request(`/api/projects/${project}`, { headers: { cookie } })
    if (row.status !== 200) return `project ${project} returns ${row.status}`
    const file = await site.request(`/files/${document}`, { headers: { cookie } })
    if (file.status !== 200) return `file ${document} returns ${file.status}: ${await file.text()}`
    return bytes.equals(Buffer.from(await file.arrayBuffer())) ? undefined : `file ${document} has other bytes`
  }

  return {
    async accept(link) {
      const token = new URL(link).searchParams.get('token')!
      const values = { token, firstName: 'Ada', lastName: 'Noor', password }
      const response = await postForm(site, '/api/invitation', values, { origin: site.origin })
      if (response.status !== 303) throw new Error(`The invitation returned ${response.status}`)
      written.length = 0
    },
    async write(name) {
      await signIn()
      const project = await create('/api/projects', { name, type: 'REAL_ESTATE' })
      const document = await create('/api/documents', { name, type: 'REPORT', projectId: project.id })
      const bytes = pdf(3_000 + written.length)
      const meant = { id: document.id, filename: `${name}.pdf`, filetype: 'application/pdf' }
      const app = {
        request: (path: string, init: RequestInit) => site.request(new URL(path, site.origin).pathname, init),
      }
      const status = await uploading({ app: app as never }, { cookie }).upload(meant, bytes)
      if (status !== 204) throw new Error(`The upload returned ${status}`)
      written.push({ project: project.id, document: document.id, bytes })
    },
    async check() {
      await signIn()
      const problems = await Promise.all(written.map(problemWith))
      return problems.find(Boolean)
    },
  }
}
