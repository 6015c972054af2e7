// The legend shows the last point until the pointer or arrow keys choose another.
import { amountProps } from '#web/ui/format/numbers/amount-props.ts'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listed } from '#web/ui/format/listed.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { Bars } from './bars.tsx'
import classes from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import { Legend } from './legend.tsx'
import { Lines } from './lines.tsx'
import { type Scale, scaleOf } from './scale.ts'
import { colorIndexOf, type ChartKind, hasData, type SeriesChartProps } from './series.ts'

const pointPositions = (points: readonly string[]) => points.map((_, index) => (100 * (index + 0.5)) / points.length)
const present = (value: string | null): value is string => value !== null

interface PlotProps extends SeriesChartProps {
  readonly as: ChartKind
}

export function SeriesChart(props: PlotProps) {
  const { label, pointHeading, points, series, format } = props
  return (
    <ChartFrame
      label={label}
      hasData={points.length > 0 && hasData(series)}
      chart={<Plot {...props} />}
      table={
        <PlainTable
          label={label}
          columns={[
            { header: pointHeading },
            ...series.map(({ name }) => ({ header: name, align: 'figure' as const })),
          ]}
          rows={points.map((point, at) => ({
            id: point,
            cells: [
              point,
              ...series.map(({ id, values }) => <Value key={id} value={values[at] ?? null} format={format} />),
            ],
          }))}
        />
      }
    />
  )
}

function Value({ value, format }: { readonly value: string | null; readonly format: (value: string) => string }) {
  if (value === null) return '—'
  return <bdi {...amountProps(format(value))} />
}

function Plot({ label, points, series, format, brief, as, isFitted = false }: PlotProps) {
  const { t } = useTranslation('common')
  const last = points.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? last, last)
  const scale = scaleOf(
    series.flatMap(({ values: all }) => all.filter(present)),
    isFitted,
  )
  const positions = pointPositions(points)
  const values = series.map((each) => {
    const value = each.values[at] ?? null
    return { ...each, text: value === null ? '—' : format(value) }
  })
  const announcement = values.map(({ name, text }) => t('labelled', { label: name, value: text }))

  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / width
    const position = getComputedStyle(currentTarget).direction === 'rtl' ? 1 - share : share
    setChosen(Math.max(0, Math.min(last, Math.floor(position * points.length))))
  }
  return (
    <>
      <Legend as={as} heading={points[at]!} entries={values.map(({ id, name, text }) => ({ id, name, value: text }))} />
      <div className={classes['plot']} data-as={as} data-fitted={isFitted || undefined}>
        <Axis scale={scale} brief={brief} />
        <div className={classes['field']}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <line className={classes['pointer']} x1={positions[at]} x2={positions[at]} y1="0" y2="100" />
            {series.map((each, index) =>
              as === 'bar' ? (
                <Bars
                  key={each.id}
                  {...{ scale, pointPositions: positions, chosenPoint: at, index }}
                  series={each}
                  allSeries={series}
                />
              ) : (
                <Lines key={each.id} {...{ scale, pointPositions: positions, index }} series={each} />
              ),
            )}
          </svg>
          {series.map(({ id, values: all }, index) => {
            const value = all[at]
            return value == null || as === 'bar' ? null : (
              <span
                key={id}
                className={classes['dot']}
                data-series={colorIndexOf(index)}
                style={{ insetInlineStart: `${positions[at]}%`, insetBlockEnd: `${scale.heightOf(value)}%` }}
              />
            )
          })}
          {/* The thumb is as wide as a point, and each step reads its value aloud. */}
          <input
            type="range"
            className={classes['slider']}
            style={{ '--points': points.length } as CSSProperties}
            aria-label={label}
            aria-valuetext={listed([points[at]!, ...announcement])}
            min={1}
            max={points.length}
            value={at + 1}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value) - 1)}
            onPointerMove={point}
            onPointerLeave={() => setChosen(null)}
          />
        </div>
        <div className={classes['points']} aria-hidden="true">
          {points.map((each, index) => (
            <span key={each} data-chosen={index === at || undefined} data-named={labelPlacement(index, last, isFitted)}>
              {each}
            </span>
          ))}
        </div>
      </div>
    </>
  )
}

const labelCounts = { narrow: 3, wide: 6 } as const
/** Of dense points, whose labels are wider than the points: the first and the last among them. */
const fewLabels = { narrow: 2, wide: 4 } as const

function labelPlacement(index: number, last: number, isFitted: boolean): 'few' | 'many' | 'both' | undefined {
  const isLabeled = (size: 'narrow' | 'wide') => {
    const step = isFitted ? last / (fewLabels[size] - 1) : (last + 1) / labelCounts[size]
    return (last - index) % Math.max(1, Math.ceil(step)) === 0
  }
  if (isLabeled('narrow')) return isLabeled('wide') ? 'both' : 'few'
  return isLabeled('wide') ? 'many' : undefined
}

const Axis = ({ scale, brief }: Pick<SeriesChartProps, 'brief'> & { readonly scale: Scale }) => (
  <div className={classes['axis']} aria-hidden="true">
    {scale.ticks.map((tick) => (
      <div key={tick} className={classes['tick']} style={{ insetBlockEnd: `${scale.heightOf(tick)}%` }}>
        <bdi {...amountProps(brief(tick, scale.step))} />
      </div>
    ))}
  </div>
)
