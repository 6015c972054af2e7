import { expect, expectTypeOf, test } from 'vitest'
import { type ScreenPath, screenPath } from './screen-path.tsx'

test('a screen has the path of its entity’s REST routes', () => {
  expectTypeOf<ScreenPath>().not.toEqualTypeOf<string>()
  expect(screenPath('projects')).toBe('/projects')
  expect(screenPath('referralCommissions' as 'projects')).toBe('/referral-commissions')
})
