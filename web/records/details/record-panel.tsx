import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowsMaximize } from '@tabler/icons-react'
import i18next from 'i18next'
import type { EntityName } from '#schema/registry.ts'
import { IconLink } from '#web/ui/page/icon-button.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import type { ListedRows } from '#web/records/list/listed-rows.ts'
import { useRecordPagePath } from '#web/records/names/record-link-context.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { RecordSteps } from '#web/records/list/record-steps.tsx'

interface RecordPanelProps {
  readonly entity: EntityName
  readonly label: string
  readonly record: string | undefined
  readonly listed: ListedRows
  readonly openings: number
  /** The record reached by a step. The focus stays, so its name is read aloud. */
  readonly stepped: string | undefined
  readonly onStep: (id: string) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function RecordPanel(props: RecordPanelProps) {
  const { entity, label, record, listed, openings, stepped, onStep, onClose, children } = props
  const last = useRef(record)
  useEffect(() => {
    if (record !== undefined) last.current = record
  }, [record])
  const opener = useCallback(
    () => document.querySelector<HTMLElement>(`button[data-record="${CSS.escape(last.current ?? '')}"]`),
    [],
  )
  const pageAddressOf = useRecordPagePath()
  const pageAddress = record === undefined ? undefined : pageAddressOf(entity, record)
  return (
    <Panel
      opened={record !== undefined}
      title={label}
      onClose={onClose}
      opener={opener}
      openings={openings}
      controls={
        <>
          <RecordSteps listed={listed} record={record} onStep={onStep} />
          {pageAddress && (
            <IconLink icon={IconArrowsMaximize} label={i18next.t('common:openAsPage')} href={pageAddress} isScreen />
          )}
        </>
      }
    >
      <div>
        <VisuallyHidden component="output">
          {record !== undefined && record === stepped && <RecordName entity={entity} id={record} />}
        </VisuallyHidden>
        {children}
      </div>
    </Panel>
  )
}
