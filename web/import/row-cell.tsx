import { Checkbox, VisuallyHidden } from '@mantine/core'
import i18next from 'i18next'
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOfColumn, fullNameField, type Importable, type ImportMap } from '#schema/import/import-map.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { choiceLabel, fieldLabel, flagLabel } from '#web/records/names/entity-texts.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import classes from './rows-table.module.css'
import type { Overwritten } from './use-rows.ts'

interface CellProps {
  readonly cell: string
  readonly isActive: boolean
  readonly onActive: () => void
  readonly problem: string
}

interface LineCellProps extends CellProps {
  readonly line: string
  readonly isSelected: boolean
  /** Undefined if nothing would be overwritten. */
  readonly onSelect: ((isSelected: boolean) => void) | undefined
}

export function LineCell({ cell, isActive, onActive, problem, line, isSelected, onSelect }: LineCellProps) {
  const { t } = useTranslation('imports')
  const shared = { 'data-cell': cell, tabIndex: isActive ? 0 : -1, onFocus: onActive }
  return (
    <th scope="row" className={classes['line']} data-failing={problem !== '' || undefined} {...(!onSelect && shared)}>
      {onSelect ? (
        <Checkbox
          {...shared}
          label={line}
          aria-label={t('overwriteLine', { line })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      ) : (
        <div>{line}</div>
      )}
      {problem && <div className={classes['problem']}>{problem}</div>}
    </th>
  )
}

interface RowCellProps extends CellProps {
  readonly entity: Importable
  readonly label: string
  readonly to: ImportMap['columns'][string]
  readonly text: string
  readonly values: Values
  readonly overwritten: Overwritten | undefined
  readonly isEditing: boolean
  readonly onEdit: (() => void) | undefined
  /** `text` is null if unchanged. */
  readonly onDone: (text: string | null, move: 'down' | 'stay' | 'away') => void
}

export function RowCell(props: RowCellProps) {
  const { cell, isActive, onActive, problem, entity, to, text, values, overwritten, isEditing, onEdit } = props
  const message = useId()
  const edit = (event: KeyboardEvent) => {
    if (!onEdit || (event.key !== 'Enter' && event.key !== 'F2')) return
    event.preventDefault()
    onEdit()
  }
  return (
    <td
      data-cell={cell}
      data-failing={problem !== '' || undefined}
      tabIndex={isActive && !isEditing ? 0 : -1}
      aria-invalid={problem !== '' || undefined}
      aria-describedby={problem ? message : undefined}
      onFocus={onActive}
      onClick={() => problem && !isEditing && onEdit?.()}
      onDoubleClick={() => !isEditing && onEdit?.()}
      onKeyDown={(event) => !isEditing && edit(event)}
    >
      {isEditing ? (
        <CellInput {...props} describedBy={problem ? message : undefined} />
      ) : (
        <CellText entity={entity} to={to} text={text} values={values} overwritten={overwritten} />
      )}
      {problem && (
        <div id={message} className={classes['problem']}>
          {problem}
        </div>
      )}
    </td>
  )
}

function CellInput({ label, text, problem, describedBy, onDone }: RowCellProps & { describedBy: string | undefined }) {
  const input = useRef<HTMLTextAreaElement>(null)
  /** Without carriage returns, which a textarea drops. */
  const initial = useRef('')
  const isDone = useRef(false)
  const done = (move: 'down' | 'stay' | 'away', typed: string | null) => {
    if (isDone.current) return
    isDone.current = true
    onDone(typed === initial.current ? null : typed, move)
  }
  const latestDone = useRef(done)
  useLayoutEffect(() => {
    latestDone.current = done
  })
  // A row that is scrolled out of sight is removed without a blur event.
  useLayoutEffect(() => {
    const element = input.current!
    initial.current = element.value
    element.select()
    return () => latestDone.current('away', element.value)
  }, [])
  return (
    <textarea
      ref={input}
      rows={1}
      className={classes['input']}
      aria-label={label}
      aria-invalid={problem !== ''}
      aria-describedby={describedBy}
      defaultValue={text}
      dir="auto"
      onBlur={({ currentTarget }) => done('away', currentTarget.value)}
      onKeyDown={(event) => {
        const { key, shiftKey } = event
        if (event.nativeEvent.isComposing || (key !== 'Escape' && (key !== 'Enter' || shiftKey))) return
        event.preventDefault()
        event.stopPropagation()
        if (key === 'Enter') done('down', event.currentTarget.value)
        else done('stay', null)
      }}
    />
  )
}

type CellTextProps = Pick<RowCellProps, 'entity' | 'to' | 'text' | 'values' | 'overwritten'>

function CellText({ entity, to, text, values, overwritten }: CellTextProps) {
  const { t } = useTranslation('imports')
  const fields = fieldsOfColumn(to).filter((field) => overwritten && Object.hasOwn(overwritten.after, field))
  if (overwritten && fields.length > 0)
    return fields.map((field) => (
      <div key={field}>
        {fields.length > 1 && `${fieldLabel(entity, field)}: `}
        <Sentence
          format={(before, after) => i18next.t('sync:fromTo', { before, after })}
          parts={[
            <del key="before">
              <VisuallyHidden>{i18next.t('common:labelled', { label: t('before'), value: '' })}</VisuallyHidden>
              <Value entity={entity} field={field} value={overwritten.before[field]} />
            </del>,
            <ins key="after">
              <VisuallyHidden>{i18next.t('common:labelled', { label: t('after'), value: '' })}</VisuallyHidden>
              <Value entity={entity} field={field} value={overwritten.after[field]} />
            </ins>,
          ]}
        />
      </div>
    ))
  const [field] = fieldsOfColumn(to) as [string]
  const value = typeof to === 'string' && to !== fullNameField ? values[field] : undefined
  return value === undefined ? <Name>{text}</Name> : <Value entity={entity} field={field} value={value} />
}

function Value({ entity, field, value }: { entity: Importable; field: string; value: unknown }) {
  const { storage } = (registry[entity] as Entity).fields[field] ?? {}
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return flagLabel(entity, field, value)
  if (typeof value !== 'string') return String(value as number)
  if (storage?.kind === 'reference') return <RecordName entity={storage.to as EntityName} id={value} />
  return <Name>{choiceLabel(entity, field, value)}</Name>
}
