// PBKDF2-HMAC-SHA-256, then AES-256-GCM per file to limit memory. Layout: head line, length line, text, files.
import type { ReadBytes, WriteBytes, UnsentWork } from '#web/store/base/unsent-work.ts'
import { isObject, objectIn } from '#web/store/base/read-json.ts'

const iterations = 600_000
/** A larger number would only block the browser. */
const maxIterations = 10_000_000
const tagBytes = 16
const maxHeadLength = 2_000
/** Applies to format 1. */
const maxTextLength = 100_000_000

interface Head {
  readonly holdfast: 'unsent changes'
  /** 1: one JSON text without files. */
  readonly format: 1 | 2
  readonly iterations: number
  readonly salt: string
  /** Without the index of the part; the whole vector in format 1. */
  readonly iv: string
}

interface SealedText {
  readonly text: string
  /** File sizes in bytes. */
  readonly sizes: readonly number[]
}

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)
const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes)
const toBase64 = (bytes: Bytes): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

async function keyOf(passphrase: string, { salt, iterations: derivedIterations }: Head): Promise<CryptoKey> {
  // Keyboards may compose the same characters differently.
  const material = await crypto.subtle.importKey('raw', bytesOf(passphrase.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations: derivedIterations }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** The head is authenticated, so no one can weaken it; the index fixes the order of the parts. */
function cipherOf(head: Head, number: number) {
  const [ivBytes, count] = [fromBase64(head.iv), new DataView(new ArrayBuffer(4))]
  count.setUint32(0, number)
  const iv = head.format === 1 ? ivBytes : new Uint8Array([...ivBytes, ...new Uint8Array(count.buffer)])
  return { name: 'AES-GCM', iv, additionalData: bytesOf(JSON.stringify(head)) }
}

/** `collect` yields the files' bytes in order, then the text. */
export async function sealWork(
  passphrase: string,
  collect: (take: WriteBytes) => Promise<UnsentWork>,
): Promise<{ readonly file: Blob; readonly leftOut: number }> {
  const [salt, iv] = [toBase64(random(16)), toBase64(random(8))]
  const head: Head = { holdfast: 'unsent changes', format: 2, iterations, salt, iv }
  const key = await keyOf(passphrase, head)
  const seal = (number: number, bytes: BufferSource) => crypto.subtle.encrypt(cipherOf(head, number), key, bytes)
  const [sizes, parts]: [number[], Blob[]] = [[], []]
  const { text, leftOut } = await collect(async (bytes) => {
    sizes.push(bytes.byteLength)
    parts.push(new Blob([await seal(sizes.length, bytes)]))
  })
  const first = await seal(0, bytesOf(JSON.stringify({ text, sizes } satisfies SealedText)))
  return { file: new Blob([`${JSON.stringify(head)}\n${first.byteLength}\n`, first, ...parts]), leftOut }
}

export type Opened =
  | { readonly kind: 'opened'; readonly text: string; readonly read: ReadBytes }
  | { readonly kind: 'refused'; readonly because: 'unsentFile' | 'newerFile' | 'passphrase' }

const refused = (because: Extract<Opened, { kind: 'refused' }>['because']): Opened => ({ kind: 'refused', because })

export async function openWork(passphrase: string, file: Blob): Promise<Opened> {
  const [line = '', length = ''] = (await file.slice(0, maxHeadLength).text()).split('\n')
  const first = objectIn(line)
  const legacyFile =
    first?.['holdfast'] === undefined && file.size < maxTextLength ? objectIn(await file.text()) : undefined
  const head = legacyFile ? legacyFile['head'] : first
  if (!isHead(head)) return refused('unsentFile')
  if (![1, 2].includes(head.format) || !(Number(head.iterations) <= maxIterations)) return refused('newerFile')
  try {
    const key = await keyOf(passphrase, head)
    return await (legacyFile ? openText(head, key, legacyFile['sealed']) : openParts(head, key, file, [line, length]))
  } catch {
    return refused('passphrase')
  }
}

const isHead = (found: unknown): found is Head => isObject(found) && found['holdfast'] === 'unsent changes'

async function openText(head: Head, key: CryptoKey, sealed: unknown): Promise<Opened> {
  if (typeof sealed !== 'string') return refused('unsentFile')
  const text = textOf(await crypto.subtle.decrypt(cipherOf(head, 0), key, fromBase64(sealed)))
  return { kind: 'opened', text, read: () => Promise.reject(new Error('It holds no files')) }
}

async function openParts(head: Head, key: CryptoKey, file: Blob, lines: readonly string[]): Promise<Opened> {
  const open = async (number: number, start: number, bytes: number) =>
    crypto.subtle.decrypt(cipherOf(head, number), key, await file.slice(start, start + bytes).arrayBuffer())
  const [first, length] = [bytesOf(`${lines.join('\n')}\n`).length, Number(lines[1])]
  const { text, sizes } = JSON.parse(textOf(await open(0, first, length))) as SealedText
  const startOf = (index: number): number =>
    sizes.slice(0, index).reduce((at, size) => at + size + tagBytes, first + length)
  if (file.size !== startOf(sizes.length)) return refused('unsentFile')
  return { kind: 'opened', text, read: (index) => open(index + 1, startOf(index), sizes[index]! + tagBytes) }
}
