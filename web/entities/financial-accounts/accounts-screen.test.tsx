import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { draftsOfWindow } from '#web/ui/form/drafts.ts'
import { MyAccountsScreen, SecretsScreen } from './accounts-screen.tsx'
import { Revealed } from './revealed.tsx'

const at = '2025-06-01T10:00:00.000Z'
const omar = '00000000-0000-7000-8000-00000000000a'
const bank = (id: string, overrides: object = {}) => ({
  id,
  userId: someone.id,
  bankName: 'First Bank',
  accountType: null,
  accountNumberLastFour: '3000',
  routingNumberLastFour: null,
  plaidAccountIdLastFour: null,
  plaidAccessTokenLastFour: null,
  isActive: true,
  createdAt: at,
  updatedAt: at,
  ...overrides,
})
const trading = {
  id: 't',
  userId: someone.id,
  platform: 'ALPACA',
  accountName: 'Hedge',
  accountIdLastFour: '8231',
  apiKeyLastFour: null,
  isActive: true,
  createdAt: at,
  updatedAt: at,
}
const lists = (banks: readonly object[]) => ({
  'GET /api/bank-accounts': () => banks,
  'GET /api/trading-accounts': () => [trading],
  'GET /api/users': () => [
    { id: omar, email: 'omar@demo.test', firstName: 'Omar', lastName: null, createdAt: at, updatedAt: at },
  ],
})
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const click = (within: ReturnType<typeof dialog>, name: string) => within.getByRole('button', { name }).click()

test('people see their own accounts by the last characters, and add one; typed numbers are not stored on the device', async () => {
  const store = await openTestStore()
  const requests = serve(store, {
    ...lists([bank('a'), bank('b', { userId: omar, bankName: 'Elsewhere' })]),
    'POST /api/bank-accounts': ({ body }) =>
      (body as { accountNumber?: string }).accountNumber
        ? bank('c', { bankName: 'Second Bank', accountNumberLastFour: '5957' })
        : new Refusal(400, { code: 'VALIDATION', message: 'x', issues: { accountNumber: { key: 'required' } } }),
  })
  await render(store, <MyAccountsScreen />)
  await expect.element(rowOf('First Bank').getByText('Ends in •••• 3000')).toBeVisible()
  await expect.element(rowOf('Alpaca').getByText('Hedge')).toBeVisible()
  expect(rowOf('Elsewhere').elements()).toEqual([])
  await page.getByRole('button', { name: 'Add bank account' }).click()
  const add = dialog('Add bank account')
  await add.getByLabelText('Bank', { exact: true }).fill('Second Bank')
  await click(add, 'Add bank account')
  await expect.element(add.getByText('This field is required')).toBeVisible()
  await add.getByLabelText('Account number').fill(' CH93 0076 2011 6238 5295 7 ')
  expect(draftsOfWindow()).toEqual({})
  await click(add, 'Add bank account')
  await expect.element(rowOf('Second Bank').getByText('Ends in •••• 5957')).toBeVisible()
  expect(requests.at(-1)).toEqual([
    'POST /api/bank-accounts',
    { bankName: 'Second Bank', accountType: null, accountNumber: 'CH93 0076 2011 6238 5295 7' },
  ])
  expect(JSON.stringify([...store.table('bankAccounts').scan()])).not.toContain('0076')
})

test('a number is replaced, empty fields keep their values, and an account is deactivated and reactivated', async () => {
  const store = await openTestStore()
  let now = bank('a')
  const requests = serve(store, {
    ...lists([now]),
    'PATCH /api/bank-accounts/a': ({ body }) => {
      const { accountNumber, ...open } = body as { accountNumber?: string; isActive?: boolean }
      return (now = { ...now, ...open, ...(accountNumber && { accountNumberLastFour: accountNumber.slice(-4) }) })
    },
  })
  await render(store, <MyAccountsScreen />)
  await rowOf('First Bank').getByRole('button', { name: 'Edit or replace' }).click()
  const edit = dialog('Edit bank account')
  await expect.element(edit.getByText('Leave blank to keep the value ending in 3000.')).toBeVisible()
  await expect.element(edit.getByLabelText('Account number')).toHaveValue('')
  await edit.getByLabelText('Account number').fill('12345678')
  await click(edit, 'Save changes')
  await expect.element(rowOf('First Bank').getByText('Ends in •••• 5678')).toBeVisible()
  await rowOf('First Bank').getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(rowOf('First Bank').getByText('Inactive')).toBeVisible()
  await rowOf('First Bank').getByRole('button', { name: 'Reactivate' }).click()
  await expect.element(rowOf('First Bank').getByText('Active')).toBeVisible()
  expect((requests as readonly (readonly unknown[])[]).map(([, body]) => body)).toEqual([
    { accountNumber: '12345678' },
    { isActive: false },
    { isActive: true },
  ])
})

