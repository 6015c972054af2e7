// PDF embeds JPEG as it is, so the file needs no library (ISO 32000-1, 7.4.8 and 8.9.5).

export interface PdfPhoto {
  /** A JPEG with three colors. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** The long side of A4, in points. */
const longSide = 842

export function photosToPdf(photos: readonly PdfPhoto[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array<ArrayBuffer>) => {
    parts.push(part)
    length += part.length
  }
  const writeObject = (...content: readonly (string | Uint8Array<ArrayBuffer>)[]) => {
    offsets.push(length)
    write(`${offsets.length} 0 obj\n`)
    for (const part of content) write(part)
    write('\nendobj\n')
  }
  const writeStream = (entries: string, bytes: string | Uint8Array<ArrayBuffer>) =>
    writeObject(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream')

  // The comment marks the file as binary.
  write('%PDF-1.4\n')
  write(new Uint8Array([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]))
  writeObject('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = photos.map((_, index) => `${3 + 3 * index} 0 R`).join(' ')
  writeObject(`<< /Type /Pages /Count ${photos.length} /Kids [${kids}] >>`)
  for (const [index, { bytes, width, height }] of photos.entries()) {
    const first = 3 + 3 * index
    const [w, h] = [width, height].map((side) => ((side * longSide) / Math.max(width, height)).toFixed(2))
    const resources = `<< /XObject << /Photo ${first + 2} 0 R >> >>`
    writeObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources ${resources} /Contents ${first + 1} 0 R >>`,
    )
    writeStream('', `q ${w} 0 0 ${h} 0 0 cm /Photo Do Q`)
    const color = '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode'
    writeStream(`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${color}`, bytes)
  }
  const table = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`)
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
