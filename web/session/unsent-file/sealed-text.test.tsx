import { expect, test } from 'vitest'
import { openText, sealText } from './sealed-text.ts'

const text = JSON.stringify({ name: 'Kadıköy عمارة नदी', long: 'x'.repeat(200_000) })

test('a sealed text opens with its passphrase, in whatever form a keyboard writes it, and shows nothing of the text', async () => {
  const file = await sealText('ﬁne weather é', text)
  expect(file).not.toContain('Kadıköy')
  expect(await openText('fine weather é'.normalize('NFD'), file)).toEqual({ kind: 'opened', text })
  expect(await openText('fine weather e', file)).toEqual({ kind: 'refused', because: 'passphrase' })
})

test('the same text sealed twice looks different', async () => {
  expect(await sealText('fine weather', 'a')).not.toBe(await sealText('fine weather', 'a'))
})

test('a file that somebody has changed does not open', async () => {
  const file = JSON.parse(await sealText('fine weather', text)) as { head: { iterations: number }; sealed: string }
  const weaker = { ...file, head: { ...file.head, iterations: 1 } }
  const turned = { ...file, sealed: `${file.sealed.slice(0, 40)}AAAA${file.sealed.slice(44)}` }
  for (const each of [weaker, turned])
    expect(await openText('fine weather', JSON.stringify(each))).toEqual({ kind: 'refused', because: 'passphrase' })
})

test.each([
  ['not JSON', 'unsentFile', 'hello'],
  ['another file', 'unsentFile', '{"head":{"holdfast":"other"},"sealed":""}'],
  ['a later format', 'newerFile', '{"head":{"holdfast":"unsent changes","format":2,"iterations":1},"sealed":""}'],
  ['endless work', 'newerFile', '{"head":{"holdfast":"unsent changes","format":1,"iterations":1e12},"sealed":""}'],
])('%s is refused', async (_, because, file) => {
  expect(await openText('fine weather', file)).toEqual({ kind: 'refused', because })
})
