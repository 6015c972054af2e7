import { expect, it } from 'vitest'
import { safeFileName, typeOfName } from './file-name.ts'

it.each([
  ['Plan 2026.pdf', 'Plan 2026.pdf'],
  ['Plan.PDF', 'Plan.pdf'],
  ['Résumé – été.pdf', 'Résumé – été.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\me\\Deed.pdf', 'Deed.pdf'],
  ['run.exe', 'run.exe.pdf'],
  ['page.html', 'page.html.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe.pdf'],
  ['a\r\nset-cookie: x\u0000.pdf', 'a__set-cookie_ x_.pdf'],
  ['"quoted" <b>.pdf', '_quoted_ _b_.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['...', 'file.pdf'],
  ['', 'file.pdf'],
  ['x'.repeat(500), `${'x'.repeat(200)}.pdf`],
  ['\ud800.pdf', '\ufffd.pdf'],
])('%j is kept as %j', (given, kept) => {
  expect(safeFileName(given, 'application/pdf')).toBe(kept)
})

it('a long run of dots is trimmed in linear time', () => {
  const name = `a${'.'.repeat(1_000_000)}b`
  expect(safeFileName(name, 'application/pdf')).toBe(`a${'.'.repeat(199)}.pdf`)
  expect(safeFileName(`${name}${'.'.repeat(1_000_000)}`, 'application/pdf')).toBe(`a${'.'.repeat(199)}.pdf`)
})

it('a type has more than one extension', () => {
  expect(safeFileName('Passport.jpeg', 'image/jpeg')).toBe('Passport.jpeg')
  expect(safeFileName('Passport', 'image/jpeg')).toBe('Passport.jpg')
  const types = ['application/pdf', 'application/msword', 'image/jpeg'] as const
  expect(['a.DOC', 'a.jpeg', 'a.docx', 'pdf'].map((name) => typeOfName(name, types))).toEqual([
    'application/msword',
    'image/jpeg',
    null,
    null,
  ])
})
