import { expect, it } from 'vitest'
import { onePagePdf } from './one-page-pdf.ts'

const textOf = (title: string, lines: readonly string[]) => Buffer.from(onePagePdf(title, lines)).toString('latin1')

it('a PDF page has its text and a valid cross-reference table', () => {
  const text = textOf('A (b) \\ ж', ['é’s'])
  expect(text).toContain('(A \\(b\\) \\\\ ?)')
  expect(text).toContain("(é's)")
  const [, start] = /startxref\n(\d+)/.exec(text)!
  expect(text.slice(Number(start)).startsWith('xref')).toBe(true)
  for (const [, offset] of text.matchAll(/^(\d{10}) 00000 n/gm)) expect(text.slice(Number(offset))).toMatch(/^\d 0 obj/)
})

it('Turkish letters are in the page’s encoding', () => {
  const text = textOf('Kadıköy Şirketi', ['ığĞİşŞ'])
  expect(text).toContain('/Differences [128 /dotlessi /gbreve /Gbreve /Idotaccent /scedilla /Scedilla]')
  expect(text).toContain('(Kad\x80köy \x85irketi)')
  expect(text).toContain('(\x80\x81\x82\x83\x84\x85)')
})

it('long lines wrap between words', () => {
  const text = textOf('Title', [`${'word '.repeat(30)}end`])
  const lines = [...text.matchAll(/12 Tf 56 (\d+) Td \((.*)\) Tj/g)].map(([, y, lineText]) => [Number(y), lineText])
  expect(lines.map(([y]) => y)).toEqual([720, 700])
  expect(lines.map(([, lineText]) => lineText).join(' ')).toBe(`${'word '.repeat(30)}end`)
})
