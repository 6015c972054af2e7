import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { holdPage } from '#web/test/page-leaves.ts'
import { checkReachability, watchLanding } from './landing-form.ts'

watchLanding()

let left: readonly string[] = []

beforeEach(() => {
  left = holdPage()
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
const isExplained = () => !document.querySelector<HTMLOutputElement>('#landing output')!.hidden
const fill = (...words: readonly string[]) => fields().forEach((field, index) => (field.value = words[index] ?? ''))

function offline() {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
}

test('an empty form leads to the server’s sign-in page, and its fields are disabled', async () => {
  submit()
  await expect.poll(() => left).toEqual(['/api/login'])
  expect(fields().map(({ disabled }) => disabled)).toEqual([true, true])
  dispatchEvent(new Event('pageshow'))
  expect(fields().map(({ disabled }) => disabled)).toEqual([false, false])
})

test('a form that is filled in part asks for the rest, and sends nothing', async () => {
  fill('ada@example.com')
  submit()
  expect(fields().map(({ required }) => required)).toEqual([true, true])
  fill('ada@example.com', 'secret')
  submit()
  await expect.poll(() => left).toEqual(['/api/login/password'])
})

test('without a network the form is not sent, so that the page stays, and the page says why', async () => {
  offline()
  fill('ada@example.com', 'secret')
  submit()
  expect(isExplained()).toBe(true)
  expect(fields().map(({ value }) => value)).toEqual(['ada@example.com', 'secret'])
  Reflect.deleteProperty(navigator, 'onLine')
  submit()
  await expect.poll(() => left).toEqual(['/api/login/password'])
})

test('another form of the page is left alone', async () => {
  offline()
  submit('#other')
  await expect.poll(() => left).toEqual(['/other'])
  expect(isExplained()).toBe(false)
})

test('the page says that the server cannot be reached, also when only the browser thinks it is online', async () => {
  const ask = vi.spyOn(window, 'fetch')
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await checkReachability()
  expect([ask.mock.calls[0]![0], isExplained()]).toEqual(['/healthz', true])
  ask.mockResolvedValueOnce(new Response(null, { status: 503 }))
  await checkReachability()
  expect(isExplained()).toBe(true)
  ask.mockResolvedValueOnce(new Response())
  dispatchEvent(new Event('online'))
  await expect.poll(isExplained).toBe(false)
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  dispatchEvent(new Event('offline'))
  await expect.poll(isExplained).toBe(true)
})
