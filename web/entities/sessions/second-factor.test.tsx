import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SecondFactorState } from '#schema/entities/users/second-factor.ts'
import { useOnlineResult } from '#web/records/data/use-online-result.ts'
import { render } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { draftsOfWindow } from '#web/ui/form/drafts.ts'
import { SecondFactor } from './second-factor.tsx'

const path = '/api/auth/totp'
const codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH']
const offer = { offer: 'sealed', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://x', picture: 'data:image/svg+xml,<svg/>' }
const wrong = (field: string, key: string) =>
  new Refusal(400, { code: 'VALIDATION', message: 'x', issues: { [field]: { key } } })
const button = (name: string) => page.getByRole('button', { name })
const dialog = (name: string) => page.getByRole('dialog', { name })

const Factor = () => <SecondFactor result={useOnlineResult<SecondFactorState>(path)} />

async function setup(factor: Partial<SecondFactorState>) {
  const store = await openTestStore()
  let now: SecondFactorState = { hasPassword: true, isOn: false, isRequired: false, recoveryCodesLeft: 0, ...factor }
  const requests = serve(store, {
    [`GET ${path}`]: () => now,
    [`POST ${path}`]: ({ body }) =>
      (body as { password: string }).password === 'right' ? offer : wrong('password', 'password'),
    [`PUT ${path}`]: ({ body }) => {
      if ((body as { code: string }).code !== '123456') return wrong('code', 'code')
      now = { ...now, isOn: true, recoveryCodesLeft: 10 }
      return { recoveryCodes: codes }
    },
    [`POST ${path}/recovery-codes`]: () => ({ recoveryCodes: codes }),
    [`POST ${path}/remove`]: () => (now = { ...now, isOn: false }),
  })
  const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => clipboard.mockRestore())
  await render(store, <Factor />)
  return { store, requests, clipboard }
}

async function prove(within: ReturnType<typeof dialog>, password: string, submit: string) {
  await within.getByLabelText('Current password').fill(password)
  await within.getByRole('button', { name: submit }).click()
}

test('a person enables a second factor with the first code of their app, and saves the recovery codes', async () => {
  const { requests, clipboard } = await setup({})
  await button('Turn on').click()
  const on = dialog('Turn on two-step verification')
  await prove(on, 'wrong', 'Continue')
  await expect.element(on.getByText('The password is incorrect')).toBeVisible()
  await prove(on, 'right', 'Continue')
  await expect.element(on.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect.element(on.getByText('ABCD EFGH IJKL MNOP')).toBeVisible()
  await button('Copy key').click()
  expect(clipboard).toHaveBeenLastCalledWith(offer.secret)
  await on.getByLabelText('Verification code').fill('000000')
  expect(draftsOfWindow()).toEqual({})
  await on.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(on.getByText('The code is incorrect')).toBeVisible()
  await on.getByLabelText('Verification code').fill('123456')
  await on.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(on.getByText(codes[1]!)).toBeVisible()
  await button('Copy codes').click()
  expect(clipboard).toHaveBeenLastCalledWith(codes.join('\n'))
  await button('I have saved them').click()
  await expect.element(button('New recovery codes')).toBeVisible()
  expect(page.getByText(codes[1]!).elements()).toEqual([])
  expect(requests.at(-1)).toEqual([`PUT ${path}`, { offer: 'sealed', code: '123456' }])
})

test('recovery codes are saved as a file that names their owner', async () => {
  const { store } = await setup({ isOn: true, recoveryCodesLeft: 1 })
  await button('New recovery codes').click()
  await prove(dialog('New recovery codes'), 'right', 'Generate codes')
  const made = vi.spyOn(URL, 'createObjectURL')
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  onTestFinished(() => [made, link].forEach((each) => each.mockRestore()))
  await button('Save as a file').click()
  const text = await (made.mock.calls[0]![0] as Blob).text()
  expect(text).toContain(store.identity.email)
  for (const code of codes) expect(text).toContain(code)
})

test('it is disabled with the password, unless the firm requires it', async () => {
  const { requests } = await setup({ isOn: true, recoveryCodesLeft: 10 })
  await button('Turn off').click()
  await prove(dialog('Turn off two-step verification?'), 'right', 'Turn off')
  await expect.element(page.getByText('Two-step verification turned off')).toBeVisible()
  await expect.element(button('Turn on')).toBeVisible()
  expect(requests).toEqual([[`POST ${path}/remove`, { password: 'right' }]])
})

test('where the firm requires it, there is no button to disable it', async () => {
  await setup({ isOn: true, isRequired: true, recoveryCodesLeft: 10 })
  await expect
    .element(page.getByText('Your firm requires two-step verification, so you cannot turn it off.'))
    .toBeVisible()
  expect(button('Turn off').elements()).toEqual([])
})
