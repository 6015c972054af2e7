import { useTranslation } from 'react-i18next'
import type { PaymentInstallment } from '#schema/enumerations.ts'
import { roiOf } from '#schema/finance.ts'
import { Money } from '#web/ui/money.tsx'
import { figuresOf, type ProjectValues } from './project-form.ts'
import classes from './roi-card.module.css'

interface RoiCardProps {
  readonly values: Pick<ProjectValues, 'targetAmount' | 'expectedIRR' | 'paymentInstallment'>
  readonly currency: string
}

const isDecimal = (text: string): boolean => /^\d{1,13}(\.\d+)?$/.test(text)

/** What the project would return, computed while the person types. */
export function RoiCard({ values, currency }: RoiCardProps) {
  const { t } = useTranslation('projects')
  const { targetAmount: amount, expectedIRR: irr } = figuresOf(values, currency)
  if (!isDecimal(amount) || !isDecimal(irr) || !values.paymentInstallment) return null
  const roi = roiOf(amount, irr, values.paymentInstallment as PaymentInstallment)
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
      <p className={classes['period']}>{t('roiPeriod', { count: roi.months })}</p>
    </section>
  )
}
