import { expect, it } from 'vitest'
import { decodePieces, type Encoding, guessEncoding, UnreadableText } from './encoding.ts'

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

async function textOf(bytes: Uint8Array, encoding: Encoding, size = bytes.length): Promise<string> {
  let text = ''
  for await (const piece of decodePieces(inChunks(bytes, size), encoding)) text += piece
  return text
}

const swapBytes = (text: string) => Buffer.from(text, 'utf16le').swap16()

it.each<[Encoding, string, Uint8Array]>([
  ['utf-8', 'Société;İş', Buffer.from('Société;İş')],
  ['utf-8', 'Société', Buffer.from('\uFEFFSociété')],
  ['utf-8', 'Name', Buffer.from('Name')],
  ['utf-16le', 'Société', Buffer.from('\uFEFFSociété', 'utf16le')],
  ['utf-16be', 'Société', swapBytes('\uFEFFSociété')],
  ['utf-16le', 'Nom;Société', Buffer.from('Nom;Société', 'utf16le')],
  ['utf-16be', 'Nom;Société', swapBytes('Nom;Société')],
  ['windows-1256', 'الاسم;Email', Buffer.from('\xc7\xe1\xc7\xd3\xe3;Email', 'latin1')],
  ['windows-1252', 'Société Générale – 5 €', Buffer.from('Soci\xe9t\xe9 G\xe9n\xe9rale \x96 5 \x80', 'latin1')],
  ['windows-1254', 'İş Girişim Ağı', Buffer.from('\xdd\xfe Giri\xfeim A\xf0\xfd', 'latin1')],
])('%s is recognized, in pieces of any size: %s', async (encoding, text, bytes) => {
  for (const size of [1, 3, bytes.length]) {
    expect(await guessEncoding(inChunks(bytes, size))).toBe(encoding)
    expect(await textOf(bytes, encoding, size)).toBe(text)
  }
})

it('bytes that are not text in the named encoding are refused, and so are files that are not text', async () => {
  await expect(textOf(Buffer.from('Soci\xe9t\xe9', 'latin1'), 'utf-8')).rejects.toThrow(UnreadableText)
  await expect(textOf(Buffer.from('PK\u0003\u0000'), 'utf-8')).rejects.toThrow('is not a text file')
})
