import { expect, test } from 'vitest'
import { openWork, sealWork } from './sealed-work.ts'

const text = JSON.stringify({ name: 'Kadıköy عمارة नदी', long: 'x'.repeat(200_000) })
const fileOf = (fill: string) => new TextEncoder().encode(fill.repeat(300_000)).buffer
const asText = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes)

async function seal(passphrase: string, work = text, ...files: ArrayBuffer[]): Promise<Blob> {
  const { file } = await sealWork(passphrase, async (take) => {
    for (const each of files) await take(each)
    return { text: work, leftOut: 0 }
  })
  return file
}

test('sealed work opens with its passphrase in any Unicode form, and reveals nothing of its content', async () => {
  const file = await seal('ﬁne weather é', text, fileOf('a'), fileOf('b'))
  for (const shown of ['Kadıköy', 'aaaaaaaa', 'bbbbbbbb']) expect(await file.text()).not.toContain(shown)
  const opened = await openWork('fine weather é'.normalize('NFD'), file)
  if (opened.kind === 'refused') throw new Error(opened.because)
  expect(opened.text).toBe(text)
  expect(asText(await opened.read(1))).toBe('b'.repeat(300_000))
  expect(asText(await opened.read(0))).toBe('a'.repeat(300_000))
  expect(await openWork('fine weather e', file)).toEqual({ kind: 'refused', because: 'passphrase' })
})

test('the same work sealed twice looks different', async () => {
  const [first, other] = [await seal('fine weather', 'a'), await seal('fine weather', 'a')]
  expect(await first.text()).not.toBe(await other.text())
})

test('a changed, truncated or recombined file does not open', async () => {
  const file = await seal('fine weather', text, fileOf('a'), fileOf('b'))
  const lines = (await file.slice(0, 300).text()).split('\n')
  const weaker = new Blob([`${lines[0]!.replace('600000', '1')}\n`, file.slice(lines[0]!.length + 1)])
  expect(await openWork('fine weather', weaker)).toEqual({ kind: 'refused', because: 'passphrase' })
  expect(await openWork('fine weather', file.slice(0, -9))).toEqual({ kind: 'refused', because: 'unsentFile' })
  const part = 300_016
  const start = file.size - 2 * part
  const swapped = new Blob([file.slice(0, start), file.slice(start + part), file.slice(start, start + part)])
  const zeroed = new Blob([file.slice(0, -9), new Uint8Array(9)])
  for (const each of [swapped, zeroed]) {
    const opened = await openWork('fine weather', each)
    if (opened.kind === 'refused') throw new Error(opened.because)
    await expect(opened.read(1)).rejects.toMatchObject({ name: 'OperationError' })
  }
})

test('a file of an earlier version, which holds changes alone, still opens', async () => {
  expect(await openWork('nine blue lanterns', new Blob([legacyFile]))).toMatchObject({ text: '{"records":["Wadi"]}' })
})

const head = (overrides: object) =>
  JSON.stringify({ holdfast: 'unsent changes', format: 2, iterations: 1, ...overrides })
test.each([
  ['not JSON', 'unsentFile', 'hello'],
  ['another file', 'unsentFile', '{"head":{"holdfast":"other"},"sealed":""}'],
  ['another kind of file', 'unsentFile', head({ holdfast: 'other' })],
  ['a later format', 'newerFile', `${head({ format: 3 })}\n9\n`],
  ['a later format in one text', 'newerFile', `{"head":${head({ format: 3 })},"sealed":""}`],
  ['endless work', 'newerFile', `${head({ iterations: 1e12 })}\n9\n`],
  ['a part of a file', 'passphrase', `${head({ salt: '', iv: '' })}\n9\n`],
])('%s is refused', async (_, because, file) => {
  expect(await openWork('fine weather', new Blob([file]))).toEqual({ kind: 'refused', because })
})

const legacyFile =
  '{"head":{"holdfast":"unsent changes","format":1,"iterations":1000,"salt":"O61J9QiPo4iOTMV9tZ3v/w==","iv":"UrjltEtdmQ4uuO0A"},"sealed":"8sG4XaiUQC/j5WrD3ImrcnrJDERF2CfDHO9s6XZA39j0Z4Vp"}'
