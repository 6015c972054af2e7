import { useTranslation } from 'react-i18next'
import type { PaymentInstallment } from '#schema/kernel/enumerations.ts'
import { roiOf } from '#schema/money/finance.ts'
import type { AsideProps } from '#web/records/form/form-fields.tsx'
import { percentUnits } from '#web/records/form/form-of.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { currencyUnits } from '#web/ui/format/numbers/money-format.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { typedDecimal } from '#web/ui/form/typed-decimal.ts'
import classes from './roi-card.module.css'

const isDecimal = (text: string): boolean => /^\d{1,13}(\.\d+)?$/.test(text)

function Roi({ values, currency }: AsideProps) {
  const { t } = useTranslation('projects')
  const amount = typedDecimal(String(values['targetAmount']), currencyUnits(currency))
  const irr = typedDecimal(String(values['expectedIRR']), percentUnits)
  const installment = values['paymentInstallment']
  if (!isDecimal(amount) || !isDecimal(irr) || !installment) return null
  const roi = roiOf(amount, irr, installment as PaymentInstallment)
  if (!roi) return null
  return (
    <section className={classes['card']} aria-label={t('roiTitle')} data-wide="true">
      <h3 className={classes['title']}>{t('roiTitle')}</h3>
      <dl className={classes['figures']} aria-live="polite">
        <div>
          <dt>{t('roiReturns')}</dt>
          <dd>
            <Money as="exact" amount={roi.returns} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('roiTotal')}</dt>
          <dd>
            <Money as="exact" amount={roi.total} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className={classes['period']}>{t('roiPeriod', { count: roi.months, n: count(roi.months) })}</p>
    </section>
  )
}

export const RoiCard = Object.assign(Roi, { about: ['targetAmount', 'expectedIRR', 'paymentInstallment'] })
