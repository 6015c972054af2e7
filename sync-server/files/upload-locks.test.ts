import { expect, it, vi } from 'vitest'
import { createUploadLocks } from './upload-locks.ts'

const neverAborted = new AbortController().signal

it('lets one request at a time write, asks it to end when another comes, and passes the turn on in order', async () => {
  const locks = createUploadLocks()
  const [first, second, third] = [locks.newLock('a'), locks.newLock('a'), locks.newLock('a')]
  const ended = vi.fn<() => void>()
  const order: string[] = []
  await first.lock(neverAborted, ended)
  await locks.newLock('b').lock(neverAborted, ended)
  expect(ended).not.toHaveBeenCalled()
  const waits = [
    second.lock(neverAborted, () => void order.push('second is asked to end')).then(() => order.push('second')),
    third.lock(neverAborted, () => void order.push('third is asked to end')).then(() => order.push('third')),
  ]
  expect(ended).toHaveBeenCalled()
  await first.unlock()
  await waits[0]
  expect(order.toSorted(), 'because the third still waits').toEqual(['second', 'second is asked to end'])
  await second.unlock()
  await waits[1]
  expect(order.slice(2), 'whom nobody waits for').toEqual(['third'])
})

it('refuses a fourth waiting request, and those that wait too long or disconnect', async () => {
  vi.useFakeTimers()
  const locks = createUploadLocks()
  const lock = () => locks.newLock('a')
  const held = lock()
  await held.lock(neverAborted, () => {})
  const gone = new AbortController()
  const busy = { status_code: 409 }
  const waits = [
    lock().lock(gone.signal, () => {}),
    lock().lock(neverAborted, () => {}),
    lock().lock(neverAborted, () => {}),
  ]
  const refused = Promise.all(waits.map((each) => expect(each).rejects.toMatchObject(busy)))
  await expect(lock().lock(neverAborted, () => {})).rejects.toMatchObject(busy)
  gone.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  await held.unlock()
  await lock().lock(neverAborted, () => {})
  vi.useRealTimers()
})
