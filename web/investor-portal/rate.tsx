import { multiply } from '#schema/money/money.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'

interface RateProps {
  readonly of: string
  readonly format: (rate: string) => string
}

export const Rate = ({ of, format }: RateProps) => (
  <Sentence
    format={format}
    parts={[
      <bdi key="rate" dir="ltr">
        {percent(multiply(of, '100'))}
      </bdi>,
    ]}
  />
)
