import { useTranslation } from 'react-i18next'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Figure, type FigureProps } from './figure.tsx'

interface FigurePartProps extends Omit<FigureProps, 'day'> {
  /** The card's name, if the part's name alone is unclear. */
  readonly cardName?: string
  readonly label?: string
}

export function FigurePart({ cardName, name, label = name, ...figure }: FigurePartProps) {
  const { t } = useTranslation('common')
  const day = useToday()
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Figure {...figure} name={cardName ? t('partOfWhole', { whole: cardName, part: name }) : name} day={day} />
      </dd>
    </div>
  )
}
