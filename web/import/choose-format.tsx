import { useTranslation } from 'react-i18next'
import type { FormattedColumn } from '#schema/import/column-formats.ts'
import type { ColumnFormat } from '#schema/import/import-map.ts'
import { type DecimalSign, decimalSigns } from '#schema/import/read-amount.ts'
import { type DateOrder, dateOrders } from '#schema/import/read-date.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'

interface ChooseFormatProps extends FormattedColumn {
  readonly onChange: (format: ColumnFormat) => void
}

const signNames = { '.': 'point', ',': 'comma' } as const satisfies Record<DecimalSign, string>

export function ChooseFormat({ column, kind, format, onChange }: ChooseFormatProps) {
  const { t } = useTranslation('imports')
  const shared = { placeholder: t('chooseFormat'), error: format ? undefined : t('severalFormats') }
  return kind === 'dates' ? (
    <ChoiceSelect
      {...shared}
      aria-label={t('datesOf', { column })}
      options={dateOrders}
      labelOf={(order) => t(`dateOrders.${order}`)}
      value={format?.dates ?? null}
      onChange={(order) => onChange({ dates: order as DateOrder })}
    />
  ) : (
    <ChoiceSelect
      {...shared}
      aria-label={t('decimalsOf', { column })}
      options={decimalSigns}
      labelOf={(sign) => t(`decimalSigns.${signNames[sign as DecimalSign]}`)}
      value={format?.decimals ?? null}
      onChange={(sign) => onChange({ decimals: sign as DecimalSign })}
    />
  )
}
