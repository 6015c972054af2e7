import i18next from 'i18next'
import { type InvestmentStatus, investmentStatuses, sameStatuses } from '#schema/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import { wholeMoney } from '#web/ui/format/money-format.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

/** The words by which search finds a status: all of its class, so that FUNDED finds ACTIVE and the other way round. */
const wordsOf = (status: InvestmentStatus): string =>
  sameStatuses(status)
    .map((each) => `${i18next.t(`investments:choices.status.${each}`)} ${each}`)
    .join(' ')

/** The text by which search finds an investment; one function per language, so that its texts are kept. */
export const investmentText = perLocale(() => {
  const words = new Map(investmentStatuses.map((status) => [status, wordsOf(status)]))
  return ({ amount, currency, status }: Row<'investments'>): string =>
    `${amount} ${wholeMoney(amount, currency)} ${words.get(status) ?? status}`
})
