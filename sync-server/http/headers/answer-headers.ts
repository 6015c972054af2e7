import { versionHeader } from '#schema/kernel/files.ts'
import { personHeader, protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const header = (description: string, schema: object = text) => ({ description, schema })

export const answerHeaders = {
  'Accept-Ranges': header('bytes'),
  'Content-Disposition': header('The name of the file'),
  'Content-Range': header('Which bytes these are, and of how many'),
  ETag: header('In double quotes, the state of what was read, as If-Match names it'),
  Link: header('With rel="next" the address of the next part; absent from the last one'),
  Location: header('Where it goes on'),
  [protocolHeader]: header('An answer without it does not come from this server', { const: String(protocolVersion) }),
  'Retry-After': header('After how many seconds to ask again', count),
  'Tus-Extension': header('What of the tus protocol is spoken'),
  'Tus-Max-Size': header('Of a file, in bytes', count),
  'Tus-Resumable': header('The version of the tus protocol'),
  'Tus-Version': header('The versions of the tus protocol that are spoken'),
  'Upload-Length': header('How many bytes the file has', count),
  [versionHeader]: header('Which version of its record’s file it is', count),
  'Upload-Offset': header('How many bytes have arrived', count),
} as const satisfies Readonly<Record<string, object>>

export type AnswerHeader = keyof typeof answerHeaders

/** Of every call below `/api`. */
export const personParameter = {
  name: personHeader,
  in: 'header',
  schema: { type: 'string', format: 'uuid' },
  description: 'The id of the person in whose name a script asks: refused when the cookie is another one’s',
}

/** Of calls whose shapes a later version may change. */
export const protocolParameter = {
  name: protocolHeader,
  in: 'header',
  schema: { type: 'integer', minimum: 0 },
  description: 'The version of the shapes that the caller understands; without it, the newest',
}
