// What a holding has gained, and the rule that gave its value.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isExitUnpaid, type ValuedHolding } from '#schema/holdings.ts'
import { multiply, quotient } from '#schema/money.ts'
import type { Row } from '#schema/registry.ts'
import { Money } from '#web/ui/format/money.tsx'
import { percent } from '#web/ui/format/percent-format.ts'
import { Badge } from '#web/ui/page/badge.tsx'

interface GainProps {
  readonly gain: string | undefined
  readonly holding: Pick<Row<'investments'>, 'amount' | 'currency'>
}

export const Gain = ({ gain, holding: { amount, currency } }: GainProps) => (
  <>
    <Money as="whole" amount={gain} currency={currency} />
    {gain !== undefined && (
      <Text size="sm" c="dimmed">
        <bdi>{percent(quotient(multiply(gain, '100'), amount))}</bdi>
      </Text>
    )}
  </>
)

export function ValueRule({ rule }: { readonly rule: ValuedHolding['rule'] | undefined }) {
  const { t } = useTranslation('portal')
  return rule ? <Badge tone={rule === 'ILLUSTRATIVE' ? 'warn' : 'neutral'}>{t(`rules.${rule}`)}</Badge> : null
}

interface ExitUnpaidProps {
  readonly holding: Pick<Row<'investments'>, 'status'>
  readonly rule: ValuedHolding['rule'] | undefined
}

/** Why a holding that is over still has a value. */
export function ExitUnpaid({ holding: { status }, rule }: ExitUnpaidProps) {
  const { t } = useTranslation('portal')
  return (
    rule &&
    isExitUnpaid(status, rule) && (
      <Text size="sm" c="dimmed">
        {t('exitUnpaid')}
      </Text>
    )
  )
}
