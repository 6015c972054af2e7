import { expect, it, vi } from 'vitest'
import { isShare, receiveShare } from './share.ts'

const origin = 'https://firm.test'
const pdf = new File(['%PDF-'], 'Plan.pdf', { type: 'application/pdf' })

function shareRequest(parts: readonly (readonly [string, string | File])[]): Request {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return new Request(`${origin}/share`, { method: 'POST', body })
}

it('handles shared files only, not pages and other forms', () => {
  expect(isShare(shareRequest([]), origin)).toBe(true)
  expect(isShare(new Request(`${origin}/share`), origin)).toBe(false)
  expect(isShare(new Request(`${origin}/api/login`, { method: 'POST' }), origin)).toBe(false)
  expect(isShare(new Request('https://elsewhere.test/share', { method: 'POST' }), origin)).toBe(false)
})

it.each([
  ['stored', '/share'],
  ['nobody', '/share?not=nobody'],
] as const)('stores every file and redirects to the app: %s', async (outcome, path) => {
  const storeFiles = vi.fn<Parameters<typeof receiveShare>[2]>(async () => outcome)
  const secondFile = new File(['again'], 'Lease.docx')
  const response = await receiveShare(
    shareRequest([
      ['files', pdf],
      ['title', 'Plan'],
      ['files', secondFile],
    ]),
    origin,
    storeFiles,
  )
  expect(storeFiles.mock.calls[0]![0].map(({ name, size }) => [name, size])).toEqual([
    ['Plan.pdf', 5],
    ['Lease.docx', 5],
  ])
  expect([response.status, response.headers.get('location')]).toEqual([303, origin + path])
})

it('rejects a form from another site before reading it', async () => {
  const storeFiles = vi.fn<Parameters<typeof receiveShare>[2]>(async () => 'stored')
  const shareFrom = (referrer: string) =>
    Object.defineProperty(shareRequest([['files', pdf]]), 'referrer', { value: referrer })
  for (const referrer of ['https://elsewhere.test/', 'https://firm.test.elsewhere.test/', 'http://firm.test/']) {
    const response = await receiveShare(shareFrom(referrer), origin, storeFiles)
    expect(response.headers.get('location')).toBe(`${origin}/share?not=foreign`)
  }
  expect(storeFiles).not.toHaveBeenCalled()
  for (const referrer of ['', 'about:client', `${origin}/documents`])
    await receiveShare(shareFrom(referrer), origin, storeFiles)
  expect(storeFiles).toHaveBeenCalledTimes(3)
})

it('reports a failure, even when the request is not a form', async () => {
  const failing = await receiveShare(shareRequest([['files', pdf]]), origin, () => Promise.reject(new Error('disk')))
  const broken = new Request(`${origin}/share`, { method: 'POST', body: 'x' })
  const unreadable = await receiveShare(broken, origin, async () => 'stored')
  for (const response of [failing, unreadable])
    expect(response.headers.get('location')).toBe(`${origin}/share?not=unkept`)
})
