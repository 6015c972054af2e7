import { describe, expect, it } from 'vitest'
import type { FileType } from '#schema/kernel/files.ts'
import { doc, docx, jpeg, pdf, png, xls, zip } from '#server/test/sample-files.ts'
import { isOfType } from './check-content.ts'

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const samples: Readonly<Record<FileType, Buffer>> = {
  'application/pdf': pdf(),
  'application/msword': doc,
  [wordDocument]: docx,
  'image/png': png,
  'image/jpeg': jpeg,
}
const types = Object.keys(samples) as FileType[]

describe('the content of a file', () => {
  it.each(types)('%s is only of its own type', (type) => {
    expect(types.filter((each) => isOfType(samples[type], each))).toEqual([type])
  })

  it.each<[string, FileType, Buffer]>([
    ['nothing', 'application/pdf', Buffer.alloc(0)],
    ['a page of the web', 'application/pdf', Buffer.from('<html>%PDF-1.7')],
    ['a spreadsheet', 'application/msword', xls],
    ['a zip of something else', wordDocument, zip({ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' })],
    ['a document with macros', wordDocument, withEntry({ name: 'word/vbaProject.bin' })],
    ['a document that unpacks to a gigabyte', wordDocument, withEntry({ name: 'word/media/a.png', size: 2 ** 30 })],
    ['a document of many entries', wordDocument, zip(...Array.from({ length: 5_001 }, (_, at) => ({ name: `${at}` })))],
    ['a document that was cut off', wordDocument, docx.subarray(0, -1)],
    ['a document with something before it', wordDocument, Buffer.concat([Buffer.from('MZ'), docx])],
    ['a page of the web before a zip', wordDocument, Buffer.concat([Buffer.from('<html></html>'), docx])],
    ['a zip whose list lies outside of it', wordDocument, pointingOutside()],
  ])('is refused: %s', (_, type, bytes) => {
    expect(isOfType(bytes, type)).toBe(false)
  })

  it('a document may end with a comment, as a zip may', () => {
    const commented = Buffer.concat([docx, Buffer.from('hello')])
    commented.writeUInt16LE(5, docx.length - 2)
    expect(isOfType(commented, wordDocument)).toBe(true)
  })
})

function withEntry(entry: { name: string; size?: number }): Buffer {
  return zip({ name: '[Content_Types].xml' }, { name: 'word/document.xml' }, entry)
}

function pointingOutside(): Buffer {
  const bytes = Buffer.from(docx)
  bytes.writeUInt32LE(0xfffffff0, docx.length - 6)
  return bytes
}
