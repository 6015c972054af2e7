import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { HoldingOnDay, HoldingRule } from '#schema/portfolio/holding-value.ts'
import { isZero, multiply, quotient } from '#schema/money/money.ts'
import type { Row } from '#schema/registry.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'
import { ruleName } from './rule-name.ts'

interface GainProps {
  readonly valued: HoldingOnDay | undefined
  readonly holding: Pick<Row<'investments'>, 'currency'>
}

export const Gain = ({ valued, holding: { currency } }: GainProps) => (
  <>
    <Money as="whole" amount={valued?.gain} currency={currency} />
    {valued && valued.gain !== null && !isZero(valued.paidIn) && (
      <Text size="sm" c="dimmed">
        <bdi>{percent(quotient(multiply(valued.gain, '100'), valued.paidIn))}</bdi>
      </Text>
    )}
  </>
)

const tones: Readonly<Partial<Record<HoldingRule, Tone>>> = {
  ILLUSTRATIVE: 'warn',
  OUTSTANDING: 'info',
  NO_RATE: 'warn',
  RECALCULATING: 'info',
}

function ValueRule({ rule }: { readonly rule: HoldingOnDay['rule'] | undefined }) {
  useTranslation('portal')
  const name = rule && ruleName(rule)
  return name ? <Badge tone={tones[rule] ?? 'neutral'}>{name}</Badge> : null
}

/** An exited holding valued by assumed growth shows both rules. */
export const ValueRules = ({ valued }: { readonly valued: HoldingOnDay | undefined }) => (
  <>
    <ValueRule rule={valued?.rule} />
    {valued?.isIllustrative && valued.rule !== 'ILLUSTRATIVE' && (
      <>
        {' '}
        <ValueRule rule="ILLUSTRATIVE" />
      </>
    )}
  </>
)
