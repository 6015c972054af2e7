import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly to: readonly string[]
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

const fromQuoted = (text: string, space = ' '): string =>
  Buffer.from(
    text
      .replaceAll('_', space)
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodeBody = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuoted(body, '_') : body
}

const decodeWords = (line: string): string =>
  line
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString('utf8') : fromQuoted(word),
    )

function headersOf(head: string): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [name = '', ...rest] = line.split(':')
    ;(headers[name.toLowerCase()] ??= []).push(decodeWords(rest.join(':').trim()))
  }
  return headers
}

function split(raw: string): { readonly headers: Record<string, string[]>; readonly body: string } {
  const at = raw.search(/\r?\n\r?\n/)
  return { headers: headersOf(raw.slice(0, at)), body: raw.slice(at).replace(/^(\r?\n){2}/, '') }
}

function read(raw: string, to: readonly string[]): Received {
  const { headers, body } = split(raw)
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(headers['content-type']?.[0] ?? '') ?? []
  const parts = body.split(`--${boundary}`).slice(1, -1)
  const partOf = (type: string): string => {
    const found = parts
      .map((part) => split(part.replace(/^\r?\n/, '')))
      .find((part) => part.headers['content-type']?.[0]?.startsWith(type))
    return found ? decodeBody(found.body, found.headers['content-transfer-encoding']?.[0] ?? '') : ''
  }
  const text = partOf('text/plain')
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
  return { to, headers, subject: headers['subject']?.[0] ?? '', text, html: partOf('text/html'), links }
}

export type Mailbox = Awaited<ReturnType<typeof createMailbox>>

export async function createMailbox() {
  const received: Received[] = []
  let refusal: { readonly code: number } | undefined
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        // Real servers quote unknown recipients.
        const [first] = envelope.rcptTo
        if (refusal)
          return done(Object.assign(new Error(`no room for ${first?.address}`), { responseCode: refusal.code }))
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push(read(Buffer.concat(chunks).toString('utf8'), to))
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (code: number | undefined) => void (refusal = code === undefined ? undefined : { code }),
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