async function reveal(store: TestStore) {
  const requests = serve(store, {
    ...lists([bank('b', { userId: omar, bankName: 'Elsewhere', routingNumberLastFour: '0021' })]),
    'POST /api/bank-accounts/b/reveal': () => ({ value: '021000021' }),
  })
  await render(store, <SecretsScreen />)
  await rowOf('Elsewhere').getByRole('button', { name: 'Reveal' }).click()
  const prompt = dialog('Reveal encrypted value')
  await click(prompt, 'Reveal')
  await expect.element(prompt.getByText('This field is required')).toBeVisible()
  await chooseOption(prompt.getByRole('combobox', { name: 'Value' }), 'Routing number')
  await prompt.getByLabelText('Reason').fill('Transfer for June')
  expect(draftsOfWindow()).toEqual({})
  await click(prompt, 'Reveal')
  return { requests, prompt }
}

test('an administrator sees whose accounts exist, and reveals a value with a reason until the page is hidden', async () => {
  const store = await openTestStore()
  const { requests, prompt } = await reveal(store)
  await expect.element(prompt.getByText('021000021')).toBeVisible()
  await expect.element(rowOf('Elsewhere').getByText('Omar')).toBeVisible()
  expect(requests).toEqual([
    ['POST /api/bank-accounts/b/reveal', { field: 'routingNumber', reason: 'Transfer for June' }],
  ])
  expect(JSON.stringify([...store.table('bankAccounts').scan()])).not.toContain('021000021')
  window.dispatchEvent(new Event('blur'))
  await expect.element(prompt.getByLabelText('Reason')).toHaveValue('')
  expect(page.getByText('021000021').elements()).toEqual([])
})

test('only existing values can be revealed; a server error is shown and the reason stays', async () => {
  const store = await openTestStore()
  let tries = 0
  const requests = serve(store, {
    ...lists([]),
    'POST /api/trading-accounts/t/reveal': () =>
      tries++ ? { value: 'AL-8231' } : new Refusal(429, { code: 'RATE_LIMITED', message: 'x' }),
  })
  await render(store, <SecretsScreen />)
  await rowOf('Alpaca').getByRole('button', { name: 'Reveal' }).click()
  const prompt = dialog('Reveal encrypted value')
  const value = prompt.getByRole('combobox', { name: 'Value' })
  await expect.element(value).toHaveValue('Account ID')
  await expect.element(prompt.getByLabelText('Reason')).toHaveFocus()
  await value.click()
  const options = page.getByRole('option').elements()
  expect(options.map((each) => each.textContent)).toEqual(['Account ID'])
  await page.getByRole('option').click()
  await prompt.getByLabelText('Reason').fill('   ')
  await click(prompt, 'Reveal')
  await expect.element(prompt.getByText('This field is required')).toBeVisible()
  expect(requests).toEqual([])
  await prompt.getByLabelText('Reason').fill(' Audit of June ')
  await click(prompt, 'Reveal')
  await expect.element(page.getByRole('alert').first()).toMatchTextContent(/Too many attempts/)
  await expect.element(prompt.getByLabelText('Reason')).toHaveValue(' Audit of June ')
  await click(prompt, 'Reveal')
  await expect.element(prompt.getByText('AL-8231')).toBeVisible()
  expect(requests.at(-1)).toEqual([
    'POST /api/trading-accounts/t/reveal',
    { field: 'accountId', reason: 'Audit of June' },
  ])
})

test('a revealed value is copied or closed, and hidden when the window loses focus', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copied.mockRestore())
  const store = await openTestStore()
  const { prompt, requests } = await reveal(store)
  await click(prompt, 'Copy')
  expect(copied.mock.calls).toEqual([['021000021']])
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(prompt.getByLabelText('Reason')).toBeVisible()
  expect(page.getByText('021000021').elements()).toEqual([])
  await click(prompt, 'Cancel')
  await expect.element(prompt).not.toBeInTheDocument()
  expect(requests).toHaveLength(1)
})

test('administrators are not offered the owner’s actions, and cannot reveal their own values', async () => {
  const store = await openTestStore()
  serve(store, lists([bank('a'), bank('b', { userId: omar, bankName: 'Elsewhere', isActive: false })]))
  const offered = (name: string) =>
    rowOf(name)
      .getByRole('button')
      .elements()
      .map((each) => each.getAttribute('aria-label'))
  const screen = await render(store, <SecretsScreen />)
  await expect.element(rowOf('Elsewhere')).toBeVisible()
  expect([offered('First Bank'), offered('Elsewhere')]).toEqual([
    ['Reveal', 'Deactivate'],
    ['Reveal', 'Reactivate'],
  ])
  expect(page.getByRole('button', { name: /^Add/ }).elements()).toEqual([])
  await screen.unmount()
  await render(store, <MyAccountsScreen />)
  await expect.element(rowOf('First Bank')).toBeVisible()
  expect(offered('First Bank')).toEqual(['Edit or replace', 'Deactivate'])
})

