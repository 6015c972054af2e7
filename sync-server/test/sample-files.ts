export const pdf = (bytes = 60, word = 'A page'): Buffer => Buffer.from(`%PDF-1.7\n${word}\n`.padEnd(bytes, '.'))
export const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
export const jpeg = Buffer.from('ffd8ffe000104a4649460001', 'hex')

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
export const doc = Buffer.concat([compoundFile, Buffer.alloc(500), Buffer.from('WordDocument', 'utf16le')])
export const xls = Buffer.concat([compoundFile, Buffer.alloc(500), Buffer.from('Workbook', 'utf16le')])

export interface ZipEntry {
  readonly name: string
  readonly size?: number
}

export function zip(...entries: readonly ZipEntry[]): Buffer {
  const locals = entries.map(({ name }) => {
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(name.length, 26)
    return Buffer.concat([header, Buffer.from(name)])
  })
  const directory = entries.map(({ name, size = 0 }) => {
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt32LE(size, 24)
    header.writeUInt16LE(name.length, 28)
    return Buffer.concat([header, Buffer.from(name)])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(Buffer.concat(locals).length, 16)
  return Buffer.concat([...locals, ...directory, end])
}

export const docx = zip({ name: '[Content_Types].xml' }, { name: 'word/document.xml' })
