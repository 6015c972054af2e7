import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { AumPart } from '#schema/portfolio/metrics.ts'
import { FigurePart } from '#web/records/figures/figure-part.tsx'
import type { FigureLink } from '#web/records/figures/figure-panel.tsx'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { partRows } from './amount-rows.tsx'

const sources = ['investments', 'projects', 'exchangeRates'] as const
const lists: Readonly<Record<AumPart, FigureLink>> = {
  ACTIVE: { to: '/investments', search: { status: 'FUNDED' } },
  COMMITTED: { to: '/investments', search: { status: 'COMMITTED' } },
  EXITED: { to: '/investments', search: { status: 'EXITED' } },
}

interface PartOfAumProps {
  readonly part: AumPart
  readonly amount: string | undefined
  readonly currency: string
  readonly isAbout: boolean
}

export function PartOfAum({ part, amount, currency, isAbout }: PartOfAumProps) {
  const { t } = useTranslation('dashboard')
  const store = useStore()
  const exchange = useExchange()
  const labels = {
    ACTIVE: { name: t('active'), formula: t('activeHint') },
    COMMITTED: { name: t('committed'), formula: t('committedHint') },
    EXITED: { name: t('exited'), label: t('exitedNotCounted'), formula: t('exitedHint') },
  }
  return (
    <FigurePart
      id={part.toLowerCase()}
      {...labels[part]}
      value={<Money as="toBillions" amount={amount} currency={currency} isAbout={isAbout} />}
      entities={sources}
      rows={useCallback(() => partRows(store, exchange, part), [store, exchange, part])}
      all={lists[part]}
    />
  )
}
