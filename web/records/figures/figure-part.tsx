import { useTranslation } from 'react-i18next'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Figure, type FigureProps } from './figure.tsx'

interface FigurePartProps extends Omit<FigureProps, 'day'> {
  /** The name of the card, where the part's own name would say too little by itself. */
  readonly whole?: string
  /** What stands beside the figure, where its name alone would mislead. */
  readonly label?: string
}

/** One part of what a card counts, which opens its rows. */
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
