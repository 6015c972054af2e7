import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import classes from './figure.module.css'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { ScreenLink, type ScreenPath } from '#web/records/names/screen-path.tsx'
import { useSharedComputation } from '#web/records/data/use-shared-computation.ts'

export interface FigureLink {
  readonly to: ScreenPath
  readonly search?: RecordSearch
}

export interface FigureRow {
  readonly id: string
  readonly name: ReactNode
  readonly about?: ReactNode
  readonly value: ReactNode
  readonly link?: FigureLink
}

export interface FigureRows {
  readonly rows: readonly FigureRow[]
  readonly rest?: { readonly count: number; readonly value: ReactNode }
  readonly sum: ReactNode
  readonly sumLabel?: string
  readonly parts?: readonly { readonly name: string; readonly value: ReactNode }[]
  readonly note?: ReactNode
}

export interface FigurePanelProps {
  readonly value: ReactNode
  readonly formula: string
  readonly day: string
  /** `entities` and `rows` must keep their identity between renders. */
  readonly entities: readonly EntityName[]
  readonly rows: () => Generator<undefined, FigureRows>
  readonly all?: FigureLink
}

export function FigurePanel({ value, formula, day, entities, rows, all }: FigurePanelProps) {
  const { t } = useTranslation('common')
  const result = useSharedComputation(entities, rows)
  return (
    <div className={classes['panel']}>
      <p className={classes['value']}>{value}</p>
      <div className={classes['words']}>
        <p>{formula}</p>
        <Text c="dimmed" size="sm">
          <Sentence format={(date) => t('figureDay', { date })} parts={[<CalendarDay key="day" date={day} />]} />
        </Text>
      </div>
      {result ? <Rows result={result} /> : <Waiting />}
      {all && result && result.rows.length > 0 && (
        <ScreenLink to={all.to} {...(all.search && { search: all.search })}>
          {t('figureAll')}
        </ScreenLink>
      )}
    </div>
  )
}

const Waiting = () => (
  <Stack gap="xs" aria-hidden="true">
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={40} />
    ))}
  </Stack>
)

function Rows({ result }: { readonly result: FigureRows }) {
  const { t } = useTranslation('common')
  const { rows, rest, sum, sumLabel, parts, note } = result
  return (
    <>
      {parts && (
        <Facts>
          {parts.map((part) => (
            <Fact key={part.name} name={part.name}>
              {part.value}
            </Fact>
          ))}
        </Facts>
      )}
      {note}
      {rows.length === 0 ? (
        <Text c="dimmed">{t('figureNothing')}</Text>
      ) : (
        <table className={classes['rows']}>
          <tbody>
            {rows.map(({ id, name, about, value, link }) => (
              <tr key={id}>
                <th scope="row">
                  {link ? (
                    <ScreenLink to={link.to} {...(link.search && { search: link.search })}>
                      {name}
                    </ScreenLink>
                  ) : (
                    name
                  )}
                  {about && <small>{about}</small>}
                </th>
                <td>{value}</td>
              </tr>
            ))}
            {rest && (
              <tr>
                <th scope="row">{t('figureRest', { count: rest.count, n: count(rest.count) })}</th>
                <td>{rest.value}</td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{sumLabel ?? t('figureSum')}</th>
              <td>{sum}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </>
  )
}
