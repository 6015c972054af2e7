import { expect, onTestFinished, test, vi } from 'vitest'
import type { ChangeState, OutboxEntry, Store } from '#web/store/contract.ts'
import { saveOutbox } from './save-outbox.ts'

const states: readonly ChangeState[] = ['waiting', 'sent', 'settled', 'durable', 'attention', 'discarded']
const entry = (state: ChangeState): OutboxEntry => ({
  id: state,
  at: '2025-06-30T10:00:00.000Z',
  state,
  ops: [],
  verdict: null,
  names: {},
})

test('the file has every change that did not reach the server, those of a newer version too, and nothing else', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-07-04T10:00:00Z') })
  const given: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:file-${given.push(blob as Blob)}`)
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const saved: [string, string][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const store = { outbox: () => states.map(entry), unread: () => ['{"version":9}'] } as unknown as Store
  saveOutbox(store)
  expect(saved).toEqual([['blob:file-1', 'holdfast-unsent-changes-2025-07-04.json']])
  expect(revoke.mock.calls).toEqual([['blob:file-1']])
  expect(given[0]!.type).toBe('application/json')
  const content = JSON.parse(await given[0]!.text()) as readonly unknown[]
  expect(content).toEqual([entry('waiting'), entry('sent'), entry('attention'), '{"version":9}'])
})
