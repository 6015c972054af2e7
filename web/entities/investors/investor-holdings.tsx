import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGrowth } from '#web/records/holdings/use-growth.ts'
import { usePortalFigures } from '#web/records/holdings/use-portal.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { type FiguresProps, recordTab } from '#web/records/details/record-tab.tsx'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'

export const holdingsOfInvestor = recordTab({
  entity: 'investments',
  via: 'investorId',
  columns: ['projectId', 'amount', 'status', 'investmentDate', 'redemptionDate'],
  whenNarrow: { investmentDate: 'hidden', redemptionDate: 'hidden' },
  newestFirst: (one, other) => (one.investmentDate < other.investmentDate ? 1 : -1),
  figures: HoldingFigures,
})

function HoldingFigures({ rows }: FiguresProps<'investments'>) {
  const { t } = useTranslation(['investors', 'portal'])
  const growth = useGrowth()
  const { currency, invested, value, gain, unfunded, isIllustrative, withoutPayment, leftOut } = usePortalFigures(rows)
  if (rows.length === 0) return null
  return (
    <>
      <Facts>
        <Fact name={fieldLabel('investors', 'totalInvested')}>
          <Money as="exact" amount={invested} currency={currency} isAbout={leftOut.isConverted} />
        </Fact>
        <Fact name={t('portfolioValue')}>
          <Money as="exact" amount={value} currency={currency} isAbout={leftOut.isConverted} />
        </Fact>
        <Fact name={t('portfolioGain')}>
          <Money as="exact" amount={gain} currency={currency} isAbout={leftOut.isConverted} />
        </Fact>
        <Fact name={t('portal:stillToPay')}>
          <Money as="exact" amount={unfunded} currency={currency} isAbout={leftOut.isConverted} />
        </Fact>
      </Facts>
      {isIllustrative && (
        <Text size="sm" role="note">
          {t('portal:illustrativeHint', { growth })}
        </Text>
      )}
      {withoutPayment.length > 0 && (
        <Text size="sm" role="note">
          {t('portal:exitUnknown', { names: listed(withoutPayment) })}
        </Text>
      )}
      <Incomplete {...leftOut} />
    </>
  )
}