test('a person without an account can add one of each kind; a private key is masked while typing', async () => {
  const store = await openTestStore()
  const requests = serve(store, {
    ...lists([]),
    'GET /api/trading-accounts': () => [],
    'POST /api/trading-accounts': () => ({ ...trading, accountName: null, apiKeyLastFour: 'f00d' }),
  })
  await render(store, <MyAccountsScreen />)
  await expect.element(page.getByText('No bank accounts')).toBeVisible()
  await expect.element(page.getByText('No trading accounts')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add bank account' })).toBeVisible()
  await page.getByRole('button', { name: 'Add trading account' }).click()
  const add = dialog('Add trading account')
  await chooseOption(add.getByRole('combobox', { name: 'Platform' }), 'Alpaca')
  await add.getByLabelText('Account ID').fill('AL-8231')
  const key = add.getByLabelText('API key', { exact: true })
  await key.fill('cafe-f00d')
  expect((key.element() as HTMLInputElement).type).toBe('password')
  expect(add.getByText('Leave blank to keep', { exact: false }).elements()).toEqual([])
  await click(add, 'Add trading account')
  await expect.element(page.getByText('Trading account added')).toBeVisible()
  expect(requests).toEqual([
    [
      'POST /api/trading-accounts',
      { platform: 'ALPACA', accountName: null, accountId: 'AL-8231', apiKey: 'cafe-f00d' },
    ],
  ])
  const ends = rowOf('Alpaca').getByRole('definition').elements()
  expect(ends.map((each) => each.textContent)).toEqual(['Ends in •••• 8231', 'Ends in •••• f00d'])
  await expect.element(page.getByText('No trading accounts')).not.toBeInTheDocument()
})

test('discarding a typed number needs a confirmation and leaves nothing stored', async () => {
  const store = await openTestStore()
  serve(store, lists([bank('a')]))
  await render(store, <MyAccountsScreen />)
  await rowOf('First Bank').getByRole('button', { name: 'Edit or replace' }).click()
  const edit = dialog('Edit bank account')
  await edit.getByLabelText('Account number').fill('12345678')
  await userEvent.keyboard('{Escape}')
  await dialog('Discard unsaved changes?').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(edit.getByLabelText('Account number')).toHaveValue('12345678')
  await click(edit, 'Cancel')
  await dialog('Discard unsaved changes?').getByRole('button', { name: 'Discard' }).click()
  await expect.element(edit).not.toBeInTheDocument()
  await rowOf('First Bank').getByRole('button', { name: 'Edit or replace' }).click()
  await expect.element(edit.getByLabelText('Account number')).toHaveValue('')
})

test('an account that could not be deactivated keeps its state, and the error is shown', async () => {
  const store = await openTestStore()
  serve(store, {
    ...lists([bank('a')]),
    'PATCH /api/bank-accounts/a': () => new Refusal(403, { code: 'FORBIDDEN', message: 'x' }),
  })
  await render(store, <MyAccountsScreen />)
  await rowOf('First Bank').getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(page.getByRole('alert').first()).toMatchTextContent(/permission/)
  await expect.element(rowOf('First Bank').getByText('Active', { exact: true })).toBeVisible()
  await expect.element(rowOf('First Bank').getByRole('button', { name: 'Deactivate' })).toBeVisible()
})

test('a revealed value is hidden when its time is over', async () => {
  const hide = vi.fn<() => void>()
  await render(await openTestStore(), <Revealed label="Number" value="1" forMs={1} onHide={hide} onDone={() => {}} />)
  await expect.poll(() => hide.mock.calls.length).toBe(1)
})

test('offline the screen asks for a connection, and shows accounts read earlier with a note', async () => {
  const store = await openTestStore()
  store.server.fault(/accounts/, { kind: 'drop' }, 2)
  serve(store, lists([bank('a')]))
  await render(store, <MyAccountsScreen />)
  await expect.element(page.getByText('Available online only')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rowOf('First Bank')).toBeVisible()
  store.server.fault(/accounts/, { kind: 'drop' }, 2)
  document.dispatchEvent(new Event('visibilitychange'))
  const notice = page.getByText('The server cannot be reached. Showing the last loaded version.')
  await expect.element(notice).toBeVisible()
  await expect.element(rowOf('First Bank')).toBeVisible()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(notice).not.toBeInTheDocument()
})
