// A text that opens with a passphrase only. Its key is derived by PBKDF2-HMAC-SHA-256 with the iterations that OWASP's
// Password Storage Cheat Sheet asks for, and its cipher is AES-256-GCM.
import { isObject, objectIn } from '#web/store/read-json.ts'

const iterations = 600_000
/** A file that asks for more would only hold the browser up. */
const mostIterations = 10_000_000

interface Head {
  readonly holdfast: 'unsent changes'
  readonly format: 1
  readonly iterations: number
  readonly salt: string
  readonly iv: string
}

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)
const toBase64 = (bytes: Bytes): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

async function keyOf(passphrase: string, { salt, iterations: times }: Head): Promise<CryptoKey> {
  // The same words may be typed on another keyboard.
  const material = await crypto.subtle.importKey('raw', bytesOf(passphrase.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations: times }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** The head is part of what is sealed, so nobody can weaken it. */
const cipherOf = (head: Head) => ({
  name: 'AES-GCM',
  iv: fromBase64(head.iv),
  additionalData: bytesOf(JSON.stringify(head)),
})

export async function sealText(passphrase: string, text: string): Promise<string> {
  const head: Head = {
    holdfast: 'unsent changes',
    format: 1,
    iterations,
    salt: toBase64(random(16)),
    iv: toBase64(random(12)),
  }
  const sealed = await crypto.subtle.encrypt(cipherOf(head), await keyOf(passphrase, head), bytesOf(text))
  return JSON.stringify({ head, sealed: toBase64(new Uint8Array(sealed)) })
}

export type Opened =
  | { readonly kind: 'opened'; readonly text: string }
  | { readonly kind: 'refused'; readonly because: 'unsentFile' | 'newerFile' | 'passphrase' }

export async function openText(passphrase: string, file: string): Promise<Opened> {
  const found = objectIn(file)
  const head = found?.['head']
  const sealed = found?.['sealed']
  if (!isObject(head) || head['holdfast'] !== 'unsent changes' || typeof sealed !== 'string')
    return { kind: 'refused', because: 'unsentFile' }
  if (head['format'] !== 1 || !(Number(head['iterations']) <= mostIterations))
    return { kind: 'refused', because: 'newerFile' }
  try {
    const known = head as unknown as Head
    const text = await crypto.subtle.decrypt(cipherOf(known), await keyOf(passphrase, known), fromBase64(sealed))
    return { kind: 'opened', text: new TextDecoder().decode(text) }
  } catch {
    return { kind: 'refused', because: 'passphrase' }
  }
}
