import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageCodes } from '#schema/kernel/enumerations.ts'
import { decimalPattern } from './decimal-pattern.ts'

/** Only Hindi differs from Intl. */
const languagesLikeIntl = languageCodes.filter((code) => code !== 'hi')

const formats = [...languagesLikeIntl, 'es', 'pl', 'de-CH'].flatMap((language) =>
  [0, 1, 2].flatMap((digits) =>
    [true, false].map((useGrouping) => ({
      digits,
      format: new Intl.NumberFormat(`${language}-u-nu-latn`, {
        style: 'currency',
        currency: language === 'fr' ? 'TRY' : 'USD',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping,
      }),
    })),
  ),
)

test('writes every amount in every language as Intl does', () => {
  const patterns = formats.map((each) => ({ ...each, pattern: decimalPattern(each.format) }))
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
      fc.integer({ min: 0, max: 13 }),
      fc.nat(99),
      (whole, droppedDigits, cents) => {
        const integer = String(whole / 10n ** BigInt(droppedDigits))
        for (const { digits, format, pattern } of patterns) {
          const fraction = String(cents).padStart(2, '0').slice(0, digits)
          const decimal = fraction ? `${integer}.${fraction}` : integer
          expect(pattern.write(decimal)).toBe(format.format(decimal as `${number}`))
        }
      },
    ),
  )
})

test('Hindi groups amounts by thousands, as the short units beside them do', () => {
  const format = new Intl.NumberFormat('hi-u-nu-latn', { style: 'currency', currency: 'USD' })
  expect(decimalPattern(format).write('112965749.93')).toBe('$112,965,749.93')
})
