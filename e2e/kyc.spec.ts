import type { Locator } from 'playwright/test'
import { expectLive, goOffline, goOnline, loginAndSync, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('a manager decides on KYC offline with one key each, undoes a decision, and another device shows the last ones', async ({
  page,
  server,
  secondDevice,
}) => {
  const manager = await server.signIn('manager')
  const expired = async (kycReviewOn: string) => {
    const firstName = uniqueName('Omar')
    const contact = { firstName, email: 'omar@example.test' }
    const { id } = await manager.create('investors', { ...contact, kycStatus: 'EXPIRED', kycReviewOn })
    return { id, heading: page.getByRole('heading', { name: firstName, level: 2 }) }
  }
  const [first, second] = [await expired('1990-01-01'), await expired('1990-01-02')]

  const other = (await secondDevice()).page
  await loginAndSync(other, 'admin')
  await loginAndSync(page, 'manager')
  await goOffline(page)
  const line = page.getByRole('listitem').filter({ hasText: 'KYC renewal due' })
  await line.getByRole('link', { name: 'KYC review', exact: true }).click()
  const shows = async (heading: Locator) => {
    await expect(heading).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  }
  await shows(first.heading)
  await page.keyboard.press('a')
  await shows(second.heading)
  await page.keyboard.press('Control+z')
  await shows(first.heading)
  await page.keyboard.press('a')
  await shows(second.heading)
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: 'Reason for the KYC status' }).fill('Blurred copy')
  await page.keyboard.press('Enter')
  await expect(second.heading).toHaveCount(0)

  await goOnline(page)
  await expectLive(page)
  const stored = async (id: string) => (await manager.list('investors')).find((each) => each.id === id)
  await expect.poll(() => stored(first.id)).toMatchObject({ kycStatus: 'APPROVED', kycDecidedBy: expect.any(String) })
  await expect.poll(() => stored(second.id)).toMatchObject({ kycStatus: 'REJECTED', kycReason: 'Blurred copy' })
  for (const [{ id }, state] of [
    [first, 'Approved'],
    [second, 'Rejected'],
  ] as const) {
    await other.goto(`/investors?dialog=details&record=${id}`)
    await expect(
      other.getByRole('region', { name: 'KYC', exact: true }).getByText(state, { exact: true }),
    ).toBeVisible()
  }
})
