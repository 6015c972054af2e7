import { versionHeader } from '#schema/kernel/files.ts'
import { personHeader, protocolHeader, protocolVersion, requestIdHeader } from '#schema/sync/protocol.ts'

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const header = (description: string, schema: object = text) => ({ description, schema })

export const responseHeaders = {
  'Accept-Ranges': header('bytes'),
  'Content-Disposition': header('The name of the file'),
  'Content-Range': header('The range of bytes and the size of the file'),
  ETag: header('The version of the record, in double quotes, for If-Match'),
  Link: header('The address of the next page, with rel="next"; absent from the last page'),
  Location: header('The address to continue at'),
  [protocolHeader]: header('A response without this header is not from this server', {
    const: String(protocolVersion),
  }),
  [requestIdHeader]: header('The id of the request in the log of the server'),
  'Retry-After': header('Seconds to wait before the next attempt', count),
  'Tus-Extension': header('The supported extensions of the tus protocol'),
  'Tus-Max-Size': header('The maximum size of a file, in bytes', count),
  'Tus-Resumable': header('The version of the tus protocol'),
  'Tus-Version': header('The supported versions of the tus protocol'),
  'Upload-Length': header('The size of the file, in bytes', count),
  [versionHeader]: header('The version of the file, counted for each record', count),
  'Upload-Offset': header('The number of bytes received', count),
} as const satisfies Readonly<Record<string, object>>

export type ResponseHeader = keyof typeof responseHeaders

export const personParameter = {
  name: personHeader,
  in: 'header',
  schema: { type: 'string', format: 'uuid' },
  description:
    'The id of the person on whose behalf a script makes the request. Refused if the cookie belongs to someone else',
}

export const protocolParameter = {
  name: protocolHeader,
  in: 'header',
  schema: { type: 'integer', minimum: 0 },
  description: 'The newest version of the formats that the caller understands; by default the newest of the server',
}
