import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartSkeleton } from '#web/ui/chart/charts.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useStoredChoice } from '#web/ui/use-stored-choice.ts'
import { defaultSymbols } from './market-data.ts'

const Quotes = lazy(() => import('./quotes.tsx').then((each) => ({ default: each.Quotes })))

/** Folded, it neither loads nor connects. */
export function MarketWidget({ symbols = defaultSymbols }: { readonly symbols?: readonly string[] }) {
  const { t } = useTranslation('dashboard')
  const [choice, choose] = useStoredChoice(`market ${useStore().identity.id}`)
  const isFolded = choice === 'folded'
  return (
    <Section title={t('market')} fold={{ isFolded, onToggle: () => choose(isFolded ? '' : 'folded') }}>
      <Suspense fallback={<ChartSkeleton />}>
        <Quotes symbols={symbols} />
      </Suspense>
    </Section>
  )
}
