import type { ReactNode } from 'react'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { MetricCard } from '#web/ui/page/metric-card.tsx'
import { Figure, type FigureProps } from './figure.tsx'

interface FigureCardProps extends Omit<FigureProps, 'day' | 'formula'> {
  readonly formula: string
  readonly ready: boolean
  readonly link?: (name: ReactNode) => ReactNode
  readonly about?: ReactNode
}

export function FigureCard({ ready, link, about, ...figure }: FigureCardProps) {
  const day = useToday()
  return (
    <MetricCard
      ready={ready}
      name={figure.name}
      formula={figure.formula}
      {...(link && { link })}
      value={<Figure {...figure} day={day} />}
      about={about}
    />
  )
}
