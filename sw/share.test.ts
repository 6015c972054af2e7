import { expect, it, vi } from 'vitest'
import { isShare, receiveShare } from './share.ts'

const origin = 'https://firm.test'
const paper = new File(['%PDF-'], 'Plan.pdf', { type: 'application/pdf' })

function sharing(parts: readonly (readonly [string, string | File])[]): Request {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return new Request(`${origin}/share`, { method: 'POST', body })
}

it('handles shared files only, not pages and other forms', () => {
  expect(isShare(sharing([]), origin)).toBe(true)
  expect(isShare(new Request(`${origin}/share`), origin)).toBe(false)
  expect(isShare(new Request(`${origin}/api/login`, { method: 'POST' }), origin)).toBe(false)
  expect(isShare(new Request('https://elsewhere.test/share', { method: 'POST' }), origin)).toBe(false)
})

it.each([
  ['kept', '/share'],
  ['nobody', '/share?not=nobody'],
] as const)('keeps every file, and leads to the app: %s', async (outcome, path) => {
  const keep = vi.fn<Parameters<typeof receiveShare>[2]>(async () => outcome)
  const again = new File(['again'], 'Lease.docx')
  const answer = await receiveShare(
    sharing([
      ['files', paper],
      ['title', 'Plan'],
      ['files', again],
    ]),
    origin,
    keep,
  )
  expect(keep.mock.calls[0]![0].map(({ name, size }) => [name, size])).toEqual([
    ['Plan.pdf', 5],
    ['Lease.docx', 5],
  ])
  expect([answer.status, answer.headers.get('location')]).toEqual([303, origin + path])
})

it('refuses a form from another site before reading it', async () => {
  const keep = vi.fn<Parameters<typeof receiveShare>[2]>(async () => 'kept')
  const sent = (referrer: string) => Object.defineProperty(sharing([['files', paper]]), 'referrer', { value: referrer })
  for (const referrer of ['https://elsewhere.test/', 'https://firm.test.elsewhere.test/', 'http://firm.test/']) {
    const answer = await receiveShare(sent(referrer), origin, keep)
    expect(answer.headers.get('location')).toBe(`${origin}/share?not=foreign`)
  }
  expect(keep).not.toHaveBeenCalled()
  for (const referrer of ['', 'about:client', `${origin}/documents`]) await receiveShare(sent(referrer), origin, keep)
  expect(keep).toHaveBeenCalledTimes(3)
})

it('reports a failure, also when the request is not a form', async () => {
  const failing = await receiveShare(sharing([['files', paper]]), origin, () => Promise.reject(new Error('disk')))
  const broken = new Request(`${origin}/share`, { method: 'POST', body: 'x' })
  const unread = await receiveShare(broken, origin, async () => 'kept')
  for (const answer of [failing, unread]) expect(answer.headers.get('location')).toBe(`${origin}/share?not=unkept`)
})
