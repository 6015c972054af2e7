import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { usePresortLists } from './use-presort-lists.ts'

function Ready() {
  usePresortLists()
  return null
}

function idleBrowser() {
  const requests = new Map<number, () => void>()
  let last = 0
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    requests.set(++last, run)
    return last
  })
  vi.stubGlobal('cancelIdleCallback', (id: number) => requests.delete(id))
  onTestFinished(() => void vi.unstubAllGlobals())
  const idle = () => {
    for (const run of requests.values()) run()
    requests.clear()
  }
  return { idle, requests }
}

async function setup() {
  const { idle, requests } = idleBrowser()
  const store = await openTestStore()
  store.setStatus({ hasAllRows: false })
  const closed: string[] = []
  const opened: string[] = []
  const view = store.view.bind(store)
  vi.spyOn(store, 'view').mockImplementation((name, options) => {
    const made = view(name, options)
    const close = made.close.bind(made)
    opened.push(name)
    made.close = () => {
      closed.push(name)
      close()
    }
    return made
  })
  const rendered = await render(store, <Ready />)
  return { store, idle, requests, opened, closed, ...rendered }
}

const lists = ['investments', 'projects', 'investors', 'projects', 'investors']

test('the lists are sorted once all rows are synced and the browser is idle, and released at sign-out', async () => {
  const { store, idle, opened, closed, unmount } = await setup()
  idle()
  await vi.dynamicImportSettled()
  expect(opened).toEqual([])
  store.setStatus({ hasAllRows: true })
  await expect
    .poll(() => {
      idle()
      return opened
    })
    .toEqual(lists)
  expect(closed).toEqual([])
  await unmount()
  expect(closed).toEqual(lists)
})

test('nothing is sorted if the app unmounts before the browser is idle', async () => {
  const { store, idle, requests, opened, unmount } = await setup()
  const otherRequests = requests.size
  store.setStatus({ hasAllRows: true })
  await expect.poll(() => requests.size).toBe(otherRequests + 1)
  await unmount()
  expect(requests.size).toBe(otherRequests)
  idle()
  await vi.dynamicImportSettled()
  expect(opened).toEqual([])
})

test('nothing is sorted if the app unmounts while the code is loading', async () => {
  const { store, idle, requests, opened, unmount } = await setup()
  const otherRequests = requests.size
  store.setStatus({ hasAllRows: true })
  await expect.poll(() => requests.size).toBe(otherRequests + 1)
  idle()
  const unmounted = unmount()
  await vi.dynamicImportSettled()
  await unmounted
  expect(opened).toEqual([])
})
