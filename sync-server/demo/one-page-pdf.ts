/** The standard encoding lacks these letters. */
const turkish = { ı: 'dotlessi', ğ: 'gbreve', Ğ: 'Gbreve', İ: 'Idotaccent', ş: 'scedilla', Ş: 'Scedilla' } as const
const firstCode = 0x80
const codes = new Map(Object.keys(turkish).map((letter, i) => [letter, String.fromCharCode(firstCode + i)]))
const differences = `[${firstCode} ${Object.values(turkish)
  .map((name) => `/${name}`)
  .join(' ')}]`

const printable = (text: string): string =>
  Array.from(text.replaceAll('’', "'").normalize('NFC'))
    .map((each) => codes.get(each) ?? each)
    .join('')
    .replace(/[^\x20-\x7e\x80-\x85\xa0-\xff]/gu, '?')
    .replace(/[\\()]/g, (each) => `\\${each}`)

const textAt = (y: number, size: number, text: string): string =>
  `BT /F1 ${size} Tf 56 ${y} Td (${printable(text)}) Tj ET`

function wrapText(line: string, maxLength: number): string[] {
  const parts: string[] = ['']
  for (const word of line.split(' ')) {
    const longer = parts.at(-1) ? `${parts.at(-1)} ${word}` : word
    if (longer.length <= maxLength || !parts.at(-1)) parts[parts.length - 1] = longer
    else parts.push(word)
  }
  return parts
}

export function onePagePdf(title: string, lines: readonly string[]): Uint8Array {
  const titleLines = wrapText(title, 44).map((line, i) => textAt(760 - i * 26, 20, line))
  const top = 720 - (titleLines.length - 1) * 26
  const body = lines.flatMap((line) => wrapText(line, 84)).map((line, i) => textAt(top - i * 20, 12, line))
  const content = [...titleLines, ...body].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding /Differences ${differences} >> >>`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}
