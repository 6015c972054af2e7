// Sends the file of a record to the server in parts (tus.io). What is lost on the way is sent again from where the server
// has got to. The record itself must have reached the server first.
import type { EntityName } from '#schema/registry.ts'
import type { OnlineProblem } from '#web/store/online.ts'
import type { Store } from '#web/store/contract.ts'

export interface RecordWithFile {
  readonly entity: Extract<EntityName, 'documents' | 'referralAttachments'>
  readonly id: string
}

/** A slow line takes a part within the time that an answer may take. */
const partBytes = 512 * 1024
const mostTries = 5
const patienceMs = 15_000
const version = { 'tus-resumable': '1.0.0' } as const

/** `told` hears how much of the file has arrived, from 0 to 1. Rejects when the file did not get there. */
export async function sendFile(
  store: Store,
  of: RecordWithFile,
  file: File,
  told: (part: number) => void = () => {},
): Promise<void> {
  await recordArrived(store, of)
  told(0)
  const { headers } = await store.online.send('POST', '/api/uploads', {
    headers: { ...version, 'upload-length': String(file.size), 'upload-metadata': await metadataOf(of, file) },
  })
  const path = headers.get('location')
  if (!path) throw new Error('The upload has no address')
  let [offset, tries] = [0, 0]
  while (offset < file.size) {
    try {
      offset = await sendPart(store, path, file, offset)
      tries = 0
      told(offset / file.size)
    } catch (problem) {
      if (++tries > mostTries || !mayGoOn(problem as OnlineProblem)) throw problem
      offset = await arrivedOf(store, path).catch(() => offset)
    }
  }
  store.syncNow()
}

/** Whether the answer was lost, or the server is busy: what it refused, it refuses again. */
const mayGoOn = ({ status }: OnlineProblem): boolean => status === null || status >= 500 || status === 409

async function sendPart({ online }: Store, path: string, file: File, offset: number): Promise<number> {
  const end = Math.min(offset + partBytes, file.size)
  const { headers } = await online.send('PATCH', path, {
    body: file.slice(offset, end),
    headers: { ...version, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  })
  return Number(headers.get('upload-offset') ?? end)
}

async function arrivedOf({ online }: Store, path: string): Promise<number> {
  const { headers } = await online.send('HEAD', path, { headers: version })
  return Number(headers.get('upload-offset'))
}

/** Resolves when the server knows the record as this device does. */
function recordArrived(store: Store, { entity, id }: RecordWithFile): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const table = store.table(entity)
  const look = () => {
    if (table.mark(id) === undefined) resolve()
    else if (store.status.connection === 'offline') reject(new Error('The record could not be sent'))
  }
  const leave = [table.subscribe(look), store.subscribeStatus(look)]
  const timer = setTimeout(() => reject(new Error('The record was not sent in time')), patienceMs)
  store.syncNow()
  look()
  return promise.finally(() => {
    clearTimeout(timer)
    for (const each of leave) each()
  })
}

async function metadataOf({ entity, id }: RecordWithFile, file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const said = { entity, id, filename: file.name, filetype: file.type, sha256 }
  return Object.entries(said)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',')
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
