// Nothing is unpacked.
import type { FileType } from '#schema/kernel/files.ts'

const startsWith = (bytes: Buffer, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const
const wordStream = Buffer.from('WordDocument', 'utf16le')

const checks: Readonly<Record<FileType, (bytes: Buffer) => boolean>> = {
  'application/pdf': (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-',
  'application/msword': (bytes) => startsWith(bytes, ...compoundFile) && bytes.includes(wordStream),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': isDocx,
  'image/png': (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  'image/jpeg': (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff),
}

export const isOfType = (bytes: Buffer, type: FileType): boolean => checks[type](bytes)

/** A larger zip is treated as a bomb. */
const maxEntries = 5_000
const maxUnpackedBytes = 500 * 1024 * 1024

const isMacro = (name: string): boolean => /(^|\/)vbaProject\.bin$/i.test(name)

function isDocx(bytes: Buffer): boolean {
  const entries = zipEntries(bytes)
  if (!entries) return false
  const names = entries.map(({ name }) => name)
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  return (
    unpacked <= maxUnpackedBytes &&
    names.includes('[Content_Types].xml') &&
    names.includes('word/document.xml') &&
    !names.some(isMacro)
  )
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** Size of a zip's end record, and its longest comment. */
const [endBytes, entryBytes, maxCommentBytes] = [22, 46, 0xffff] as const

/** Null if damaged or too large. */
function zipEntries(bytes: Buffer): { readonly name: string; readonly size: number }[] | null {
  const end = endOfZip(bytes)
  if (end === null) return null
  const count = bytes.readUInt16LE(end + 10)
  let index = bytes.readUInt32LE(end + 16)
  if (count > maxEntries) return null
  const entries: { name: string; size: number }[] = []
  for (let i = 0; i < count; i++) {
    if (index + entryBytes > end || bytes.readUInt32LE(index) !== entrySignature) return null
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => bytes.readUInt16LE(index + place)) as [
      number,
      number,
      number,
    ]
    const next = index + entryBytes + nameBytes + extraBytes + commentBytes
    if (next > end) return null
    entries.push({
      name: bytes.toString('utf8', index + entryBytes, index + entryBytes + nameBytes),
      size: bytes.readUInt32LE(index + 24),
    })
    index = next
  }
  return startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ? entries : null
}

function endOfZip(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes)
  for (let index = bytes.length - endBytes; index >= first; index--)
    if (
      bytes.readUInt32LE(index) === endSignature &&
      index + endBytes + bytes.readUInt16LE(index + 20) === bytes.length
    )
      return index
  return null
}
