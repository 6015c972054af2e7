import { expect, onTestFinished, test, vi } from 'vitest'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useKeptLists } from './use-kept-lists.ts'

function Keeps() {
  useKeptLists()
  return null
}

/** A browser whose idle moments the test decides. */
function idleBrowser() {
  const asked = new Map<number, () => void>()
  let last = 0
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    asked.set(++last, run)
    return last
  })
  vi.stubGlobal('cancelIdleCallback', (id: number) => asked.delete(id))
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => {
    for (const run of asked.values()) run()
    asked.clear()
  }
}

async function setup() {
  const idle = idleBrowser()
  const store = await openTestStore()
  store.setStatus({ complete: false })
  const closed: string[] = []
  const opened: string[] = []
  const view = store.view.bind(store)
  vi.spyOn(store, 'view').mockImplementation(((name: 'projects', options: never) => {
    const made = view(name, options)
    const close = made.close.bind(made)
    opened.push(name)
    made.close = () => {
      closed.push(name)
      close()
    }
    return made
  }) as never)
  const drawn = await draw(store, <Keeps />)
  return { store, idle, opened, closed, ...drawn }
}

const kept = ['investments', 'projects', 'investors', 'projects', 'investors']

test('the lists are sorted ahead once everything is here and the browser is idle, and released with the person', async () => {
  const { store, idle, opened, closed, unmount } = await setup()
  idle()
  await import('./kept-lists.ts')
  expect(opened).toEqual([])
  store.setStatus({ complete: true })
  await vi.waitFor(() => {
    idle()
    expect(opened).toEqual(kept)
  })
  expect(closed).toEqual([])
  await unmount()
  expect(closed).toEqual(kept)
})

test('a person who leaves before the browser is idle keeps no list', async () => {
  const { store, idle, opened, unmount } = await setup()
  store.setStatus({ complete: true })
  await unmount()
  idle()
  await import('./kept-lists.ts')
  expect(opened).toEqual([])
})
