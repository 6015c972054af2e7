import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { holdPage } from '#web/test/page-leaves.ts'
import { checkReachability, watchLanding } from './landing-form.ts'

watchLanding()

let submitted: readonly string[] = []

beforeEach(() => {
  submitted = holdPage()
  document.body.insertAdjacentHTML(
    'beforeend',
    `<main id="landing">
       <form action="/api/login/password" method="post"><input name="email"><input name="password" type="password"></form>
       <output hidden>Not connected</output>
     </main>
     <form id="other" action="/other" method="post"><input></form>`,
  )
  onTestFinished(() => {
    document.getElementById('landing')?.remove()
    document.getElementById('other')?.remove()
    vi.restoreAllMocks()
  })
})

const fields = () => [...document.querySelectorAll<HTMLInputElement>('#landing input')]
const submit = (form = '#landing form') => document.querySelector<HTMLFormElement>(form)!.requestSubmit()
const isOfflineExplained = () => !document.querySelector<HTMLOutputElement>('#landing output')!.hidden
const fill = (...values: readonly string[]) => fields().forEach((field, index) => (field.value = values[index] ?? ''))

function offline() {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
}

test('an empty form opens the server’s sign-in page and disables its fields', async () => {
  submit()
  await expect.poll(() => submitted).toEqual(['/api/login'])
  expect(fields().map(({ disabled }) => disabled)).toEqual([true, true])
  dispatchEvent(new Event('pageshow'))
  expect(fields().map(({ disabled }) => disabled)).toEqual([false, false])
})

test('a partly filled form requires the other field and sends nothing', async () => {
  fill('ada@example.com')
  submit()
  expect(fields().map(({ required }) => required)).toEqual([true, true])
  fill('ada@example.com', 'secret')
  submit()
  await expect.poll(() => submitted).toEqual(['/api/login/password'])
})

test('offline the form is not submitted, and the page says why', async () => {
  offline()
  fill('ada@example.com', 'secret')
  submit()
  expect(isOfflineExplained()).toBe(true)
  expect(fields().map(({ value }) => value)).toEqual(['ada@example.com', 'secret'])
  Reflect.deleteProperty(navigator, 'onLine')
  submit()
  await expect.poll(() => submitted).toEqual(['/api/login/password'])
})

test('other forms of the page are not handled', async () => {
  offline()
  submit('#other')
  await expect.poll(() => submitted).toEqual(['/other'])
  expect(isOfflineExplained()).toBe(false)
})

test('the page shows that the server cannot be reached, even if the browser is online', async () => {
  const fetchSpy = vi.spyOn(window, 'fetch')
  fetchSpy.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await checkReachability()
  expect([fetchSpy.mock.calls[0]![0], isOfflineExplained()]).toEqual(['/healthz', true])
  fetchSpy.mockResolvedValueOnce(new Response(null, { status: 503 }))
  await checkReachability()
  expect(isOfflineExplained()).toBe(true)
  fetchSpy.mockResolvedValueOnce(new Response())
  dispatchEvent(new Event('online'))
  await expect.poll(isOfflineExplained).toBe(false)
  fetchSpy.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  dispatchEvent(new Event('offline'))
  await expect.poll(isOfflineExplained).toBe(true)
})
