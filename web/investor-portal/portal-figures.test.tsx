import { expect, test } from 'vitest'
import { portalFigures } from './portal-figures.ts'

test('a holding is worth its share of the valuation', () => {
  const figures = portalFigures([{ amount: '150000.00', currency: 'USD', status: 'FUNDED', valueRatio: '1.200000' }])
  expect(figures).toMatchObject({
    invested: '150000.00',
    value: '180000.00',
    gain: '30000.00',
    rate: '20.00',
    activeCount: 1,
  })
  expect(figures.isIllustrative).toBe(false)
})

test('without a valuation a quarter of growth is assumed and said, and what is only committed has none', () => {
  expect(
    portalFigures([
      { amount: '100.00', currency: 'USD', status: 'ACTIVE', valueRatio: null },
      { amount: '100.00', currency: 'USD', status: 'COMMITTED', valueRatio: null },
    ]),
  ).toMatchObject({ value: '225.00', rate: '12.50', isIllustrative: true })
  expect(portalFigures([]).rate).toBeNull()
})
