// Spreadsheets write UTF-8, UTF-16, or the system's code page.

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1254', 'windows-1256'] as const
export type Encoding = (typeof encodings)[number]

/** Bytes that are Ğ İ Ş ğ ı ş in Windows-1254 and Ð Ý Þ ð ý þ, which only Icelandic needs, in Windows-1252. */
const turkish: ReadonlySet<number> = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe])

/** Arabic writes whole words beyond ASCII, other languages single letters. */
const minArabicRun = 3

/** The byte order mark decides, then zeros beside Latin letters, then valid UTF-8, then typical letters. */
export async function guessEncoding(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let isTurkish = false
  let first: Uint8Array = new Uint8Array()
  let [run, inRuns, alone] = [0, 0, 0]
  const endRun = () => {
    if (run >= minArabicRun) inRuns += run
    else alone += run
    run = 0
  }
  for await (const piece of pieces) {
    if (first.length < 2) {
      first = Uint8Array.from([...first, ...piece.subarray(0, 2)])
      const utf16 = utf16Of(first)
      if (utf16) return utf16
    }
    isUtf8 &&= isReadable(utf8, piece)
    for (const byte of piece) {
      if (turkish.has(byte)) isTurkish = true
      if (byte >= 0xc0) run++
      else if (run > 0) endRun()
    }
  }
  if (isUtf8 && isReadable(utf8)) return 'utf-8'
  endRun()
  if (inRuns > alone) return 'windows-1256'
  return isTurkish ? 'windows-1254' : 'windows-1252'
}

function utf16Of([first, second]: Uint8Array): Encoding | undefined {
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second) ? 'utf-16be' : undefined
}

function isReadable(decoder: TextDecoder, piece?: Uint8Array): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    return false
  }
}

export class UnreadableText extends Error {}

/** Decoded chunks without a byte order mark. Throws `UnreadableText` for invalid text. */
export async function* decodePieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (piece?: Uint8Array): string => {
    let text: string
    try {
      text = decoder.decode(piece, { stream: piece !== undefined })
    } catch (error) {
      throw new UnreadableText(`is not ${encoding.toUpperCase()} text`, { cause: error })
    }
    if (text.includes('\u0000')) throw new UnreadableText('is not a text file')
    return text
  }
  for await (const piece of pieces) yield decode(piece)
  yield decode()
}
