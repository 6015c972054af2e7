import { useTranslation } from 'react-i18next'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Figure, type FigureProps } from './figure.tsx'

interface FigurePartProps extends Omit<FigureProps, 'day'> {
  /** The card's name, if the part's name alone is unclear. */
  readonly whole?: string
  readonly label?: string
}

export function FigurePart({ whole, name, label = name, ...figure }: FigurePartProps) {
  const { t } = useTranslation('common')
  const day = useToday()
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Figure {...figure} name={whole ? t('partOfWhole', { whole, part: name }) : name} day={day} />
      </dd>
    </div>
  )
}
