import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#schema/kernel/enumerations.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { identityMay, useMay, useMayAll } from './use-may.ts'

function Probe() {
  const may = [useMay('documents', 'read'), useMayAll('documents', 'read'), useMay('projects', 'update')]
  return <output>{may.map((each) => (each ? 'yes' : 'no')).join(' ')}</output>
}

test.each<[Role, string]>([
  ['ADMIN', 'yes yes yes'],
  ['PORTFOLIO_MANAGER', 'yes yes yes'],
  ['INVESTOR', 'yes no no'],
])('%s: rights on own records, on all records, and to change', async (role, may) => {
  await render(await openTestStore({ ...someone, role }), <Probe />)
  await expect.element(page.getByRole('status')).toHaveTextContent(may)
})

test('a verb without rules is denied to all, and staff rights are denied to investors', () => {
  const may = (role: Role) => [
    identityMay({ role }, 'referrals', 'read'),
    identityMay({ role }, 'referrals', 'delete'),
    identityMay({ role }, 'investments', 'create'),
  ]
  expect([may('ADMIN'), may('PORTFOLIO_MANAGER')]).toEqual([Array(3).fill(true), Array(3).fill(true)])
  expect(may('INVESTOR')).toEqual(Array(3).fill(false))
})

test('a person without an investor record cannot create documents', () => {
  const may = (investorIds: string[], role: Role = 'INVESTOR') =>
    identityMay({ role, investorIds }, 'documents', 'create')
  expect([may([]), may(['one']), may([], 'ADMIN')]).toEqual([false, true, true])
  expect(identityMay({ role: 'INVESTOR', investorIds: [] }, 'savedViews', 'create')).toBe(true)
})
